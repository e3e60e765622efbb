//! Fixed-point weights from factors.

use crate::FieldError;
use std::num::NonZeroU8;

/// The weights, in units of 1 / `per_one`, that are nearest to some factors: 0 stays 0, which is blocked, and no positive
/// factor becomes 0.
///
/// Costs of a field on these weights are `per_one` times as large, so the farthest that it reaches is as much nearer. Each
/// weight is off by at most half a unit.
///
/// # Errors
/// [`FieldError::BadFactor`] with the first factor that is negative, not a number, or outside what the format can hold.
///
/// ```
/// use navigant_field::weights::fixed_point;
/// # use std::num::NonZeroU8;
/// let sixteenths = NonZeroU8::new(16).ok_or("not zero")?;
/// assert_eq!(fixed_point(&[0.0, 1.0, 2.5], sixteenths)?, [0, 16, 40]);
/// assert!(fixed_point(&[1.0, -1.0], sixteenths).is_err());
/// assert!(fixed_point(&[f64::NAN], sixteenths).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_point(factors: &[f64], per_one: NonZeroU8) -> Result<Vec<u8>, FieldError> {
    let unit = f64::from(per_one.get());
    let (least, most) = (1.0 / unit, 255.0 / unit);
    let weight = |(index, &factor): (usize, &f64)| {
        let is_blocked = factor == 0.0;
        let units = (factor * unit).round();
        if is_blocked || (1.0..=255.0).contains(&units) {
            Ok(if is_blocked { 0 } else { units as u8 })
        } else {
            Err(FieldError::BadFactor { index, factor, least, most })
        }
    };
    factors.iter().enumerate().map(weight).collect()
}
