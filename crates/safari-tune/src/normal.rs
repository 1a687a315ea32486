//! Normal deviates that are the same on every machine.

use rand::RngExt;
use safari_core::Rng;

/// A standard normal deviate, by the polar form of the sine (Box and Muller 1958) from two uniform ones.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    // 1 - u lies in (0, 1], so its logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - rng.random::<f64>())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * rng.random::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_core::Seed;
    use safari_stats::Moments;

    #[test]
    fn deviates_have_the_moments_of_the_normal_distribution() {
        let mut rng = Seed(3).rng();
        let sample: Vec<f64> = (0..200_000).map(|_| normal(&mut rng)).collect();
        let moments: Moments = sample.iter().copied().collect();
        assert!(moments.mean().abs() < 0.01, "{}", moments.mean());
        assert!((moments.variance() - 1.0).abs() < 0.015, "{}", moments.variance());
        let beyond = sample.iter().filter(|x| x.abs() > 1.96).count() as f64 / 200_000.0;
        assert!((beyond - 0.05).abs() < 0.002, "{beyond}");
    }
}
