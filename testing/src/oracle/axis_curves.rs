//! The curves on which two sites are equally far.

use super::axis_sites::{Measured, Site};
use super::double_double::{Double, Pair, dot, minus, norm, plus, scaled};

/// Where two sites are equally far.
pub(super) enum Curve {
    /// A line in this direction.
    Straight { towards: Pair, least_at: Option<(Double, Double)> },
    /// The normal of a side: a spoke.
    Normal,
    /// A parabola over a side, for a point this far along it and this far off.
    Parabola { side: Measured, along: Double, off: Double },
}

impl Curve {
    pub(super) fn between(s: &Measured, t: &Measured) -> Curve {
        if s.site.is_spoke_with(t.site) {
            return Curve::Normal;
        }
        match (s.site, t.site) {
            (Site::Vertex(_), Site::Vertex(_)) => {
                let d = minus(t.at, s.at);
                let towards = [-d[1], d[0]];
                let middle = scaled(plus(s.at, t.at), Double::from(0.5));
                let least = norm(d) * Double::from(0.5);
                Curve::Straight { towards, least_at: Some((dot(towards, middle), least)) }
            }
            (Site::Side(..), Site::Side(..)) => {
                let d = minus(t.normal(), s.normal());
                Curve::Straight { towards: [-d[1], d[0]], least_at: None }
            }
            (Site::Vertex(_), Site::Side(..)) => Curve::over(t, s),
            (Site::Side(..), Site::Vertex(_)) => Curve::over(s, t),
        }
    }

    fn over(side: &Measured, vertex: &Measured) -> Curve {
        Curve::Parabola { side: side.clone(), along: side.foot(vertex.at), off: side.distance(vertex.at) }
    }

    /// A number that grows along the curve.
    pub(super) fn along(&self, at: Pair, radius: Double) -> Double {
        match self {
            Curve::Straight { towards, .. } => dot(*towards, at),
            Curve::Normal => radius,
            Curve::Parabola { side, .. } => side.foot(at),
        }
    }

    /// A point between two of its points.
    pub(super) fn middle(&self, (a, r): (Pair, Double), (b, s): (Pair, Double)) -> (Pair, Double) {
        let half = Double::from(0.5);
        let between = scaled(plus(a, b), half);
        match self {
            Curve::Normal | Curve::Straight { least_at: None, .. } => (between, (r + s) * half),
            Curve::Straight { towards, least_at: Some((middle, least)) } => {
                let off = (dot(*towards, between) - *middle) / norm(*towards);
                (between, (off * off + *least * *least).sqrt())
            }
            Curve::Parabola { side, along, off } => {
                let foot = (side.foot(a) + side.foot(b)) * half;
                let beside = foot - *along;
                let height = (beside * beside + *off * *off) / (*off + *off);
                (plus(side.at, plus(scaled(side.along, foot), scaled(side.normal(), height))), height)
            }
        }
    }

    /// The least radius between two of its points.
    pub(super) fn least(&self, [(from, r), (to, s)]: [(Double, Double); 2]) -> Double {
        let bottom = match self {
            Curve::Straight { least_at, .. } => *least_at,
            Curve::Normal => None,
            Curve::Parabola { along, off, .. } => Some((*along, *off * Double::from(0.5))),
        };
        let (from, to) = if from <= to { (from, to) } else { (to, from) };
        match bottom {
            Some((at, least)) if from <= at && at <= to => least,
            _ if r < s => r,
            _ => s,
        }
    }
}
