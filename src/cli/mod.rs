//! The command line. Each command has a file, which turns its arguments into options, calls the
//! solver, and prints; what they share lies in files beside them: arguments, the names of puzzles
//! and covers, sessions, errors with their exit codes, and writing.

mod args;
mod certificate;
mod command;
mod count;
mod cover;
mod crosscheck;
mod deferred;
mod description;
mod drawing;
mod error;
mod estimate;
mod export;
mod format;
mod gallery;
mod given;
mod info;
mod list;
mod manual;
mod message;
mod meter;
mod new;
mod open;
mod output;
mod parts;
mod play;
mod playing;
mod prove;
mod provenance;
mod recount;
mod report;
mod sample;
mod screen;
mod select;
mod session;
mod shard;
mod show;
mod signals;
mod solve;
mod stats;
mod verdict;
mod verify;
mod verify_cover;
mod verify_formula;

pub use command::run;
pub use provenance::BuildInfo;
pub use screen::set_closed as say_stdout_is_closed;
