//! Means of random figures, with intervals that mean something where the tail is heavy.
//!
//! The figures of probes are never negative and lean to the right: many small ones, few large. The
//! common interval around their mean is then too narrow above and too wide below. Hall's
//! transformation (Journal of the Royal Statistical Society B 54, 1992) takes the skewness out,
//! inverts exactly, and shifts the interval upwards as much as the figures seen call for. No method
//! can account for a tail that no probe has met, so [`Moments`] also tells how far the mean rests
//! on a few figures.

/// The normal deviate that 2.5% exceed: every interval has a confidence of 95%.
const DEVIATE: f64 = 1.959_963_984_540_054;

/// A mean with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Figure {
    /// The best guess.
    pub estimate: f64,
    /// The lower end of the interval of 95%.
    pub low: f64,
    /// The upper end; infinite (in JSON null) where nothing can be said.
    pub high: f64,
}

impl Figure {
    /// A figure that is known.
    pub fn exact(value: f64) -> Self {
        Self { estimate: value, low: value, high: value }
    }

    /// Half the width of the interval as a share of the estimate.
    pub fn relative_error(&self) -> f64 {
        if self.high > self.low { (self.high - self.low) / 2.0 / self.estimate } else { 0.0 }
    }

    /// The same in another unit.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { estimate: self.estimate * factor, low: self.low * factor, high: self.high * factor }
    }
}

/// Figures are counted in a larger unit once one exceeds this many of it, so that their third powers
/// are numbers still: the trees of large covers have more nodes than that.
const MOST_UNITS: f64 = (1_u128 << 100) as f64;

/// What is kept of the figures of some probes: sums of powers of their distances from the mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    /// What the figures are counted in: a power of two.
    unit: f64,
    count: f64,
    mean: f64,
    /// The sum of squared distances, and of cubed ones.
    second: f64,
    third: f64,
    largest: f64,
    hits: u64,
    /// Whether a figure was too large to be a number.
    is_beyond_numbers: bool,
}

impl Default for Moments {
    fn default() -> Self {
        Self {
            unit: 1.0,
            count: 0.0,
            mean: 0.0,
            second: 0.0,
            third: 0.0,
            largest: 0.0,
            hits: 0,
            is_beyond_numbers: false,
        }
    }
}

impl Moments {
    /// Those of `count` zeros.
    pub fn zeros(count: u64) -> Self {
        Self { count: count as f64, ..Self::default() }
    }

    /// Adds a figure (the one-pass update of Pébay, 2008).
    pub fn add(&mut self, figure: f64) {
        if !figure.is_finite() {
            self.is_beyond_numbers = true;
            self.count += 1.0;
            self.hits += 1;
            return;
        }
        if figure / self.unit > MOST_UNITS {
            self.count_in(figure.log2().floor().exp2());
        }
        let figure = figure / self.unit;
        let before = self.count;
        self.count += 1.0;
        let delta = figure - self.mean;
        let step = delta / self.count;
        let term = delta * step * before;
        self.mean += step;
        self.third += term * step * (self.count - 2.0) - 3.0 * step * self.second;
        self.second += term;
        self.largest = self.largest.max(figure);
        self.hits += u64::from(figure > 0.0);
    }

    /// Counts in another unit from now on.
    fn count_in(&mut self, unit: f64) {
        let factor = self.unit / unit;
        self.unit = unit;
        self.mean *= factor;
        self.second *= factor.powi(2);
        self.third *= factor.powi(3);
        self.largest *= factor;
    }

    /// How many figures there were.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// How many were not zero.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The share of the largest in the sum of all.
    pub fn largest_share(&self) -> f64 {
        if self.hits == 0 { 0.0 } else { self.largest / (self.mean * self.count) }
    }

    /// How many equal figures would make as precise a mean: the squared sum over the sum of
    /// squares.
    pub fn effective(&self) -> f64 {
        let squares = self.second + self.count * self.mean * self.mean;
        if squares > 0.0 { (self.mean * self.count).powi(2) / squares } else { 0.0 }
    }

    /// The mean with its interval, of numbers that are never negative.
    pub fn figure(&self) -> Figure {
        if self.is_beyond_numbers {
            return Figure { estimate: f64::INFINITY, low: 0.0, high: f64::INFINITY };
        }
        let (n, mean) = (self.count, self.mean);
        if n < 3.0 {
            return Figure { estimate: mean * self.unit, low: 0.0, high: f64::INFINITY };
        }
        let variance = self.second / (n - 1.0);
        if variance <= 0.0 {
            return Figure::exact(mean * self.unit);
        }
        let skewness = self.third / n / (self.second / n).powf(1.5);
        let error = (variance / n).sqrt();
        let deviate = student(n - 1.0);
        let end = |deviate: f64| (mean - error * untransformed(deviate, skewness, n)).max(0.0);
        Figure { estimate: mean, low: end(deviate).min(mean), high: end(-deviate).max(mean) }
            .scaled(self.unit)
    }
}

/// The deviate of Student's distribution that 2.5% exceed, by the expansion in Abramowitz and
/// Stegun 26.7.5; from three degrees of freedom up it is good to one part in a hundred.
fn student(freedom: f64) -> f64 {
    let z = DEVIATE;
    let terms = [
        z,
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| sum / freedom + term)
}

/// The inverse of Hall's transformation: the studentised mean, of `n` figures of this skewness,
/// that belongs to a deviate of an even distribution.
fn untransformed(deviate: f64, skewness: f64, n: f64) -> f64 {
    let lean = skewness / n.sqrt();
    if lean.abs() < 1e-9 {
        return deviate;
    }
    3.0 / lean * ((1.0 + lean * (deviate - lean / 6.0)).cbrt() - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    fn moments(figures: &[f64]) -> Moments {
        let mut moments = Moments::default();
        for &figure in figures {
            moments.add(figure);
        }
        moments
    }

    #[test]
    fn moments_are_those_of_the_definitions() {
        let figures = [0.0, 1.0, 1.0, 2.0, 6.0];
        let moments = moments(&figures);
        let power = |p| figures.iter().map(|figure| (figure - 2.0_f64).powi(p)).sum::<f64>();
        assert!((moments.mean - 2.0).abs() < 1e-12);
        assert!((moments.second - power(2)).abs() < 1e-12);
        assert!((moments.third - power(3)).abs() < 1e-12);
        assert_eq!((moments.count(), moments.hits()), (5, 4));
        assert!((moments.largest_share() - 0.6).abs() < 1e-12);
        assert!((moments.effective() - 100.0 / 42.0).abs() < 1e-12);
    }

    #[test]
    fn figures_of_any_size_have_the_interval_of_small_ones_and_what_is_no_number_has_none() {
        let figures = [1.0, 7.0, 0.0, 2.0, 1e-3, 30.0, 4.0, 4.0, 5.0];
        let small = moments(&figures).figure();
        let huge = 2.0_f64.powi(1000);
        let large = moments(&figures.map(|figure| figure * huge)).figure();
        for (small, large) in
            [(small.estimate, large.estimate), (small.low, large.low), (small.high, large.high)]
        {
            assert!((large / huge - small).abs() < 1e-9 * small, "{large} is not {small} * 2^1000");
        }
        let beyond = moments(&[1.0, 2.0, 3.0, f64::INFINITY]).figure();
        assert_eq!((beyond.low, beyond.high), (0.0, f64::INFINITY));
        assert!(beyond.estimate.is_infinite());
    }

    #[test]
    fn zeros_can_be_added_at_once() {
        let mut late = Moments::zeros(3);
        late.add(5.0);
        let figure = moments(&[0.0, 0.0, 0.0, 5.0]).figure();
        assert!((late.figure().high - figure.high).abs() < 1e-9);
    }

    #[test]
    fn students_deviates_are_those_of_the_tables() {
        for (freedom, value) in [(5.0, 2.5706), (10.0, 2.2281), (30.0, 2.0423), (1e9, 1.96)] {
            assert!((student(freedom) - value).abs() < 0.002 * value, "{freedom}");
        }
    }

    #[test]
    fn a_few_probes_say_little_and_equal_ones_all() {
        assert!(moments(&[4.0, 5.0]).figure().high.is_infinite());
        assert_eq!(moments(&[4.0; 9]).figure(), Figure::exact(4.0));
    }

    #[test]
    fn intervals_of_skewed_figures_cover_their_mean_about_as_often_as_they_say() {
        // Squares of exponential figures: mean 2, skewness 6.6.
        let mut random = SplitMix::new(7);
        let (mut covered, mut missed_above) = (0, 0);
        for _ in 0..1000 {
            let mut moments = Moments::default();
            for _ in 0..200 {
                moments.add(random.unit().max(1e-12).ln().powi(2));
            }
            let figure = moments.figure();
            covered += u32::from((figure.low..=figure.high).contains(&2.0));
            missed_above += u32::from(figure.high < 2.0);
        }
        assert!((925..=965).contains(&covered), "{covered}");
        assert!(missed_above < 60, "{missed_above}");
    }
}
