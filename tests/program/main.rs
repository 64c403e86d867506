//! The program as people run it: each command, its output, its errors and its exit codes.

mod basics;
mod certificate;
mod compare_covers;
mod cover_symmetry;
mod covers;
mod data_out;
mod docs;
mod estimate;
mod examples;
mod files;
mod hostile;
mod json;
mod large_covers;
mod lasting;
mod manual;
mod naming;
mod new;
mod puzzles;
mod recount;
mod report;
mod runner;
mod sample;
mod shards;
mod signals;
mod slips;
mod verify;
