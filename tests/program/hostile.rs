//! Six hundred files that are not what they should be, some by hand and the others made by changing
//! good ones, through every command that reads a file. None brings the program down or keeps it busy;
//! what is refused is refused with the file and the place in it; and no file is changed or left behind.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::runner::{bitcover, packed, stderr};

/// A command that takes longer has hung: what is asked for takes milliseconds.
const HUNG: Duration = Duration::from_secs(20);

/// A small generator of numbers that come out the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// What is put where something else was.
const ODD: [&str; 24] = [
    "-1",
    "0",
    "4097",
    "99999999999999999999",
    "1e999",
    "nan",
    "\"\"",
    "\"\\u0000\"",
    "[]",
    "[[]]",
    "{}",
    "true",
    "é",
    "\u{1f9e9}",
    "\u{feff}",
    "\"\"\"",
    "'''",
    "\\",
    "\0",
    "#",
    "=",
    "[[piece]]",
    "[board]",
    "\r",
];

/// A good file with something changed.
fn changed(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => bytes.splice(at..at, ODD[random.below(ODD.len())].bytes()).for_each(drop),
            4 => {
                // A word is another.
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
                let end =
                    bytes[at..].iter().position(|b| !is_word(b)).map_or(bytes.len(), |n| at + n);
                let odd = ODD[random.below(ODD.len())];
                bytes.splice(at..end, odd.bytes()).for_each(drop);
            }
            5 => {
                let to = (at + random.below(40)).min(bytes.len());
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part).for_each(drop);
            }
            6 => bytes[at] ^= 1 << random.below(8),
            _ => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    bytes
}

/// A file, and the commands that are to read it: `@` is its path.
struct Hostile {
    name: String,
    bytes: Vec<u8>,
    commands: Vec<String>,
}

fn hostile(name: String, bytes: Vec<u8>, commands: &[&str]) -> Hostile {
    Hostile { name, bytes, commands: commands.iter().map(|&line| line.to_owned()).collect() }
}

/// Puzzle files that people may well write.
const PUZZLES: [&str; 44] = [
    "",
    "\n\n\n",
    "name",
    "name = ",
    "name = 'x'",
    "name = 1",
    "name = ''\n[board]\nrows = 1\ncolumns = 1\nmotions = 'translate'",
    "name = '../x'\n[board]\nrows = 1\ncolumns = 1\nmotions = 'translate'",
    "name = 'x'\n[board]",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 1",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 1\nmotions = 'spin'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 1\nmotions = 'translate'",
    "name = 'x'\n[board]\nrows = 0\ncolumns = 1\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 64\ncolumns = 65\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 9223372036854775807\ncolumns = 9223372036854775807\nmotions = 'translate'",
    "name = 'x'\n[board]\nrows = 18446744073709551616\ncolumns = 1\nmotions = 'translate'",
    "name = 'x'\n[board]\nlattice = 'cubic'\nrows = 2\ncolumns = 2\nmotions = 'translate'",
    "name = 'x'\n[board]\nlayers = 2\nrows = 2\ncolumns = 2\nmotions = 'translate'",
    "name = 'x'\n[board]\nlattice = 'hexagonal'\nrows = 2\ncolumns = 2\nmotions = 'translate'",
    "name = 'x'\n[board]\nlattice = 'face-centred'\nrows = 2\ncolumns = 2\nmotions = 'translate'",
    "name = 'x'\n[board]\npicture = ''\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = '###'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = '.é.'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = '.:.'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = '.b.'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = 'aaa'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\npicture = 'a.a'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'aa'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = ''\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'é'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a/'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'aa'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = '...'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\ncells = []",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\ncells = [[1]]",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\ncells = [[0, 0], [0, 0]]",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\ncells = [[0, -9223372036854775808]]",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[pieces]\nsets = ['nothing']",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\ncopy = '/'",
    "name = 'x'\nanchors = ['z']\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[tray]\nlayer = 'either'\nat-least = 99\n[board]\nlattice = 'cubic'\nlayers = 1\nrows = 1\ncolumns = 3\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'\n[[member]]\nname = '1'",
    "name = 'x'\n[board]\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'\n[[member]]\nname = '1'\nrows = 1\ncolumns = 1\n[[member]]\nname = '1'\nrows = 1\ncolumns = 1",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\nwrap = ['sideways']\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 3\ninner = 'rows'\nlattice = 'square'\nmotions = 'translate'\n[[piece]]\nsymbol = 'a'\npicture = 'a'\ninner = 1",
];

/// Puzzles of BurrTools, and what looks like them.
const XMPUZZLES: [&str; 14] = [
    "",
    "<",
    "<puzzle",
    "<puzzle version='2'>",
    "<puzzle version='2'/>",
    "<?xml version='1.0'?><!DOCTYPE p [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]><puzzle version='2'><comment>&c;&c;&c;</comment></puzzle>",
    "<!DOCTYPE p SYSTEM 'file:///etc/passwd'><puzzle version='2'/>",
    "<puzzle version='2'><shapes><voxel x='65535' y='65535' z='65535' type='0'>#</voxel></shapes><problems><problem><shapes><shape id='0'/></shapes><result id='0'/></problem></problems></puzzle>",
    "<puzzle version='2'><shapes><voxel x='99999999999' y='1' z='1' type='0'>#</voxel></shapes><problems><problem><shapes><shape id='0'/></shapes><result id='0'/></problem></problems></puzzle>",
    "<puzzle version='2'><gridType type='4'/><shapes/><problems/></puzzle>",
    "<puzzle version='2'><shapes><voxel x='1' y='1' z='1' type='0'>#</voxel></shapes><problems><problem><shapes><shape id='0' min='0' max='4294967295'/></shapes><result id='0'/></problem></problems></puzzle>",
    "<puzzle version='2'><shapes><voxel x='1' y='1' z='1' type='0'>#</voxel></shapes><problems><problem><shapes><shape id='0' count='4096'/></shapes><result id='0'/></problem></problems></puzzle>",
    "<puzzle version='2'><shapes><voxel x='1' y='1' z='1' type='0'>#</voxel></shapes><problems><problem><shapes><shape id='0'/></shapes><result id='9'/></problem></problems></puzzle>",
    "name = 'x'\n[board]\nrows = 1\ncolumns = 1\nmotions = 'translate'",
];

/// Exact covers that people may well write.
const COVERS: [(&str, &str); 20] = [
    ("dlx", ""),
    ("dlx", "|"),
    ("dlx", "| only a comment\n"),
    ("dlx", "a a\na\n"),
    ("dlx", "a b\nc\n"),
    ("dlx", "a b\na a\n"),
    ("dlx", "a | b | c\na\n"),
    ("dlx", "a | b\nb\n"),
    ("dlx", "a\na:red\n"),
    ("dlx", "a | b\na b:\n"),
    ("dlx", "3:2|a\na\n"),
    ("dlx", "99999999999|a\na\n"),
    ("dlx", "-1:2|a\na\n"),
    ("dlx", "a\n"),
    ("dlx", "\u{feff}a\na\n"),
    ("matrix", ""),
    ("matrix", "0 1\n1\n"),
    ("matrix", "0 2\n"),
    ("matrix", "01 1\n10 0\n1\n"),
    ("matrix", "x\n"),
];

/// All files; `good` are those that are changed, by the names of their kinds.
fn inputs(good: &BTreeMap<&'static str, Vec<u8>>) -> Vec<Hostile> {
    let mut all = Vec::new();
    let readers = [
        "info @",
        "list @",
        "count @",
        "export @",
        "export @ --format toml",
        "sample @",
        "stats @",
        "show @ --all",
        "solve @ --limit 1",
        "shard plan @ --shards 2 --output -",
        "report @ --output - --time 0",
        "estimate @ --probes 1",
        "verify @ @",
    ];
    for (number, text) in PUZZLES.iter().enumerate() {
        // Each command reads a good part of them.
        let commands = ["info @", readers[number % readers.len()]];
        all.push(hostile(format!("hand-{number}.toml"), text.as_bytes().to_vec(), &commands));
    }
    for (number, text) in XMPUZZLES.iter().enumerate() {
        let commands = ["info @", readers[number % readers.len()]];
        all.push(hostile(format!("hand-{number}.xmpuzzle"), text.as_bytes().to_vec(), &commands));
    }
    // As deep as it goes, and as wide.
    for text in ["<puzzle>".repeat(100_000), format!("<puzzle>{}", "<a/>".repeat(2_000_000))] {
        all.push(hostile(format!("{}.xmpuzzle", text.len()), text.into_bytes(), &["info @"]));
    }
    for (number, (end, text)) in COVERS.iter().enumerate() {
        let commands = ["info @", readers[2 + number % 7]];
        all.push(hostile(format!("hand-{number}.{end}"), text.as_bytes().to_vec(), &commands));
    }
    let random = &mut Random(1);
    let kinds: [(&str, usize, &str, &str); 11] = [
        ("puzzle", 120, "toml", "info @"),
        ("family", 60, "toml", "list @"),
        ("dlx", 70, "dlx", "info @"),
        ("matrix", 30, "matrix", "info @"),
        ("text", 30, "txt", "verify logiq-2 @"),
        ("ndjson", 25, "ndjson", "verify logiq-2 @"),
        ("csv", 25, "csv", "verify logiq-2 @"),
        ("packed", 25, "packed", "verify logiq-2 @"),
        ("certificate", 25, "certificate", "verify logiq-2 @"),
        ("journal", 20, "journal", "count logiq-2 --fingerprint --engine search --journal @"),
        ("plan", 20, "json", "shard run @ --index 0 --output parts"),
    ];
    for (kind, count, end, command) in kinds {
        for number in 0..count {
            let bytes = changed(&good[kind], random);
            all.push(hostile(format!("{kind}-{number}.{end}"), bytes, &[command]));
        }
    }
    for number in 0..20 {
        let picture = changed(b"..UUU......./..U.U.......", random);
        let commands = ["count logiq-2 --given @", "show logiq-2 --which @"];
        all.push(hostile(format!("picture-{number}.txt"), picture, &commands));
    }
    for (kind, count) in [("xmpuzzle", 100), ("packed-xmpuzzle", 40)] {
        for number in 0..count {
            let bytes = changed(&good[kind], random);
            all.push(hostile(format!("{kind}-{number}.xmpuzzle"), bytes, &["info @"]));
        }
    }
    all
}

/// Good files of every kind, made by the program.
fn good_files(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let run = |words: &[&str]| {
        let output = bitcover(words);
        assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    };
    for format in ["text", "ndjson", "csv", "packed"] {
        run(&["solve", "logiq-2", "--output", &path(format), "--format", format]);
    }
    run(&["solve", "logiq-2", "--certificate", &path("certificate")]);
    let journal = path("journal");
    run(&["count", "logiq-2", "--fingerprint", "--engine", "search", "--journal", &journal]);
    run(&["shard", "plan", "logiq-2", "--shards", "2", "--output", &path("plan")]);
    run(&["new", "puzzle", "--output", &path("puzzle")]);
    run(&["export", "logiq-2", "--output", &path("dlx")]);
    run(&["export", "logiq-2", "--format", "matrix", "--output", &path("matrix")]);
    let family = include_bytes!("../../src/puzzle/catalog/tetrominoes.toml").to_vec();
    let xmpuzzle = include_bytes!("../fuzz/corpus/puzzle/blocks.xmpuzzle").to_vec();
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    let packed = packed(&xmpuzzle);
    let mut good =
        BTreeMap::from([("family", family), ("xmpuzzle", xmpuzzle), ("packed-xmpuzzle", packed)]);
    for kind in ["certificate", "journal", "plan", "puzzle", "dlx", "matrix"] {
        good.insert(kind, read(kind));
    }
    good.insert("text", read("text/logiq-2.txt"));
    for format in ["ndjson", "csv", "packed"] {
        good.insert(format, read(&format!("{format}/logiq-2.{format}")));
    }
    good
}

/// Runs a command on a file in a folder; says what is wrong with what it did.
fn complaint(folder: &Path, file: &Hostile, command: &str, about: &Path) -> Option<String> {
    let path = folder.join(&file.name);
    fs::write(&path, &file.bytes).unwrap();
    // Tables and NDJSON have a file beside them.
    if let Some(end) = path.extension().filter(|end| *end == "csv" || *end == "ndjson") {
        let from = about.join(end).join("logiq-2.about.json");
        fs::copy(from, path.with_extension("about.json")).unwrap();
    }
    let name = format!("./{}", file.name);
    let words = command.split(' ').map(|word| word.replace('@', &name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_bitcover"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::from(fs::File::create(folder.join("said")).unwrap()))
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > HUNG {
            child.kill().unwrap();
            child.wait().unwrap();
            return Some("it hung".to_owned());
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let said = String::from_utf8_lossy(&fs::read(folder.join("said")).unwrap()).into_owned();
    let Some(code) = status.code() else { return Some(format!("a signal ended it: {said}")) };
    // A journal whose end is damaged is mended.
    let is_kept = command.contains("--journal") || fs::read(&path).unwrap() == file.bytes;
    if !is_kept {
        return Some("the file was changed".to_owned());
    }
    match code {
        0 | 1 if !said.contains("panicked") => None,
        2..=4 if said.contains("panicked") => Some(format!("it panicked: {said}")),
        2 => None,
        // A position is no file's where it comes from the command line.
        3 | 4 if command.contains("--given") || command.contains("--which") => None,
        3 | 4 => {
            let has_place = ["line ", "record ", "byte ", "row ", "entry "]
                .iter()
                .any(|place| said.contains(place));
            let is_whole = [
                "the plan is damaged",
                "no plan of shards",
                "about.json",
                "recognised",
                "version",
                "format",
                "no certificate",
                "proves",
            ]
            .iter()
            .any(|words| said.contains(words));
            let is_named = said.contains(&file.name);
            (!is_named || !(has_place || is_whole)).then(|| format!("no place: {said}"))
        }
        _ => Some(format!("exit {code}: {said}")),
    }
}

#[test]
fn six_hundred_hostile_files_are_refused_in_words_and_none_is_lost() {
    let about = TempDir::new().unwrap();
    let good = good_files(about.path());
    let all = inputs(&good);
    assert!(all.len() >= 600, "{}", all.len());
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(file) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for command in &file.commands {
                        let folder = TempDir::new().unwrap();
                        if let Some(words) = complaint(folder.path(), file, command, about.path()) {
                            let text = String::from_utf8_lossy(&file.bytes).into_owned();
                            let text: String = text.chars().take(300).collect();
                            let words = format!("{}: `{command}`: {words}\n{text}", file.name);
                            complaints.lock().unwrap().push(words);
                        }
                        let left: Vec<PathBuf> = fs::read_dir(folder.path())
                            .unwrap()
                            .map(|entry| entry.unwrap().path())
                            .filter(|path| path.extension().is_some_and(|end| end == "partial"))
                            .collect();
                        assert!(left.is_empty(), "{left:?}");
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{}:\n{}", complaints.len(), complaints.join("\n----\n"));
}
