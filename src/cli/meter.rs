//! The meter: how far a run is, on standard error.
//!
//! On a terminal it is a bar, elsewhere a line now and then. Nothing appears while a run is short,
//! nothing at all with `never`, and a signal that asks is answered by a line in any case. The share
//! does not go back while a phase goes on, and reaches 100% when the run has come to its end.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::duration;
use crate::number::grouped;
use crate::solve::observer::Observer;
use crate::solve::{Phase, Plan, Progress};

use super::message::say;
use super::signals::Signals;

/// When to show how far a command is.
#[derive(Args, Clone, Copy, Debug)]
pub struct ProgressArguments {
    /// When to show on standard error how far it is; SIGUSR1 asks at any time.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: ProgressWhen,
}

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressWhen {
    /// As a bar on a terminal, elsewhere as a line now and then.
    Auto,
    /// As a bar on a terminal, elsewhere as a line every second.
    Always,
    /// Never.
    Never,
}

/// A run that takes less shows nothing.
const SOON: Duration = Duration::from_millis(500);

/// The least time between two looks at something that is no search.
const BLINK: Duration = Duration::from_millis(100);

/// The time before the first line where standard error is no terminal, and the least between two.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// The steps of the bar.
const STEPS: u64 = 10_000;

/// Shows how far a run is.
#[derive(Debug)]
pub struct Meter {
    when: ProgressWhen,
    /// Whether to say which engine was chosen, and why.
    is_verbose: bool,
    /// Asks how far the run is.
    pub signals: Signals,
    state: Mutex<State>,
    /// How far the first run was that did not come to its end.
    stopped: OnceLock<String>,
    /// Whether a run that is stopped saves what it has found.
    saves: AtomicBool,
}

#[derive(Debug)]
struct State {
    /// The puzzle.
    name: String,
    begun: Instant,
    phase: Option<Phase>,
    /// The largest share of the phase so far.
    share: f64,
    last: Option<Progress>,
    /// What was said last of something that is no search.
    told: Option<String>,
    /// When that was.
    told_after: Duration,
    bar: Option<ProgressBar>,
    next_line: Duration,
    is_shown: bool,
}

impl Meter {
    /// Shows nothing before a run begins.
    pub fn new(when: ProgressWhen, is_verbose: bool, signals: Signals) -> Self {
        let state = Mutex::new(State::new("", when));
        let saves = AtomicBool::new(false);
        Self { when, is_verbose, signals, state, stopped: OnceLock::new(), saves }
    }

    /// Says that runs save what they have found when they are stopped, for which they are given time.
    pub fn set_saves(&self) {
        self.saves.store(true, Ordering::Relaxed);
    }

    /// A run of a puzzle begins.
    pub fn begin(&self, name: &str) {
        *self.state() = State::new(name, self.when);
        self.signals.set_has_to_save(self.saves.load(Ordering::Relaxed));
    }

    /// It has ended, with everything done or not.
    pub fn end(&self, complete: bool) {
        // What was found before a signal is written, and takes the time that it takes.
        let is_stopped = self.signals.signal().is_some();
        self.signals.set_has_to_save(is_stopped && self.saves.load(Ordering::Relaxed));
        let mut state = self.state();
        if !complete {
            self.stopped.get_or_init(|| match &state.last {
                Some(progress) => describe(&state.name, progress, state.share),
                None => state.told.clone().unwrap_or(format!("{} hardly begun", state.name)),
            });
        }
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        } else if state.is_shown && complete {
            let elapsed = duration::rough(state.begun.elapsed().as_secs_f64());
            say(&format!("{}: 100% explored in {elapsed}", state.name));
        }
    }

    /// How far the first run was that did not come to its end, in words.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new(name: &str, when: ProgressWhen) -> Self {
        let next_line = if when == ProgressWhen::Always { SOON } else { NOW_AND_THEN };
        Self {
            name: name.to_owned(),
            begun: Instant::now(),
            phase: None,
            share: 0.0,
            last: None,
            told: None,
            told_after: SOON,
            bar: None,
            next_line,
            is_shown: false,
        }
    }

    /// Draws the bar, which begins with the first look after a while.
    fn draw(&mut self, words: &str) {
        let bar = self.bar.get_or_insert_with(|| {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let bar = ProgressBar::with_draw_target(Some(STEPS), target);
            // The template is sound, so that the fallback is never taken.
            let style = ProgressStyle::with_template("{bar:24} {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position((self.share * STEPS as f64) as u64);
        bar.set_message(words.to_owned());
    }
}

impl Observer for Meter {
    fn on_plan(&self, plan: &Plan) {
        if self.is_verbose && !plan.why().is_empty() {
            let name = self.state().name.clone();
            say(&format!("{name}: engine {}: {}", plan.engine().name(), plan.why()));
        }
    }

    fn on_spoilt(&self, tasks: usize) {
        let name = self.state().name.clone();
        say(&match tasks {
            1 => format!(
                "{name}: the solutions of one finished task are missing from the file beside the \
                 journal, or damaged in it; the task is done again"
            ),
            _ => format!(
                "{name}: the solutions of {tasks} finished tasks are missing from the file beside \
                 the journal, or damaged in it; the tasks are done again"
            ),
        });
    }

    fn on_progress(&self, progress: &Progress) {
        let mut state = self.state();
        let asked = self.signals.asks_how_far();
        if state.phase != Some(progress.phase) {
            (state.phase, state.share) = (Some(progress.phase), 0.0);
        }
        state.share = state.share.max(progress.share);
        state.last = Some(progress.clone());
        self.show(&mut state, asked, |state| describe(&state.name, progress, state.share));
    }
}

impl Meter {
    /// How far something is that is no search, as a share and in words.
    pub fn tell(&self, share: f64, words: impl Fn() -> String) {
        let mut state = self.state();
        let asked = self.signals.asks_how_far();
        state.share = state.share.max(share.clamp(0.0, 1.0));
        let elapsed = state.begun.elapsed();
        if elapsed >= state.told_after {
            state.told = Some(words());
            state.told_after = elapsed + BLINK;
        }
        self.show(&mut state, asked, |_| words());
    }

    /// Does something of which nobody can tell how far it is, and shows meanwhile what it is and how
    /// long it has gone on.
    pub fn watch<T>(&self, doing: &str, work: impl FnOnce() -> T) -> T {
        *self.state() = State::new(doing, self.when);
        let is_done = AtomicBool::new(false);
        let look = || {
            while !is_done.load(Ordering::Acquire) {
                let mut state = self.state();
                let asked = self.signals.asks_how_far();
                self.show(&mut state, asked, |state| {
                    let elapsed = duration::rough(state.begun.elapsed().as_secs_f64());
                    format!("{doing}: {elapsed} so far")
                });
                drop(state);
                thread::park_timeout(BLINK);
            }
        };
        let worked_out = thread::scope(|scope| {
            // Without a thread for it, nothing is shown.
            let watch = thread::Builder::new().name("meter".to_owned()).spawn_scoped(scope, look);
            let worked_out = work();
            is_done.store(true, Ordering::Release);
            if let Ok(watch) = watch {
                watch.thread().unpark();
            }
            worked_out
        });
        if let Some(bar) = self.state().bar.take() {
            bar.finish_and_clear();
        }
        worked_out
    }

    /// Shows words and the share of a state, if it is time for that or somebody asked.
    fn show(&self, state: &mut State, asked: bool, words: impl Fn(&State) -> String) {
        let elapsed = state.begun.elapsed();
        let is_quiet = self.when == ProgressWhen::Never || elapsed < SOON;
        if is_quiet && !asked {
            return;
        }
        let words = words(state);
        if !is_quiet && std::io::stderr().is_terminal() {
            state.draw(&words);
            if let (true, Some(bar)) = (asked, &state.bar) {
                bar.suspend(|| say(&words));
            }
        } else if asked || elapsed >= state.next_line {
            say(&words);
            if elapsed >= state.next_line {
                state.is_shown = true;
                let more = match self.when {
                    ProgressWhen::Always => Duration::from_secs(1),
                    // Rarer and rarer, so that a long run does not fill a log.
                    _ => NOW_AND_THEN.max(elapsed / 8),
                };
                state.next_line = elapsed + more;
            }
        }
    }
}

/// A look in words.
fn describe(name: &str, progress: &Progress, share: f64) -> String {
    let doing = match progress.phase {
        Phase::Sweep => "swept",
        Phase::Search => "explored",
        Phase::Recount => "recounted",
    };
    // Rounded down: what is not done is not said to be.
    let percent = (share * 1e4).floor() / 1e2;
    let mut words = format!("{name}: {percent:.2}% {doing}");
    // Writing to memory does not fail.
    if progress.phase == Phase::Search {
        let found = if progress.distinct > 0 { &progress.distinct } else { &progress.total };
        let _ = write!(words, ", {} solutions", grouped(found));
        let nodes_per_s = progress.fresh_nodes as f64 / progress.elapsed.as_secs_f64().max(1e-9);
        let _ = write!(words, ", {:.1} million nodes/s", nodes_per_s / 1e6);
    } else if progress.phase == Phase::Recount {
        let _ = write!(words, ", {} states and nodes", grouped(progress.nodes));
    } else if progress.nodes > 0 {
        let _ = write!(words, ", {} states", grouped(progress.nodes));
    }
    if let Some((least, most)) = progress.left {
        let [least, most] = [least, most].map(|time| duration::rough(time.as_secs_f64()));
        let _ = write!(words, ", {least} to {most} left");
    }
    words
}
