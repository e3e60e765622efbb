//! What agents know as bytes: the end of a snapshot of a crowd with beliefs. The snapshot of any other crowd has nothing of it.

use super::known::without;
use super::{Fact, Knowledge, News, Row};
use crate::columns::Traits;
use crate::snapshot::BadSnapshot;
use crate::snapshot::bytes::{Reader, Writer};
use crate::tuning::news::FACT_SLOTS;
use navigant_mesh::{Map, ObstacleId, Outline, Point};

/// Stands for no obstacle.
const NONE: u16 = u16::MAX;

impl Knowledge {
    /// Writes what agents will know of the map when the next step begins.
    pub(crate) fn write(&self, map: &Map, agents: &[Traits], now: u32, out: &mut Writer) {
        let mut own = self.clone();
        own.follow(map, now);
        own.admit(agents);
        [own.news.sight, own.news.contact, own.news.turning].into_iter().for_each(|distance| out.f64(distance));
        let obstacles: Vec<ObstacleId> = map.obstacles().collect();
        let facts: Vec<(usize, &Fact)> = own.contested().collect();
        out.list(&facts, |out, &(bit, fact)| {
            out.u32(bit as u32);
            out.u32(fact.noted);
            out.u8(u8::from(fact.was_common));
            out.u8(u8::from(fact.is_there));
            if fact.is_there {
                let place = obstacles.iter().position(|id| Some(*id) == fact.obstacle);
                out.u64(place.unwrap_or(obstacles.len()) as u64);
            } else {
                let outline = own.believed.as_ref().and_then(|believed| believed.outline(bit));
                out.u8(u8::from(matches!(outline, Some(Outline::Polyline(_)))));
                let rings: Vec<&[Point]> = outline.into_iter().flat_map(Outline::rings).collect();
                out.list(&rings, |out, ring| out.list(ring, |out, &p| out.point(p)));
            }
        });
        out.u64(own.known.width() as u64);
        for agent in agents {
            let row = own.row_of(agent.id).map(|at| own.rows[at]).unwrap_or_default();
            let (came, went) = own.known.sets(agent.id.index());
            came.iter().chain(went).for_each(|&word| out.u64(word));
            let (turned, until) = row.turned.unwrap_or((NONE, 0));
            out.bytes(row.cut_by.unwrap_or(NONE).to_le_bytes());
            out.bytes(turned.to_le_bytes());
            out.u32(until);
        }
    }

    /// Reads it.
    pub(crate) fn read(map: &Map, agents: &[Traits], from: &mut Reader<'_>) -> Result<Knowledge, BadSnapshot> {
        let news = News { sight: from.f64()?, contact: from.f64()?, turning: from.f64()? };
        let wrong = || BadSnapshot::Invalid("beliefs that cannot be");
        let mut own = Knowledge::new(map, news).map_err(|_| wrong())?;
        let obstacles: Vec<ObstacleId> = map.obstacles().collect();
        from.list(|from| own.read_fact(map, &obstacles, from).transpose().unwrap_or_else(|| Err(wrong())))?;
        let is_one = |own: &Knowledge, bit: u16| own.fact(usize::from(bit)).is_some();
        let width = from.u64_within(0..=FACT_SLOTS.div_ceil(64) as u64, "beliefs that cannot be")? as usize;
        if width * 64 < own.facts.len() {
            return Err(wrong());
        }
        for agent in agents {
            let words = (0..2 * width).map(|_| from.u64()).collect::<Result<Vec<_>, _>>()?;
            let (came, went) = words.split_at(width);
            let knows = without(came, &vec![0; width]).all(|bit| own.fact(bit).is_some());
            if !knows || without(went, came).next().is_some() {
                return Err(wrong());
            }
            let mut bit = || from.take().map(u16::from_le_bytes);
            let (cut_by, turned) = (bit()?, bit()?);
            let until = from.u32()?;
            let row = Row {
                id: agent.id,
                cut_by: Some(cut_by).filter(|&bit| is_one(&own, bit)),
                turned: Some((turned, until)).filter(|&(bit, _)| is_one(&own, bit)),
            };
            let at = agent.id.index();
            // Ids are checked before.
            if at >= own.rows.len() {
                own.rows.resize(at + 1, Row::default());
            }
            own.rows[at] = row;
            own.known.reserve(own.rows.len(), 64 * width);
            own.known.set(at, came, went);
        }
        Ok(own)
    }

    /// Reads a contested obstacle; nothing if there is none such.
    fn read_fact(
        &mut self,
        map: &Map,
        obstacles: &[ObstacleId],
        from: &mut Reader<'_>,
    ) -> Result<Option<()>, BadSnapshot> {
        let (bit, noted, was_common, is_there) = (from.u32()? as usize, from.u32()?, from.u8()? != 0, from.u8()? != 0);
        if bit >= FACT_SLOTS || self.fact(bit).is_some() {
            return Ok(None);
        }
        let Some(believed) = &mut self.believed else { return Ok(None) };
        let (obstacle, since, bounds) = if is_there {
            let place = usize::try_from(from.u64()?).unwrap_or(usize::MAX);
            let Some(&id) = obstacles.get(place) else { return Ok(None) };
            let Some((since, own)) = self.common.remove(&id) else { return Ok(None) };
            (Some(id), since, believed.contest(bit, own))
        } else {
            let is_line = from.u8()? != 0;
            let rings = from.list(|from| from.list(Reader::point))?;
            let Some((first, holes)) = rings.split_first() else { return Ok(None) };
            let points = first.iter().copied();
            let outline = if is_line { Outline::polyline(points) } else { Outline::polygon(points) };
            let outline = holes.iter().fold(outline, |outline, hole| outline.with_hole(hole.iter().copied()));
            (None, 0, believed.suggest(bit, outline))
        };
        let Some(bounds) = bounds else { return Ok(None) };
        if let Some(obstacle) = obstacle {
            self.there.insert(obstacle, since);
        }
        self.facts.resize(self.facts.len().max(bit + 1), None);
        self.facts[bit] = Some(Fact { is_there, was_common, ..Fact::new(map, obstacle, since, bounds, noted) });
        Ok(Some(()))
    }
}
