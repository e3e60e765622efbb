//! Lifetimes of removed obstacles: the versions in which the map contained something it no longer does.

use crate::saved::{BadSave, Reader, Writer};

/// The versions of a map in which there was something that is not there any more, or not as it was.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lifetimes {
    /// From one version to before another; apart from each other, the earliest first.
    spans: Vec<(u64, u64)>,
}

impl Lifetimes {
    pub(crate) fn save(&self, w: &mut Writer) {
        w.u32(self.spans.len() as u32);
        self.spans.iter().flat_map(|&(from, to)| [from, to]).for_each(|version| w.u64(version));
    }

    pub(crate) fn load(r: &mut Reader) -> Result<Lifetimes, BadSave> {
        let spans = (0..r.u32()?).map(|_| Ok((r.u64()?, r.u64()?))).collect::<Result<Vec<_>, BadSave>>()?;
        let is_ordered = spans.iter().all(|&(from, to)| from < to) && spans.windows(2).all(|w| w[0].1 < w[1].0);
        if is_ordered { Ok(Lifetimes { spans }) } else { Err(BadSave::Invalid("lifetimes out of order")) }
    }

    /// Something that came with one version has gone with the latest.
    pub(crate) fn note(&mut self, mut came: u64, went: u64) {
        while let Some(&(first, _)) = self.spans.last().filter(|&&(_, end)| end >= came) {
            came = came.min(first);
            self.spans.pop();
        }
        self.spans.push((came, went));
    }

    /// Whether there was something in a version that has gone since.
    pub(crate) fn contain(&self, version: u64) -> bool {
        let next = self.spans.partition_point(|&(first, _)| first <= version);
        next.checked_sub(1).is_some_and(|last| version < self.spans[last].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_are_those_of_all_things_together() {
        let mut gone = Lifetimes::default();
        // Each: when it came and when it went, by the time of going.
        let things = [(3, 5), (4, 6), (9, 10), (8, 12), (14, 15), (2, 16), (17, 18)];
        for (count, &(came, went)) in things.iter().enumerate() {
            gone.note(came, went);
            for version in 0..20 {
                let expected = things[..=count].iter().any(|&(came, went)| (came..went).contains(&version));
                assert_eq!(gone.contain(version), expected, "{version} after {count}");
            }
        }
        assert_eq!(gone.spans, [(2, 16), (17, 18)]);
    }
}
