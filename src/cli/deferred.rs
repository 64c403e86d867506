//! Arguments of a command that are not laid out before the command is named.
//!
//! There are many commands, with many options each; to lay out all of them takes longer than to count many a
//! puzzle, and touches half a megabyte of memory.

use std::ops::Deref;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of a command, laid out once it is named. A negative number after an option is its value
/// there, to be refused as such.
#[derive(Debug)]
pub struct Deferred<A>(A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(lay_out::<A>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(lay_out::<A>)
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Lays out the arguments of a command. What it is for is said already, and holds.
fn lay_out<A: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let long_about = command.get_long_about().cloned();
    let laid_out = A::augment_args(command).about(about);
    let laid_out = match long_about {
        Some(text) => laid_out.long_about(text),
        None => laid_out.long_about(None::<&str>),
    };
    let numbers = ["N", "K", "SIZE", "SECONDS", "PERCENT"];
    laid_out.mut_args(|argument| {
        let names = argument.get_value_names().unwrap_or_default();
        let is_number = names.iter().any(|name| numbers.contains(&name.as_str()));
        argument.allow_hyphen_values(is_number)
    })
}
