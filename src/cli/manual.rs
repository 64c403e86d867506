//! `completions` and `man`: what shells and manuals want to know of the command line.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;

use super::error::CliError;
use super::output::{ForceArguments, OutputDir};
use super::screen::data_out;
use super::select;

/// A shell that completes command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShellChoice {
    Bash,
    Zsh,
    Fish,
}

/// The arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  source <(bitcover completions bash)   in ~/.bashrc
  bitcover completions zsh > ~/.zfunc/_bitcover   with ~/.zfunc in $fpath
  bitcover completions fish > ~/.config/fish/completions/bitcover.fish")]
pub struct CompletionArguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: ShellChoice,
}

/// The arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bitcover man | man -l -
  bitcover man --output man1   then read man1/bitcover-solve.1 with `man -l`")]
pub struct ManArguments {
    /// Write this page and one for each command to this new directory.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArguments,
}

/// What completes `FILE#MEMBER` in bash, after what the generator makes.
const BASH_MEMBERS: &str = r#"
_bitcover_with_members() {
    local word="${COMP_WORDS[COMP_CWORD]}"
    if [[ "$word" == *.toml'#'* || "$word" == *.xmpuzzle'#'* ]]; then
        COMPREPLY=( $(compgen -W "$(bitcover list --names "${word%%#*}" 2>/dev/null)" -- "$word") )
    else
        _bitcover "$@"
    fi
}
complete -F _bitcover_with_members -o bashdefault -o default bitcover
"#;

/// What completes `FILE#MEMBER` in zsh.
const ZSH_MEMBERS: &str = r#"_bitcover_members() {
    if [[ "$PREFIX" == *.(toml|xmpuzzle)\#* ]]; then
        compadd -- ${(f)"$(bitcover list --names ${PREFIX%%\#*} 2>/dev/null)"}
    fi
}
"#;

/// What completes `FILE#MEMBER` in fish.
const FISH_MEMBERS: &str = r"
function __bitcover_members
    set -l word (commandline -ct)
    if string match -q -r '\.(toml|xmpuzzle)#' -- $word
        bitcover list --names (string split -m 1 '#' -- $word)[1] 2>/dev/null
    end
end
";

/// Prints the completions for a shell.
///
/// # Errors
/// When standard output cannot be written to.
pub fn completions(arguments: &CompletionArguments, mut command: Command) -> Result<(), CliError> {
    let names = names()?;
    // Arguments are there to be given names once they are laid out.
    command.build();
    let mut command = with_names(command, &names);
    let mut script = |shell: Shell| {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "bitcover", &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let all = names.join(" ");
    let text = match arguments.shell {
        ShellChoice::Bash => script(Shell::Bash) + BASH_MEMBERS,
        // A puzzle may be a file as well.
        ShellChoice::Zsh => {
            let alternatives = format!(
                ":{{_alternative \"names:puzzle:({all})\" \"files:file:_files\" \
                 \"members:member:_bitcover_members\"}}'"
            );
            let text = script(Shell::Zsh).replace(&format!(":({all})'"), &alternatives);
            // The function is defined before it is needed, which is as soon as the script is read.
            text.replacen("_bitcover() {", &format!("{ZSH_MEMBERS}\n_bitcover() {{"), 1)
        }
        // The generator leaves out what is no option.
        ShellChoice::Fish => {
            let mut text = script(Shell::Fish) + FISH_MEMBERS;
            for name in commands_with_puzzles(&command) {
                let when = format!("__fish_seen_subcommand_from {name}");
                let _ = writeln!(text, "complete -c bitcover -n \"{when}\" -a \"{all}\"");
                let members = "(__bitcover_members)";
                let _ = writeln!(text, "complete -c bitcover -n \"{when}\" -a \"{members}\"");
            }
            text
        }
    };
    print(text.as_bytes())
}

/// Prints the manual page, or writes all of them.
///
/// # Errors
/// When they cannot be written.
pub fn man(arguments: &ManArguments, command: Command) -> Result<(), CliError> {
    let mut command = without_help(command);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages)?;
    let Some(path) = &arguments.output else {
        return print(pages[0].1.as_bytes());
    };
    let directory = OutputDir::create(path, &[], arguments.force)?;
    for (name, page) in &pages {
        directory.write_one(name, |out| out.write_all(page.as_bytes()))?;
    }
    print(format!("{} pages are in {}.\n", pages.len(), path.display()).as_bytes())
}

/// Adds the page of a command, and those of its subcommands, with the names of their files.
fn add_pages(command: &Command, pages: &mut Vec<(String, String)>) -> io::Result<()> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), with_examples(&String::from_utf8_lossy(&page))));
    command.get_subcommands().try_for_each(|command| add_pages(command, pages))
}

/// A page whose examples stay on lines of their own, under a heading that says what they are.
fn with_examples(page: &str) -> String {
    let (mut text, mut is_list) = (String::with_capacity(page.len()), false);
    for line in page.lines() {
        if line.starts_with("  ") != is_list {
            is_list = !is_list;
            text += if is_list { ".nf\n" } else { ".fi\n" };
        }
        text += if line == ".SH EXTRA" { ".SH EXAMPLES AND NOTES" } else { line };
        text.push('\n');
    }
    text
}

/// A command line without `help`, which needs no page.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// The names of the commands that take a puzzle.
fn commands_with_puzzles(command: &Command) -> Vec<String> {
    let mut found = Vec::new();
    for command in command.get_subcommands() {
        if command.get_arguments().any(is_puzzle) {
            found.push(command.get_name().to_owned());
        }
        found.extend(commands_with_puzzles(command));
    }
    found
}

/// Whether an argument is a puzzle.
fn is_puzzle(argument: &clap::Arg) -> bool {
    argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "PUZZLE"))
}

fn print(text: &[u8]) -> Result<(), CliError> {
    let mut out = data_out();
    out.write_all(text)?;
    out.flush()?;
    Ok(())
}

/// The names of the catalogue, families first.
fn names() -> Result<Vec<String>, CliError> {
    let mut names = Vec::new();
    for file in select::all()? {
        let members = file.members.into_iter().map(|puzzle| puzzle.name);
        names.extend([file.name.clone()].into_iter().chain(members));
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// The command line with the names of puzzles as the values of every PUZZLE.
fn with_names(command: Command, names: &[String]) -> Command {
    command
        .mut_args(|argument| {
            if is_puzzle(&argument) {
                argument.value_parser(PossibleValuesParser::new(names.to_vec()))
            } else {
                argument
            }
        })
        .mut_subcommands(|command| with_names(command, names))
}
