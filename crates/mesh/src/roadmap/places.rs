//! Places and the ways between them.

use navigant_geometry::{Bounds, Point};

/// A place of a roadmap. A place that an edit leaves as it was keeps its id; ids of places that went are used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

impl PlaceId {
    /// Its place in arrays by place, below [`Roadmap::slots`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Places in the plane and the lengths of the ways between them, in metres.
///
/// Every way leads in both directions. It is at least as long as the line between its ends.
#[derive(Clone, Debug, Default)]
pub struct Roadmap {
    places: Vec<Place>,
    unused: Vec<PlaceId>,
    ways: usize,
    affected: Vec<PlaceId>,
    former: Vec<Former>,
}

/// What a place was before the latest edit, which has changed its ways or taken it away.
#[derive(Clone, Debug)]
pub struct Former {
    /// Its id then.
    pub place: PlaceId,
    /// Whether it is still there.
    pub stays: bool,
    /// Its ways then.
    pub ways: Vec<(PlaceId, f64)>,
}

#[derive(Clone, Debug)]
struct Place {
    /// `None` in a slot that is not in use.
    at: Option<Point>,
    /// Sorted by their ends.
    ways: Vec<(PlaceId, f64)>,
    /// Whether it has come with the edit under way.
    is_new: bool,
}

impl Roadmap {
    /// All places.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + '_ {
        let places = self.places.iter().enumerate();
        places.filter(|(_, place)| place.at.is_some()).map(|(i, _)| PlaceId(i as u32))
    }

    /// How many places there are.
    pub fn place_count(&self) -> usize {
        self.places.len() - self.unused.len()
    }

    /// How many ways there are, each counted once.
    pub fn way_count(&self) -> usize {
        self.ways / 2
    }

    /// Arrays by [`PlaceId::index`] need this many slots.
    pub fn slots(&self) -> usize {
        self.places.len()
    }

    /// Where a place is; `None` if there is none with this id.
    #[inline]
    pub fn point(&self, place: PlaceId) -> Option<Point> {
        self.places.get(place.index()).and_then(|place| place.at)
    }

    /// The ways from a place, by the ids of their ends; none from one that does not exist.
    #[inline]
    pub fn ways(&self, from: PlaceId) -> &[(PlaceId, f64)] {
        self.places.get(from.index()).map_or(&[], |place| &place.ways)
    }

    /// What the latest edit affected, sorted: the places that came, went, or have other ways than before. In a roadmap
    /// that was just built these are all.
    pub fn affected(&self) -> &[PlaceId] {
        &self.affected
    }

    /// What the affected places were before the latest edit, those that came with it apart.
    pub fn former(&self) -> &[Former] {
        &self.former
    }

    /// The box around the affected places that are there; `None` if there are none.
    pub fn affected_bounds(&self) -> Option<Bounds> {
        Bounds::of(self.affected.iter().filter_map(|&place| self.point(place)))
    }

    /// The memory of the roadmap in bytes, without what its vectors hold in reserve.
    pub fn memory_bytes(&self) -> usize {
        self.places.len() * size_of::<Place>() + self.ways * size_of::<(PlaceId, f64)>()
    }

    /// An edit begins.
    pub(super) fn begin(&mut self) {
        self.affected.clear();
        self.former.clear();
    }

    /// An edit ends.
    pub(super) fn finish(&mut self) {
        self.affected.sort_unstable();
        self.affected.dedup();
        for &id in &self.affected {
            self.places[id.index()].is_new = false;
        }
    }

    /// A place comes.
    pub(super) fn add(&mut self, at: Point) -> PlaceId {
        let place = Place { at: Some(at), ways: Vec::new(), is_new: true };
        let id = match self.unused.pop() {
            Some(id) => {
                self.places[id.index()] = place;
                id
            }
            None => {
                self.places.push(place);
                PlaceId(self.places.len() as u32 - 1)
            }
        };
        self.affected.push(id);
        id
    }

    /// A place goes. The ways to it must be taken from the others, too.
    pub(super) fn remove(&mut self, id: PlaceId) {
        let place = &mut self.places[id.index()];
        if place.at.take().is_some() {
            let ways = std::mem::take(&mut place.ways);
            self.ways -= ways.len();
            self.unused.push(id);
            self.affected.push(id);
            if !place.is_new {
                self.former.push(Former { place: id, stays: false, ways });
            }
        }
    }

    /// A place has these ways from now on; they are left sorted.
    pub(super) fn set_ways(&mut self, id: PlaceId, ways: &mut Vec<(PlaceId, f64)>) {
        ways.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let place = &mut self.places[id.index()];
        if place.ways != *ways {
            self.ways = self.ways + ways.len() - place.ways.len();
            let former = std::mem::replace(&mut place.ways, ways.clone());
            self.affected.push(id);
            if !place.is_new {
                self.former.push(Former { place: id, stays: true, ways: former });
            }
        }
    }
}
