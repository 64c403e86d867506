//! The picture of an estimate: the running estimate against the number of probes, the interval of
//! 95% as a band around it, and the known count as a line, as SVG that reads on light and dark.

use std::fmt::Write as _;

use crate::number::{grouped, whole};
use crate::solve::estimate::Point;
use crate::xml::escaped;

use super::estimate::EstimatePart;

/// The size of one panel.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;

/// The place that axes and words take around the lines.
const LEFT: f64 = 110.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 52.0;

const STYLE: &str = "\
svg { color: #1b1f24; font: 13px system-ui, sans-serif; }\n\
.paper { fill: #ffffff; } text { fill: currentColor; } .title { font-weight: 600; font-size: 15px; }\n\
.grid { stroke: currentColor; stroke-opacity: .15; } .axis { stroke: currentColor; }\n\
.band { fill: #2f7ed8; fill-opacity: .22; } .mean { stroke: #2f7ed8; stroke-width: 2; fill: none; }\n\
.known { stroke: #d8572f; stroke-width: 1.5; stroke-dasharray: 6 4; }\n\
text.known { fill: #d8572f; stroke: none; }\n\
@media (prefers-color-scheme: dark) {\n\
svg { color: #e6e8eb; } .paper { fill: #14171a; } .band { fill: #6db1ff; } .mean { stroke: #6db1ff; }\n\
.known { stroke: #ff9b73; } text.known { fill: #ff9b73; } }\n";

/// One panel for each puzzle, one below the other.
pub(crate) fn svg(parts: &[&EstimatePart]) -> String {
    let height = HEIGHT * parts.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    );
    for (i, part) in parts.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", HEIGHT * i as f64);
        panel(part, &mut svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// From figures to places: probes on a logarithmic scale, totals on an even one.
struct Scale {
    probes: (f64, f64),
    totals: (f64, f64),
}

impl Scale {
    fn new(part: &EstimatePart) -> Self {
        let probes = |point: Option<&Point>| point.map_or(1.0, |point| point.probes as f64);
        let (first, last) = (probes(part.history.first()), probes(part.history.last()));
        // The wild beginnings may leave the picture.
        let settled = part.history.iter().filter(|point| point.probes as f64 * 8.0 >= last);
        let ends = settled.flat_map(|point| [point.total.low, point.total.high]);
        let ends = ends.chain([part.total.estimate]).chain(part.known.map(|known| known as f64));
        let finite: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
        let low = finite.iter().copied().fold(f64::INFINITY, f64::min);
        let high = finite.iter().copied().fold(0.0, f64::max);
        let margin = ((high - low) * 0.15).max(high * 1e-3).max(0.5);
        Self {
            probes: (first.log10(), last.max(first * 1.01).log10()),
            totals: ((low - margin).max(0.0), high + margin),
        }
    }

    fn x(&self, probes: f64) -> f64 {
        let (from, to) = self.probes;
        LEFT + (probes.log10() - from) / (to - from) * (WIDTH - LEFT - RIGHT)
    }

    /// The height of a total; one outside the picture is put on its edge.
    fn y(&self, total: f64) -> f64 {
        let (from, to) = self.totals;
        let share = ((total - from) / (to - from)).clamp(0.0, 1.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    fn holds(&self, total: f64) -> bool {
        (self.totals.0..=self.totals.1).contains(&total)
    }
}

fn panel(part: &EstimatePart, svg: &mut String) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let title = format!(
        "{}: estimated arrangements, method {}, seed {}",
        escaped(&part.name),
        part.method,
        part.seed
    );
    let _ = writeln!(svg, "<text class=\"title\" x=\"{LEFT}\" y=\"24\">{title}</text>");
    if part.history.is_empty() {
        let words = if part.exact { "the tree was searched whole: exact" } else { "no probes" };
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{words}</text>", HEIGHT / 2.0);
        return;
    }
    let scale = Scale::new(part);
    for total in even_ticks(scale.totals) {
        let y = scale.y(total);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            whole(total)
        );
    }
    for probes in round_ticks(scale.probes) {
        let x = scale.x(probes);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}\"/><text x=\"{x:.1}\" y=\"{}\" \
             text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            grouped(format!("{probes:.0}"))
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">probes (logarithmic); band: interval of 95%</text>\
         <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">total \
         (arrangements)</text>",
        f64::midpoint(LEFT, right),
        HEIGHT - 12.0,
        f64::midpoint(TOP, bottom)
    );
    lines(part, &scale, svg);
    let _ =
        writeln!(svg, "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>");
}

/// The band, the running estimate and the known count.
fn lines(part: &EstimatePart, scale: &Scale, svg: &mut String) {
    let place = |point: &Point, total: f64| {
        format!("{:.1} {:.1}", scale.x(point.probes as f64), scale.y(total))
    };
    let upper = part.history.iter().map(|point| place(point, point.total.high));
    let lower = part.history.iter().rev().map(|point| place(point, point.total.low));
    let band: Vec<String> = upper.chain(lower).collect();
    let _ = writeln!(svg, "<path class=\"band\" d=\"M{}Z\"/>", band.join("L"));
    // The line is broken where it leaves the picture.
    let mut mean = String::new();
    let mut is_out = true;
    for point in &part.history {
        let estimate = point.total.estimate;
        if scale.holds(estimate) {
            let _ = write!(mean, "{}{}", if is_out { 'M' } else { 'L' }, place(point, estimate));
        }
        is_out = !scale.holds(estimate);
    }
    let _ = writeln!(svg, "<path class=\"mean\" d=\"{mean}\"/>");
    if let Some(known) = part.known {
        let (y, right) = (scale.y(known as f64), WIDTH - RIGHT);
        let _ = writeln!(
            svg,
            "<path class=\"known\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"known\" \
             x=\"{right}\" y=\"24\" text-anchor=\"end\">known: {}</text>",
            grouped(known)
        );
    }
}

/// About five round numbers in a range.
fn even_ticks((from, to): (f64, f64)) -> Vec<f64> {
    let rough = (to - from) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough);
    let step = (step.unwrap_or(10.0) * power).max(1.0);
    let first = (from / step).ceil();
    (0..=12).map(|i| (first + f64::from(i)) * step).take_while(|&tick| tick <= to).collect()
}

/// Powers of ten in a range of logarithms, and where those are few, twice and five times them.
fn round_ticks((from, to): (f64, f64)) -> Vec<f64> {
    let multiples: &[f64] = if to - from > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let powers = from.floor() as i32..=to.ceil() as i32;
    let ticks = powers.flat_map(|power| multiples.iter().map(move |m| m * 10_f64.powi(power)));
    ticks.filter(|tick| (from - 1e-9..=to + 1e-9).contains(&tick.log10())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_lie_in_their_range() {
        assert_eq!(even_ticks((360_000.0, 381_000.0)), [360e3, 365e3, 370e3, 375e3, 380e3]);
        assert_eq!(even_ticks((0.0, 2.0)), [0.0, 1.0, 2.0]);
        assert_eq!(round_ticks((3_f64.log10(), 2.0)), [5.0, 10.0, 20.0, 50.0, 100.0]);
    }
}
