//! Coordinates in decimal: the shortest text that reads back as the same f64.

use std::fmt;

/// Writes a finite f64 in its shortest round-trip form, whole numbers without a fraction, large ones with an exponent.
pub(crate) struct Decimal(pub(crate) f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_f64_survives_as_text() {
        let mut bits: u64 = 7;
        let random = std::iter::repeat_with(|| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from_bits(bits)
        });
        let odd = [0.0, -0.0, 1e300, 5e-324, 0.1, 1e16, -1e21, 123_456_789.0];
        for x in odd.into_iter().chain(random.filter(|x| x.is_finite()).take(2000)) {
            let text = Decimal(x).to_string();
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), x.to_bits(), "{text}");
            assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), x.to_bits(), "{text} as JSON");
        }
        assert_eq!(Decimal(12.0).to_string(), "12");
        assert_eq!(Decimal(-2.5).to_string(), "-2.5");
    }
}
