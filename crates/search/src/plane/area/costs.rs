//! What regions cost, for one query.

use navigant_mesh::AreaMesh;
use navigant_mesh::internals::AreaMeshInternals as _;

/// What each kind of region costs: a factor on lengths, or that it is not to be entered. Kinds that are not named cost nothing
/// extra.
///
/// ```
/// use navigant_search::plane::AreaCosts;
/// let costs = AreaCosts::new().with("grass", 2.0)?.with("road", 0.8)?.without("water");
/// assert!(costs.clone().with("mud", 0.0).is_err());
/// # Ok::<(), navigant_search::plane::BadFactor>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AreaCosts {
    /// By kind; `None` where it is forbidden.
    factors: Vec<(String, Option<f64>)>,
}

/// A factor that is none: it must be a number above 0.
#[derive(Clone, Debug, PartialEq)]
pub struct BadFactor {
    /// The kind of region.
    pub kind: String,
    /// The factor.
    pub factor: f64,
}

impl std::fmt::Display for BadFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "a factor of {} for {}: it must be a number above 0; forbid what is not to be entered",
            self.factor, self.kind
        )
    }
}

impl std::error::Error for BadFactor {}

impl AreaCosts {
    /// Every kind costs as much as none.
    pub fn new() -> AreaCosts {
        AreaCosts::default()
    }

    /// The same, with a factor on lengths in regions of a kind.
    ///
    /// # Errors
    /// [`BadFactor`] if it is not a finite number above 0.
    pub fn with(self, kind: &str, factor: f64) -> Result<AreaCosts, BadFactor> {
        if factor.is_finite() && factor > 0.0 {
            Ok(self.set(kind, Some(factor)))
        } else {
            Err(BadFactor { kind: kind.to_owned(), factor })
        }
    }

    /// The same, with regions of a kind forbidden; also where another region lies on top.
    #[must_use]
    pub fn without(self, kind: &str) -> AreaCosts {
        self.set(kind, None)
    }

    fn set(mut self, kind: &str, factor: Option<f64>) -> AreaCosts {
        self.factors.retain(|(known, _)| known != kind);
        self.factors.push((kind.to_owned(), factor));
        self
    }

    /// The factors of the kinds of some areas, in their order; `None` where one is forbidden.
    pub(super) fn of(&self, areas: &AreaMesh) -> Vec<Option<f64>> {
        let factor = |kind: &String| self.factors.iter().find(|(known, _)| known == kind).map_or(Some(1.0), |f| f.1);
        areas.kinds().iter().map(factor).collect()
    }
}
