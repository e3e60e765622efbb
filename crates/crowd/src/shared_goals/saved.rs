//! Shared goals in a snapshot: the grids as they are, and of each front over what ground it went and how far. On the same ground it finds the
//! same arrivals, so these are not saved.

use super::area::Area;
use super::{Ground, Shared, SharedGoal, SharedGoals};
use crate::snapshot::{BadSnapshot, Reader, Writer};
use navigant_field::internals::{March, Terrain};
use navigant_geometry::internals::{LatticeInternals as _, Offset};
use navigant_mesh::internals::{MapGridInternals as _, MapInternals as _};
use navigant_mesh::{CellId, Map, MapGrid};
use std::sync::Arc;

const IMPOSSIBLE: BadSnapshot = BadSnapshot::Invalid("a shared goal that cannot be");

/// A front as it is saved: where it set out, what its ground has other than the grid, and what cells cost.
struct Front {
    start: Option<CellId>,
    others: Vec<(CellId, u8)>,
    extra: Vec<u8>,
}

impl SharedGoals {
    pub(crate) fn write(&self, out: &mut Writer) {
        out.list(&self.grounds, |out, ground| {
            out.f64(ground.cell);
            out.f64(ground.radius);
            out.list(&ground.moves, |out, &moves| out.u8(moves));
        });
        out.list(&self.goals, |out, shared| {
            let moves = self.grounds[shared.ground].moves.as_slice();
            out.u32(shared.ground as u32);
            out.point(shared.goal.goal);
            out.f64(shared.goal.density);
            out.list(shared.area.as_ref().map_or(&[][..], |area| &area.corners), |out, &corner| out.point(corner));
            out.u8(u8::from(shared.is_stale) | u8::from(shared.march.is_some()) << 1);
            Front::of(shared.flow.start(), shared.flow.terrain(), moves).write(out);
            if let Some(march) = &shared.march {
                Front::of(march.start(), march.terrain(), moves).write(out);
                out.u64(march.spent());
            }
        });
        out.u32(self.turn as u32);
    }

    pub(crate) fn read(map: &Map, from: &mut Reader<'_>) -> Result<SharedGoals, BadSnapshot> {
        let grids = from.list(|from| {
            let (cell, radius) = (from.f64()?, from.f64_within(0.0..=1e3, "a shared goal that cannot be")?);
            let moves = from.list(Reader::u8)?;
            // No grid is made that is larger than what was read.
            if MapGrid::count(map, cell) != Ok(moves.len()) {
                return Err(IMPOSSIBLE);
            }
            let grid = MapGrid::of(map, cell, radius).map_err(|_| IMPOSSIBLE)?;
            // The map may have been edited between the last step and the snapshot: agents learn of that in the next one.
            let ground = Ground::on(map, &grid, moves);
            Ok((grid, ground))
        })?;
        let goals = from.list(|from| {
            let at = from.u32()? as usize;
            let (grid, ground) = grids.get(at).ok_or(IMPOSSIBLE)?;
            let goal = SharedGoal {
                goal: from.point()?,
                cell: ground.cell,
                radius: ground.radius,
                density: from.f64_within(0.0..=100.0, "a shared goal that cannot be")?,
            };
            if map.lattice().snap(goal.goal).is_err() {
                return Err(IMPOSSIBLE);
            }
            let target = map.steps(goal.goal);
            let corners = from.list(Reader::point)?;
            let area = Area::of(map.lattice(), &corners);
            if area.is_none() && !corners.is_empty() {
                return Err(IMPOSSIBLE);
            }
            let goal_of = (target, area.as_ref());
            let flags = from.u8()?;
            if flags > 3 {
                return Err(IMPOSSIBLE);
            }
            let mut front = Front::read(from)?.begin(grid, ground, goal_of)?;
            front.go_on(u64::MAX);
            let march = if flags & 2 == 0 {
                None
            } else {
                let mut march = Front::read(from)?.begin(grid, ground, goal_of)?;
                march.go_on(from.u64()?);
                Some(march)
            };
            Ok(Shared { goal, area, ground: at, flow: front.into_flow(), march, is_stale: flags & 1 != 0 })
        })?;
        if goals.len() > usize::from(u16::MAX) {
            return Err(IMPOSSIBLE);
        }
        let turn = from.u32()? as usize;
        if turn >= goals.len().max(1) {
            return Err(IMPOSSIBLE);
        }
        let (grids, grounds) = grids.into_iter().unzip();
        Ok(SharedGoals { grids, grounds, goals, turn, spare: Vec::new() })
    }
}

impl Front {
    fn of(start: Option<CellId>, terrain: &Terrain, moves: &[u8]) -> Front {
        let others = (0..).zip(terrain.moves()).zip(moves).filter(|((_, own), grid)| own != grid);
        let others = others.map(|((cell, &own), _)| (CellId(cell), own)).collect();
        Front { start, others, extra: terrain.extra().to_vec() }
    }

    fn write(&self, out: &mut Writer) {
        out.u32(self.start.map_or(u32::MAX, |cell| cell.0));
        out.list(&self.others, |out, &(cell, moves)| {
            out.u32(cell.0);
            out.u8(moves);
        });
        out.list(&self.extra, |out, &extra| out.u8(extra));
    }

    fn read(from: &mut Reader<'_>) -> Result<Front, BadSnapshot> {
        let start = from.u32()?;
        let others = from.list(|from| Ok((CellId(from.u32()?), from.u8()?)))?;
        Ok(Front { start: (start != u32::MAX).then_some(CellId(start)), others, extra: from.list(Reader::u8)? })
    }

    /// The front once more, as it set out.
    fn begin(self, grid: &MapGrid, ground: &Ground, goal: (Offset, Option<&Area>)) -> Result<March, BadSnapshot> {
        let mut moves = ground.moves.clone();
        for (cell, other) in self.others {
            *moves.get_mut(cell.0 as usize).ok_or(IMPOSSIBLE)? = other;
        }
        let terrain = Terrain::from_parts(grid, moves, self.extra).ok_or(IMPOSSIBLE)?;
        Ok(match goal {
            (_, Some(area)) => {
                let starts = area.starts(ground, terrain.moves());
                March::begin_along(Arc::new(terrain), starts, Vec::new())
            }
            (target, None) => {
                March::begin(Arc::new(terrain), self.start.map(|cell| (cell, ground.at(target))), Vec::new())
            }
        })
    }
}
