//! Means of random figures, with intervals that mean something where the tail is heavy.
//!
//! The figures of probes are never negative and lean to the right: many small ones, few large. The
//! common interval around their mean is then too narrow above and too wide below. Hall's
//! transformation (Journal of the Royal Statistical Society B 54, 1992) takes the skewness out,
//! inverts exactly, and shifts the interval upwards as much as the figures seen call for.
//!
//! That is of the tail that was met. Where the tail is heavy, the mean owes a good part to figures
//! so large that they are hardly ever met, and of 200 intervals from plain probes 26 ended below the
//! truth. So each end allows for one figure more than there are: the upper one for a figure twice as
//! far above the mean as the largest, the lower one for another like the least. Among many figures
//! of a light tail that adds little. Figures that are all alike tell nothing of others but that they
//! are rare, and no method can account for solutions that hardly a probe has met: [`Moments`] tells
//! how far the mean rests on a few figures.

/// The normal deviate that 2.5% exceed: every interval has a confidence of 95%.
const DEVIATE: f64 = 1.959_963_984_540_054;

/// How much further from the mean than the largest figure another is allowed for.
const BEYOND: f64 = 2.0;

/// The chance of not having met, among all figures, those that are so rare that an interval of 95%
/// does not allow for them.
const CHANCE_UNMET: f64 = 0.05;

/// Fewer figures than this that are not zero, among many that are, say nothing of how large others
/// may be.
const LEAST_HITS: u64 = 20;

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
    least: f64,
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
            least: f64::INFINITY,
            hits: 0,
            is_beyond_numbers: false,
        }
    }
}

impl Moments {
    /// Those of `count` zeros.
    pub fn zeros(count: u64) -> Self {
        let least = if count == 0 { f64::INFINITY } else { 0.0 };
        Self { count: count as f64, least, ..Self::default() }
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
        self.least = self.least.min(figure);
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
        self.least *= factor;
    }

    /// How many figures there were.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// How many were not zero.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// Whether so few figures are not zero, of many, that nothing can be said of how large others are.
    pub fn is_rarely_hit(&self) -> bool {
        is_rare(self.hits, self.count())
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
        let estimate = self.mean * self.unit;
        if self.count < 3.0 {
            return Figure { estimate, low: 0.0, high: f64::INFINITY };
        }
        if self.are_alike() {
            // Others may be as rare as this, and are taken for zeros, or for twice as much.
            let unmet = 1.0 - CHANCE_UNMET.powf(1.0 / self.count);
            let (low, high) = (estimate * (1.0 - unmet), estimate * (1.0 + unmet));
            return Figure { estimate, low, high };
        }
        let another = |figure: f64| {
            let mut more = *self;
            more.add(figure * self.unit);
            more.ends()
        };
        let (low, high) = self.ends();
        let (lower, _) = another(self.least);
        let (_, higher) = another(self.mean + BEYOND * (self.largest - self.mean));
        Figure {
            estimate,
            low: low.min(lower).clamp(0.0, estimate),
            high: high.max(higher).max(estimate),
        }
    }

    /// Whether all figures are one, but for rounding.
    fn are_alike(&self) -> bool {
        self.largest - self.least <= 1e-9 * self.mean
    }

    /// The ends of the interval that the figures by themselves call for, which differ.
    fn ends(&self) -> (f64, f64) {
        let (n, mean) = (self.count, self.mean);
        let skewness = self.third / n / (self.second / n).powf(1.5);
        let error = (self.second / (n - 1.0) / n).sqrt();
        let deviate = student(n - 1.0);
        let end = |deviate: f64| (mean - error * untransformed(deviate, skewness, n)) * self.unit;
        (end(deviate), end(-deviate))
    }
}

/// Whether so few probes of so many reached a solution that nothing can be said of how many others
/// would find.
pub(crate) fn is_rare(hits: u64, probes: u64) -> bool {
    hits < LEAST_HITS && 2 * hits < probes
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
    fn a_figure_that_needs_a_larger_unit_leaves_what_was_added_before_as_it_was() {
        let huge = 2.0_f64.powi(100);
        let figures = [0.5, 0.25, 0.75, 3.0, 1.0, 7.0];
        let (small, large) = (moments(&figures), moments(&figures.map(|figure| figure * huge)));
        assert!(small.unit.to_bits() == 1.0_f64.to_bits() && large.unit > huge);
        let figures = |moments: &Moments, by: f64| {
            let Figure { estimate, low, high } = moments.figure();
            [estimate / by, low / by, high / by, moments.largest_share(), moments.effective()]
        };
        for (small, large) in figures(&small, 1.0).into_iter().zip(figures(&large, huge)) {
            assert!((large - small).abs() <= 1e-9 * small.abs(), "{large} is not {small}");
        }
    }

    #[test]
    fn figures_are_alike_where_they_differ_in_their_last_digits_only() {
        assert!(!moments(&[8.0, 9.0, 10.0, 10.0, 11.0, 12.0]).are_alike());
        assert!(moments(&[1e6, 1e6 + 1e-5, 1e6]).are_alike());
        assert!(!moments(&[1e6, 1e6 + 1.0, 1e6]).are_alike());
    }

    #[test]
    fn three_figures_have_an_interval_and_what_is_no_number_is_a_figure_too() {
        assert!(moments(&[4.0, 5.0, 7.0]).figure().high.is_finite());
        let beyond = moments(&[1.0, f64::INFINITY, 2.0]);
        assert_eq!((beyond.count(), beyond.hits()), (3, 3));
    }

    #[test]
    fn what_was_transformed_back_comes_to_the_deviate_again_by_halls_transformation() {
        for (deviate, skewness, n) in [(1.96, 2.0, 20.0), (-1.96, 6.0, 50.0), (1.0, -3.0, 9.0)] {
            let t = untransformed(deviate, skewness, n);
            let lean = skewness / n.sqrt();
            let again = t + lean * t.powi(2) / 3.0 + lean.powi(2) * t.powi(3) / 27.0 + lean / 6.0;
            assert!((again - deviate).abs() < 1e-9, "{again} is not {deviate}");
        }
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
    fn a_few_probes_say_little_and_equal_ones_leave_room_for_others() {
        assert!(moments(&[4.0, 5.0]).figure().high.is_infinite());
        // Of figures of which one in twenty differs, 59 are alike in one case of twenty.
        let figure = moments(&[4.0; 59]).figure();
        assert!((figure.low - 3.8).abs() < 0.01 && (figure.high - 4.2).abs() < 0.01, "{figure:?}");
        let (few, many) = (moments(&[4.0; 8]).figure(), moments(&[4.0; 800]).figure());
        assert!(few.relative_error() > 0.3 && (0.001..0.01).contains(&many.relative_error()));
        // What differs in its last digits only is alike.
        let rounded = moments(&[4.0, 4.0, 4.0 + 1e-12, 4.0, 4.0, 4.0, 4.0, 4.0]).figure();
        assert!((rounded.relative_error() - few.relative_error()).abs() < 1e-9);
    }

    #[test]
    fn few_figures_have_the_wider_interval_of_student() {
        // Even figures around 10, whose squared distances sum to 10.
        let (low, high) = moments(&[8.0, 9.0, 10.0, 10.0, 11.0, 12.0]).ends();
        let half = 2.5706 * (10.0_f64 / 5.0 / 6.0).sqrt();
        assert!((10.0 - low - half).abs() < 0.002 * half, "{low}");
        assert!((high - 10.0 - half).abs() < 0.002 * half, "{high}");
    }

    #[test]
    fn an_interval_allows_for_a_figure_that_was_not_met() {
        let figures = [0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 9.0];
        let moments = moments(&figures);
        let (figure, (low, high)) = (moments.figure(), moments.ends());
        assert!((moments.mean - 2.0).abs() < 1e-12);
        let with = |another: f64| {
            let mut more = moments;
            more.add(another);
            more.ends()
        };
        assert!(with(16.0).1 > high && with(0.0).0 < low);
        assert!((figure.high - with(16.0).1).abs() < 1e-9, "{figure:?}");
        assert!((figure.low - with(0.0).0.max(0.0)).abs() < 1e-9, "{figure:?}");
    }

    #[test]
    fn a_few_hits_among_many_probes_are_rare() {
        assert!(is_rare(0, 1) && is_rare(19, 39));
        assert!(!is_rare(20, 1000) && !is_rare(8, 8) && !is_rare(4, 8));
    }

    #[test]
    fn intervals_cover_their_mean_at_least_as_often_as_they_say() {
        // Squares of exponential figures: mean 2, skewness 6.6. And even figures of mean 10.
        let mut random = SplitMix::new(7);
        let mut skewed = || random.unit().max(1e-12).ln().powi(2);
        let (below, above) = missed(200, 2.0, &mut skewed);
        assert!(below + above < 50, "{below} below, {above} above");
        let mut random = SplitMix::new(8);
        let mut even = || 4.0 + (0..12).map(|_| random.unit()).sum::<f64>();
        for count in [5, 20] {
            let (below, above) = missed(count, 10.0, &mut even);
            assert!(below + above < 50, "{below} below, {above} above");
        }
    }

    /// How many of a thousand intervals around means of `count` figures lie below the truth, and how
    /// many above.
    fn missed(count: usize, truth: f64, figure: &mut dyn FnMut() -> f64) -> (u32, u32) {
        let mut missed = (0, 0);
        for _ in 0..1000 {
            let figures: Vec<f64> = (0..count).map(|_| figure()).collect();
            let figure = moments(&figures).figure();
            missed.0 += u32::from(figure.high < truth);
            missed.1 += u32::from(figure.low > truth);
        }
        missed
    }
}
