//! Shared goals in a snapshot: the grids as they are, and of each front over what ground it went and how far. On the same ground it finds the
//! same arrivals, so these are not saved.

use super::{Ground, Shared, SharedGoal, SharedGoals};
use crate::snapshot::{BadSnapshot, Reader, Writer};
use navigant_field::internals::{March, Terrain};
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
        out.list(&self.grids, |out, ground| {
            out.f64(ground.grid.cell_size());
            out.f64(ground.grid.radius());
            out.list(ground.grid.move_sets(), |out, &moves| out.u8(moves));
        });
        out.list(&self.goals, |out, shared| {
            let moves = self.grids[shared.ground].grid.move_sets();
            out.u32(shared.ground as u32);
            out.point(shared.goal.goal);
            out.f64(shared.goal.density);
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
            let (corner, size) = (map.steps(grid.top_left()), cell / map.lattice().step());
            Ok((Ground { grid, size, corner }, moves))
        })?;
        let goals = from.list(|from| {
            let at = from.u32()? as usize;
            let (ground, moves) = grids.get(at).ok_or(IMPOSSIBLE)?;
            let goal = SharedGoal {
                goal: from.point()?,
                cell: ground.grid.cell_size(),
                radius: ground.grid.radius(),
                density: from.f64_within(0.0..=100.0, "a shared goal that cannot be")?,
            };
            if !map.lattice().snap(goal.goal).is_ok() {
                return Err(IMPOSSIBLE);
            }
            let target = map.steps(goal.goal);
            let flags = from.u8()?;
            if flags > 3 {
                return Err(IMPOSSIBLE);
            }
            let mut front = Front::read(from)?.begin(ground, moves, target)?;
            front.go_on(u64::MAX);
            let march = if flags & 2 == 0 {
                None
            } else {
                let mut march = Front::read(from)?.begin(ground, moves, target)?;
                march.go_on(from.u64()?);
                Some(march)
            };
            // The map may have been edited between the last step and the snapshot.
            let is_stale = flags & 1 != 0 || ground.grid.move_sets() != moves.as_slice();
            Ok(Shared { goal, target, ground: at, flow: front.into_flow(), march, is_stale })
        })?;
        if goals.len() > usize::from(u16::MAX) {
            return Err(IMPOSSIBLE);
        }
        let turn = from.u32()? as usize;
        if turn >= goals.len().max(1) {
            return Err(IMPOSSIBLE);
        }
        let grids = grids.into_iter().map(|(ground, _)| ground).collect();
        Ok(SharedGoals { grids, goals, turn })
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
    fn begin(
        self,
        ground: &Ground,
        moves: &[u8],
        target: navigant_geometry::internals::Offset,
    ) -> Result<March, BadSnapshot> {
        let mut moves = moves.to_vec();
        for (cell, other) in self.others {
            *moves.get_mut(cell.0 as usize).ok_or(IMPOSSIBLE)? = other;
        }
        let terrain = Terrain::from_parts(&ground.grid, moves, self.extra).ok_or(IMPOSSIBLE)?;
        Ok(March::begin(Arc::new(terrain), self.start.map(|cell| (cell, ground.at(target)))))
    }
}
