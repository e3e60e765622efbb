//! Handles: an index, a generation and a kind in 64 bits, so that stale, foreign and made-up ones are refused.

use crate::status::{Failure, NavStatus};
use std::sync::{Arc, PoisonError, RwLock};

/// The objects of a kind.
pub(crate) struct Registry<T> {
    /// Says of which kind a handle is.
    kind: u8,
    slots: RwLock<Slots<T>>,
}

struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    value: Option<Arc<T>>,
}

/// As many bits has a generation.
const GENERATION: u32 = 24;

impl<T> Registry<T> {
    pub(crate) const fn new(kind: u8) -> Registry<T> {
        Registry { kind, slots: RwLock::new(Slots { slots: Vec::new(), free: Vec::new() }) }
    }

    fn handle(&self, index: u32, generation: u32) -> u64 {
        u64::from(self.kind) << 56 | u64::from(generation) << 32 | u64::from(index)
    }

    /// Takes an object in and gives its handle, which is never 0.
    pub(crate) fn insert(&self, value: T) -> Result<u64, Failure> {
        let mut all = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = match all.free.pop() {
            Some(index) => index,
            None => {
                let next = u32::try_from(all.slots.len());
                let next =
                    next.map_err(|_| Failure::new(NavStatus::BadCount, "four billion objects are there already"))?;
                all.slots.push(Slot { generation: 0, value: None });
                next
            }
        };
        let slot = &mut all.slots[index as usize];
        slot.value = Some(Arc::new(value));
        let generation = slot.generation;
        Ok(self.handle(index, generation))
    }

    /// The object of a handle.
    pub(crate) fn get(&self, handle: u64) -> Result<Arc<T>, Failure> {
        let all = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let slot = all.slots.get(handle as u32 as usize);
        let value =
            slot.filter(|slot| handle == self.handle(handle as u32, slot.generation)).and_then(|s| s.value.clone());
        value.ok_or_else(|| unknown(handle))
    }

    /// Lets go of an object; those who use it keep it until they are done.
    pub(crate) fn remove(&self, handle: u64) -> Result<(), Failure> {
        let mut all = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let index = handle as u32;
        let generation = all.slots.get(index as usize).map(|slot| slot.generation);
        let slot = all.slots.get_mut(index as usize);
        let known = slot.filter(|_| generation.is_some_and(|g| handle == self.handle(index, g)));
        let slot = known.ok_or_else(|| unknown(handle))?;
        let value = slot.value.take().ok_or_else(|| unknown(handle))?;
        slot.generation += 1;
        // One whose generations are used up is not used again.
        if slot.generation < 1 << GENERATION {
            all.free.push(index);
        }
        drop(all);
        drop(value);
        Ok(())
    }
}

fn unknown(handle: u64) -> Failure {
    Failure::new(
        NavStatus::UnknownHandle,
        format!("the handle {handle:#x} was freed, never given, or is of another kind"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handle_is_refused_for_ever() {
        let registry = Registry::new(1);
        let first = registry.insert("a").unwrap();
        registry.remove(first).unwrap();
        let second = registry.insert("b").unwrap();
        assert!(first != second && registry.get(first).is_err() && registry.remove(first).is_err());
        assert_eq!(*registry.get(second).unwrap(), "b");
    }

    #[test]
    fn a_handle_of_another_kind_is_refused() {
        let (one, other) = (Registry::new(1), Registry::new(2));
        let (a, b) = (one.insert(1).unwrap(), other.insert(2).unwrap());
        assert!(one.get(b).is_err() && other.get(a).is_err() && one.get(0).is_err() && one.get(u64::MAX).is_err());
    }
}
