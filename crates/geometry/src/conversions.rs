//! Points of glam and mint as points of the world, and back. Single precision is taken and not given: rounding is the
//! caller's to ask for.

use crate::Point;

#[cfg(feature = "glam")]
mod with_glam {
    use super::Point;
    use glam::{DVec2, Vec2};

    impl From<DVec2> for Point {
        fn from(v: DVec2) -> Point {
            Point::new(v.x, v.y)
        }
    }

    impl From<Vec2> for Point {
        fn from(v: Vec2) -> Point {
            Point::new(v.x.into(), v.y.into())
        }
    }

    impl From<Point> for DVec2 {
        fn from(p: Point) -> DVec2 {
            DVec2::new(p.x, p.y)
        }
    }
}

#[cfg(feature = "mint")]
mod with_mint {
    use super::Point;
    use mint::{Point2, Vector2};

    impl From<Point2<f64>> for Point {
        fn from(p: Point2<f64>) -> Point {
            Point::new(p.x, p.y)
        }
    }

    impl From<Point2<f32>> for Point {
        fn from(p: Point2<f32>) -> Point {
            Point::new(p.x.into(), p.y.into())
        }
    }

    impl From<Vector2<f64>> for Point {
        fn from(v: Vector2<f64>) -> Point {
            Point::new(v.x, v.y)
        }
    }

    impl From<Point> for Point2<f64> {
        fn from(p: Point) -> Point2<f64> {
            Point2 { x: p.x, y: p.y }
        }
    }

    impl From<Point> for Vector2<f64> {
        fn from(p: Point) -> Vector2<f64> {
            Vector2 { x: p.x, y: p.y }
        }
    }

    impl mint::IntoMint for Point {
        type MintType = Point2<f64>;
    }
}
