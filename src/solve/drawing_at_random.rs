//! Arrangements drawn at random, each as likely as any other.

use crate::cover::OptionId;
use crate::engine::frontier::FrontierError;

use super::error::Error;
use super::observer::Observer;
use super::options::Engine;
use super::sample::Arrangements;
use super::solution::Solution;
use super::solver::{Request, Solver};
use crate::random::SplitMix;

impl Solver {
    /// Draws this many arrangements (solutions of a cover), each as likely as any other and
    /// independent of the others. Returns none where there is none to draw. The seed determines them,
    /// whatever the machine and the number of threads, as long as engine, anchor and the limit of memory
    /// are the same. Cost: all distinct solutions in memory, or a diagram of them.
    ///
    /// # Errors
    /// When they do not fit the memory, and those of a count.
    pub fn sample(&self, number: usize, seed: u64) -> Result<Vec<Solution>, Error> {
        let (arrangements, _) = self.arrangement_source(None)?;
        let mut random = SplitMix::new(seed);
        let mut drawn = Vec::new();
        while drawn.len() < number
            && let Some(options) = arrangements.draw(&mut random)
        {
            drawn.push(Solution::of_options(self.shared_subject(), &options)?);
        }
        Ok(drawn)
    }

    /// The written line of a solution: its picture as it lies, or the options of a cover by number
    /// and words.
    ///
    /// # Errors
    /// When the options are no solution, which no engine may bring about.
    pub(crate) fn line(&self, options: &[OptionId]) -> Result<String, Error> {
        Ok(Solution::of_options(self.shared_subject(), options)?.line())
    }

    /// All arrangements, in a form from which they can be drawn, and the engine that found them.
    ///
    /// # Errors
    /// When they do not fit the memory, and those of a run.
    pub(crate) fn arrangement_source(
        &self,
        observer: Option<&dyn Observer>,
    ) -> Result<(Arrangements<'_>, Engine), Error> {
        let request = Request { observer, ..Request::default() };
        let engine = if let Some(engine) = self.options().engine {
            engine
        } else {
            // A seed stands for the same arrangements wherever and whenever they are drawn, and
            // engines find them in different orders.
            let plan = self.rehearse_by_work()?;
            if let Some(observer) = observer {
                observer.on_plan(&plan);
            }
            plan.engine()
        };
        self.with_environment(&request, |env| {
            match Arrangements::new(self.analysis(), engine, env) {
                // What a sweep can do in batches, a diagram cannot.
                Err(error)
                    if self.options().engine.is_none()
                        && matches!(error.frontier(), Some(FrontierError::TooLarge { .. })) =>
                {
                    Ok((Arrangements::new(self.analysis(), Engine::Search, env)?, Engine::Search))
                }
                arrangements => Ok((arrangements?, engine)),
            }
        })
    }
}
