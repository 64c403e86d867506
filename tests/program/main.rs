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
mod large_covers;
mod lasting;
mod manual;
mod prove;
mod puzzles;
mod report;
mod runner;
mod sample;
mod shards;
mod verify;
