//! Which facts each agent knows: a row of bits for those that came, and one for those that went.

/// Bits to a word.
const BITS: usize = u64::BITS as usize;

/// Sets of facts, two for each agent; they are as wide as the largest number of a contested obstacle.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Words to a set.
    width: usize,
    /// By the index of an agent's id: the words of what came, and those of what went.
    words: Vec<u64>,
}

impl Known {
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Has rows for some agents, and room for some facts.
    pub(super) fn reserve(&mut self, agents: usize, facts: usize) {
        let width = facts.div_ceil(BITS);
        if width > self.width {
            let mut words = Vec::with_capacity(2 * width * agents);
            for set in self.words.chunks_exact(self.width.max(1)) {
                words.extend(set);
                words.extend(std::iter::repeat_n(0, width - set.len()));
            }
            (self.width, self.words) = (width, words);
        }
        self.words.resize(self.words.len().max(2 * self.width * agents), 0);
    }

    /// What came and what went, as far as an agent knows.
    pub(super) fn sets(&self, at: usize) -> (&[u64], &[u64]) {
        let row = self.words.get(2 * self.width * at..2 * self.width * (at + 1)).unwrap_or_default();
        row.split_at(row.len() / 2)
    }

    /// Whether an agent believes in an obstacle: knows that it came, and not that it went.
    #[inline]
    pub(super) fn believes(&self, at: usize, bit: usize) -> bool {
        let (came, went) = self.sets(at);
        has(came, bit) && !has(went, bit)
    }

    /// Lets an agent know that an obstacle came, or that it came and went.
    pub(super) fn learn(&mut self, at: usize, bit: usize, went: bool) {
        let (word, mask) = (bit / BITS, 1 << (bit % BITS));
        let row = 2 * self.width * at;
        if word < self.width && row + 2 * self.width <= self.words.len() {
            self.words[row + word] |= mask;
            self.words[row + self.width + word] |= if went { mask } else { 0 };
        }
    }

    /// Gives an agent other sets; what they lack in words is 0.
    pub(super) fn set(&mut self, at: usize, came: &[u64], went: &[u64]) {
        let width = self.width;
        if let Some(row) = self.words.get_mut(2 * width * at..2 * width * (at + 1)) {
            let padded = |set: &[u64]| set.iter().copied().chain(std::iter::repeat(0)).take(width).collect::<Vec<_>>();
            row.copy_from_slice(&[padded(came), padded(went)].concat());
        }
    }

    /// Lets everybody forget a fact, whose bit is free then.
    pub(super) fn forget(&mut self, bit: usize) {
        let (word, mask) = (bit / BITS, 1u64 << (bit % BITS));
        if word < self.width {
            self.words.chunks_exact_mut(self.width).for_each(|set| set[word] &= !mask);
        }
    }
}

/// Whether a set has a fact.
#[inline]
pub(super) fn has(set: &[u64], bit: usize) -> bool {
    set.get(bit / BITS).is_some_and(|word| word & 1 << (bit % BITS) != 0)
}

/// The facts of one set that another lacks.
pub(super) fn without<'s>(set: &'s [u64], other: &'s [u64]) -> impl Iterator<Item = usize> + 's {
    let words = set.iter().zip(other).map(|(word, other)| word & !other).enumerate().filter(|(_, word)| *word != 0);
    words.flat_map(|(at, word)| (0..BITS).filter(move |bit| word & 1 << bit != 0).map(move |bit| BITS * at + bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_stays_known_when_rows_are_widened() {
        let mut known = Known::default();
        known.reserve(3, 10);
        known.learn(0, 3, false);
        known.learn(2, 9, true);
        known.reserve(5, 200);
        known.learn(2, 199, false);
        assert_eq!(known.width(), 4);
        assert!(known.believes(0, 3) && !known.believes(1, 3) && !known.believes(2, 9) && known.believes(2, 199));
        let (came, went) = known.sets(2);
        assert_eq!(without(came, went).collect::<Vec<_>>(), [199]);
        known.forget(199);
        assert!(!known.believes(2, 199) && known.believes(0, 3));
    }

    #[test]
    fn who_has_no_row_believes_nothing() {
        let mut known = Known::default();
        assert!(!known.believes(7, 3));
        known.learn(7, 3, false);
        known.set(7, &[1], &[]);
        known.forget(3);
        known.reserve(2, 1);
        assert!(!known.believes(7, 0) && !known.believes(0, 500));
    }
}
