//! Puzzles described in a program rather than in a file.
//!
//! What a file can say of a board and its pieces can be said here, families, trays and published
//! counts aside; those fields of [`Puzzle`] can be set afterwards. The rules are those of files.
//! Cost: linear in the drawings.

use std::ops::RangeBounds;

use super::copies::settle;
use super::drawing::{board_marks, painted_board, painted_cells_on, piece_cells, piece_cells_on};
use super::error::PuzzleError;
use super::file::region::region_cells_labelled;
use super::file::{FileProblem, check_name, places_and_symbols};
use super::given::{given_pieces, read_given};
use super::label::{drawing_of, labels, words};
use super::model::{
    AXES, Board, CopyRange, Inner, Lattice, MAX_CELLS, Motions, Piece, Puzzle, Region,
};
use super::paint::{Paint, PiecePaints};
use super::rules::ModelError;

/// Builds a [`Puzzle`].
///
/// ```
/// use bitcover::{Piece, Puzzle, Solver};
///
/// let puzzle = Puzzle::builder("corner")
///     .board_rows(["...", "..."])
///     .piece(Piece::drawn("elbow", "e", ["e.", "ee"]))
///     .piece(Piece::drawn("cell", "xyz", ["x"]))
///     .build()?;
/// // The elbow lies in eight ways, and the three cells are alike.
/// assert_eq!(Solver::new(&puzzle)?.count()?.total, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct PuzzleBuilder {
    name: String,
    title: Option<String>,
    about: String,
    area: Area,
    lattice: Option<Lattice>,
    motions: Motions,
    wrap: [bool; 3],
    inner: Option<Inner>,
    pieces: Vec<Piece>,
    regions: Vec<(Region, Option<String>)>,
    labels: Option<String>,
    colours: Option<String>,
    rim: Option<char>,
    given: Vec<String>,
}

/// What is to be filled.
#[derive(Clone, Debug)]
enum Area {
    /// A box: layers, rows, columns.
    Box([usize; 3]),
    /// A drawing, as in a file.
    Drawing(String),
}

impl Puzzle {
    /// A builder of a puzzle that goes by this name: letters, digits, `-` and `_`.
    pub fn builder(name: impl Into<String>) -> PuzzleBuilder {
        PuzzleBuilder {
            name: name.into(),
            title: None,
            about: String::new(),
            area: Area::Box([0; 3]),
            lattice: None,
            motions: Motions::RotationsAndFlips,
            wrap: [false; 3],
            inner: None,
            pieces: Vec::new(),
            regions: Vec::new(),
            labels: None,
            colours: None,
            rim: None,
            given: Vec::new(),
        }
    }
}

impl PuzzleBuilder {
    /// What people call the puzzle; its name, unless this is said.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// What the puzzle is, in a sentence or two.
    pub fn about(self, about: impl Into<String>) -> Self {
        Self { about: about.into(), ..self }
    }

    /// A rectangular board.
    pub fn board_size(self, rows: usize, columns: usize) -> Self {
        Self { area: Area::Box([1, rows, columns]), ..self }
    }

    /// A board that is a box of unit cubes.
    pub fn box_size(self, layers: usize, rows: usize, columns: usize) -> Self {
        let lattice = Some(self.lattice.unwrap_or(Lattice::Cubic));
        Self { area: Area::Box([layers, rows, columns]), lattice, ..self }
    }

    /// A drawn board: `.` is a cell that must be filled, `?` one that may stay empty, `#` or a
    /// space no cell, and a symbol a cell on which that piece lies already. An empty row begins
    /// the next layer. Hexagons are two columns apart, each row one column further left or right
    /// than the one above; of triangles, the first of the first row points up, and so on by turns.
    pub fn board_rows<S: AsRef<str>>(self, rows: impl IntoIterator<Item = S>) -> Self {
        Self { area: Area::Drawing(joined(rows)), ..self }
    }

    /// How cells lie to one another: unit squares for one layer, unit cubes for more, unless this
    /// is said.
    pub fn lattice(self, lattice: Lattice) -> Self {
        Self { lattice: Some(lattice), ..self }
    }

    /// How the whole board may be turned: in every way, unless this is said.
    pub fn motions(self, motions: Motions) -> Self {
        Self { motions, ..self }
    }

    /// Closes each row to a ring: its last column borders on its first.
    pub fn wrap_columns(self) -> Self {
        self.wrap(2)
    }

    /// Closes each column to a ring: its last row borders on its first.
    pub fn wrap_rows(self) -> Self {
        self.wrap(1)
    }

    /// Closes the layers to a ring: the last borders on the first.
    pub fn wrap_layers(self) -> Self {
        self.wrap(0)
    }

    fn wrap(mut self, axis: usize) -> Self {
        debug_assert!(axis < AXES.len());
        self.wrap[axis] = true;
        self
    }

    /// Puts one inner cell behind each row, which goes round the pillar of a tower.
    pub fn inner_rows(self) -> Self {
        Self { inner: Some(Inner::Rows), ..self }
    }

    /// Adds a piece.
    pub fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Adds a region, which pieces may be confined to, and of which cells may stay free.
    pub fn region(mut self, region: Region) -> Self {
        self.regions.push((region, None));
        self
    }

    /// Adds a region of the cells with these labels: words with space between them, each a label or,
    /// as `first..last`, all labels from one to another in reading order. Where `free` says so, exactly
    /// so many of its cells stay free.
    ///
    /// ```
    /// use bitcover::{Piece, Puzzle, Solver};
    ///
    /// let days = Puzzle::builder("days")
    ///     .labels(["Mon Tue Wed Thu"])
    ///     .labelled_region("day", "Mon..Thu", Some(1))
    ///     .piece(Piece::drawn("bar", "b", ["bbb"]))
    ///     .build()?;
    /// // Monday stays free, or Thursday.
    /// assert_eq!(Solver::new(&days)?.count()?.total, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn labelled_region(mut self, name: &str, labels: &str, free: Option<usize>) -> Self {
        let region = Region { free, ..Region::of_cells(name, Vec::new()) };
        self.regions.push((region, Some(labels.to_owned())));
        self
    }

    /// Labels the cells: a word a cell with space between them, `.` for a cell without a label and
    /// `#` for no cell. Alone, without a size or a drawing, they draw the board.
    pub fn labels<S: AsRef<str>>(self, rows: impl IntoIterator<Item = S>) -> Self {
        Self { labels: Some(joined(rows)), ..self }
    }

    /// Colours the cells, drawn as in a puzzle file: each character is the colour of its cell, `.` and
    /// `*` a cell without one, `?` one that may stay empty, and `#` or a space no cell. Alone, without a
    /// size, a drawing or labels, they draw the board.
    pub fn colours<S: AsRef<str>>(self, rows: impl IntoIterator<Item = S>) -> Self {
        Self { colours: Some(joined(rows)), ..self }
    }

    /// The colour of each side of a piece that borders on no cell (see [`Piece::with_edges`]).
    pub fn rim(self, colour: char) -> Self {
        Self { rim: Some(colour), ..self }
    }

    /// Lays pieces on the board from the start, as [`Puzzle::with_given`] does.
    pub fn given(mut self, text: impl Into<String>) -> Self {
        self.given.push(text.into());
        self
    }

    /// The puzzle.
    ///
    /// # Errors
    /// The first rule that the description breaks.
    pub fn build(self) -> Result<Puzzle, PuzzleError> {
        check_name(&self.name)?;
        let drawn_on = self.lattice.unwrap_or(Lattice::Square);
        let words = self.labels.as_deref().map(words).unwrap_or_default();
        let painted = self.colours.as_deref().map(|colours| painted_board(drawn_on, colours));
        let painted = painted.transpose().map_err(FileProblem::Colours)?;
        let (drawing, symbols) = match &self.area {
            Area::Box([0, 0, 0]) if self.labels.is_some() => (drawing_of(&words), Vec::new()),
            Area::Box([0, 0, 0]) if painted.is_some() => (
                painted.as_ref().map(|board| board.drawing.clone()).unwrap_or_default(),
                Vec::new(),
            ),
            Area::Box([layers, rows, columns]) => {
                let factors = [layers, rows, columns];
                let cells = factors.iter().fold(1_u128, |n, &&m| n.saturating_mul(m as u128));
                if cells > MAX_CELLS as u128 {
                    return Err(FileProblem::from(ModelError::HugeBoard { cells }).into());
                }
                (Board::of_size([*layers, *rows, *columns]).drawing, Vec::new())
            }
            Area::Drawing(drawing) => {
                places_and_symbols(&board_marks(drawn_on, drawing).map_err(FileProblem::Drawing)?)
            }
        };
        if let Some(at) = painted.as_ref().and_then(|board| board.first_difference(&drawing)) {
            return Err(FileProblem::ColoursElsewhere(at).into());
        }
        let natural = if drawing.len() > 1 { Lattice::Cubic } else { Lattice::Square };
        let board = Board {
            lattice: self.lattice.unwrap_or(natural),
            drawing,
            wrap: self.wrap,
            inner: self.inner,
            motions: self.motions,
            paints: painted.map(|board| board.paints).unwrap_or_default(),
            rim: self.rim.map(paint).transpose()?,
        };
        let labels = match self.labels {
            Some(_) => labels(&words, &board.drawing).map_err(FileProblem::from)?,
            None => Vec::new(),
        };
        let regions = self.regions.into_iter().map(|(region, list)| match list {
            Some(list) => {
                let cells = region_cells_labelled(&region.name, &labels, &list)?;
                Ok(Region { free: region.free, ..Region::of_cells(&region.name, cells) })
            }
            None => Ok(region),
        });
        let regions = regions.collect::<Result<Vec<_>, FileProblem>>()?;
        let mut puzzle = Puzzle {
            title: self.title.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            about: self.about,
            board,
            tray: None,
            pieces: self.pieces,
            regions: Vec::new(),
            labels,
            given: Vec::new(),
            anchors: Vec::new(),
            known: None,
        };
        puzzle.add_regions(regions);
        puzzle.check().map_err(FileProblem::from)?;
        settle(&mut puzzle);
        puzzle.given = given_pieces(&puzzle, &symbols)?;
        for text in &self.given {
            let given = read_given(&puzzle, text)?;
            puzzle.given.extend(given);
        }
        Ok(puzzle)
    }
}

impl Piece {
    /// A piece that must be used and may be turned in every way. It has a symbol for each copy;
    /// in its drawing every character but `.` and space is a cell, and an empty row begins the
    /// next layer. Of triangles, the first place of the first row is one that points up.
    pub fn drawn<S: AsRef<str>>(
        name: impl Into<String>,
        symbols: &str,
        rows: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            name: name.into(),
            symbols: symbols.bytes().collect(),
            cells: piece_cells(&joined(rows)),
            inner: false,
            motions: Motions::RotationsAndFlips,
            optional: false,
            range: None,
            region: None,
            stays_free: false,
            paints: None,
            edges: None,
        }
    }

    /// A piece of hexagons, drawn as in a puzzle file: cells two columns apart, each row one column
    /// further left or right than the one above.
    ///
    /// # Errors
    /// When a character stands between two hexagons.
    pub fn of_hexagons<S: AsRef<str>>(
        name: impl Into<String>,
        symbols: &str,
        rows: impl IntoIterator<Item = S>,
    ) -> Result<Self, PuzzleError> {
        let cells = piece_cells_on(Lattice::Hexagonal, &joined(rows)).map_err(FileProblem::from)?;
        Ok(Self { cells, ..Self::drawn(name, symbols, [""; 0]) })
    }

    /// A piece whose cells have colours, drawn as in a puzzle file: each character but `.` and space is
    /// a cell in the colour for which it stands, and `*` a cell that lies on any. It lies where each of
    /// its colours is that of the board, or the board has none.
    ///
    /// ```
    /// use bitcover::{Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::coloured("domino", "dD", ["wb"])?;
    /// let puzzle = Puzzle::builder("flag").colours(["wb", "wb"]).piece(domino).build()?;
    /// assert_eq!(Solver::new(&puzzle)?.count()?.total, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a character is no colour.
    pub fn coloured<S: AsRef<str>>(
        name: impl Into<String>,
        symbols: &str,
        rows: impl IntoIterator<Item = S>,
    ) -> Result<Self, PuzzleError> {
        Self::coloured_on(Lattice::Square, name, symbols, rows)
    }

    /// A piece whose cells have colours, as [`Piece::coloured`] makes it, drawn as on this lattice:
    /// hexagons are two columns apart, each row one column further left or right than the one above.
    ///
    /// # Errors
    /// When a character is no colour, or stands between two hexagons.
    pub fn coloured_on<S: AsRef<str>>(
        lattice: Lattice,
        name: impl Into<String>,
        symbols: &str,
        rows: impl IntoIterator<Item = S>,
    ) -> Result<Self, PuzzleError> {
        let painted = painted_cells_on(lattice, &joined(rows));
        let (cells, front) = painted.map_err(FileProblem::Colours)?.into_iter().unzip();
        let paints = Some(PiecePaints { front, back: None });
        Ok(Self { cells, paints, ..Self::drawn(name, symbols, [""; 0]) })
    }

    /// This piece with colours behind, which show when it is turned over: each cell is drawn where that
    /// of the front is, as if one looked through it.
    ///
    /// # Errors
    /// When a character is no colour, or the cells are not those of the front.
    pub fn with_back<S: AsRef<str>>(
        self,
        rows: impl IntoIterator<Item = S>,
    ) -> Result<Self, PuzzleError> {
        self.with_back_on(Lattice::Square, rows)
    }

    /// This piece with colours behind, as [`Piece::with_back`] gives it some, drawn as on this lattice.
    ///
    /// # Errors
    /// When a character is no colour or stands between two hexagons, or the cells are not those of the
    /// front.
    pub fn with_back_on<S: AsRef<str>>(
        self,
        lattice: Lattice,
        rows: impl IntoIterator<Item = S>,
    ) -> Result<Self, PuzzleError> {
        let painted = painted_cells_on(lattice, &joined(rows));
        let (cells, back): (Vec<_>, Vec<_>) =
            painted.map_err(FileProblem::Colours)?.into_iter().unzip();
        if cells != self.cells {
            return Err(FileProblem::OtherBack(self.name).into());
        }
        let front = self.paints.map_or_else(|| vec![None; cells.len()], |paints| paints.front);
        Ok(Self { paints: Some(PiecePaints { front, back: Some(back) }), ..self })
    }

    /// A piece of one cell whose sides have colours, a character each, clockwise from the top: of a
    /// square four, of a hexagon six, of a triangle three. It may be turned, but not turned over, unless
    /// something else is said. Where two sides meet, their colours agree.
    ///
    /// ```
    /// use bitcover::{Piece, Puzzle, Solver};
    ///
    /// let puzzle = Puzzle::builder("pair")
    ///     .board_size(1, 2)
    ///     .piece(Piece::with_edges("a", "a", "rggg")?)
    ///     .piece(Piece::with_edges("b", "b", "rbbb")?)
    ///     .build()?;
    /// // Red meets red, and either tile may be the left one.
    /// assert_eq!(Solver::new(&puzzle)?.count()?.total, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a character is no colour.
    pub fn with_edges(
        name: impl Into<String>,
        symbols: &str,
        edges: &str,
    ) -> Result<Self, PuzzleError> {
        let edges = Some(edges.chars().map(paint).collect::<Result<_, _>>()?);
        let tile = Self::drawn(name, symbols, ["x"]);
        Ok(Self { edges, motions: Motions::Rotations, ..tile })
    }

    /// This piece, all or some of whose copies may be left out.
    #[must_use]
    pub fn optional(self) -> Self {
        let range = self.range.map(|range| CopyRange { least: 0, ..range });
        Self { optional: true, range, ..self }
    }

    /// This piece, of which as many copies are used as the bounds say: `3..=3` is three, `2..=4` at
    /// least two and at most four, `..` any number, as many as fit. Copies for which no symbol was
    /// given get one that is free.
    ///
    /// ```
    /// use bitcover::{Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::drawn("domino", "d", ["dd"]).used(..);
    /// let puzzle = Puzzle::builder("chessboard").board_size(8, 8).piece(domino).build()?;
    /// assert_eq!(Solver::new(&puzzle)?.count()?.total, 12_988_816);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn used(self, copies: impl RangeBounds<usize>) -> Self {
        let range = CopyRange::of(copies);
        Self { optional: range.least == 0, range: Some(range), ..self }
    }

    /// This piece, turned in these ways only.
    #[must_use]
    pub fn turned(self, motions: Motions) -> Self {
        Self { motions, ..self }
    }

    /// This piece, which also fills the inner cell of every row that it lies in.
    #[must_use]
    pub fn with_inner(self) -> Self {
        Self { inner: true, ..self }
    }
}

/// The colour for which a character stands.
fn paint(symbol: char) -> Result<Paint, FileProblem> {
    Paint::of(symbol).ok_or(FileProblem::NoColour(symbol))
}

fn joined<S: AsRef<str>>(rows: impl IntoIterator<Item = S>) -> String {
    let rows: Vec<String> = rows.into_iter().map(|row| row.as_ref().to_owned()).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_built_puzzle_is_the_one_that_a_file_describes() {
        let text = "name = 'ring'\ntitle = 'A ring'\n[board]\npicture = \"..?\\n.aa\"\n\
            wrap = ['columns']\nmotions = 'half-turn'\n[[piece]]\nname = 'bar'\nsymbol = 'ab'\n\
            picture = 'xx'\nmotions = 'rotations'\n[[piece]]\nname = 'dot'\nsymbol = 'c'\n\
            picture = 'x'\noptional = true\n";
        let built = Puzzle::builder("ring")
            .title("A ring")
            .board_rows(["..?", ".aa"])
            .wrap_columns()
            .motions(Motions::HalfTurn)
            .piece(Piece::drawn("bar", "ab", ["xx"]).turned(Motions::Rotations))
            .piece(Piece::drawn("dot", "c", ["x"]).optional())
            .build();
        assert_eq!(built, Puzzle::parse(text));
        assert_eq!(built.unwrap().given.len(), 1);
    }

    #[test]
    fn hexagons_and_triangles_are_drawn_as_in_a_file() {
        let built = Puzzle::builder("h")
            .lattice(Lattice::Hexagonal)
            .board_rows([". .", " . ?"])
            .piece(Piece::of_hexagons("v", "v", [" v", "v v"]).unwrap())
            .build();
        let head = "name = 'h'\n[board]\nlattice = 'hexagonal'\nmotions = 'rotations-and-flips'\n";
        let piece = "picture = \". .\\n . ?\"\n[[piece]]\nsymbol = 'v'\npicture = \" v\\nv v\"\n";
        assert_eq!(built, Puzzle::parse(&(head.to_owned() + piece)));
        let error = Piece::of_hexagons("v", "v", ["vv"]).unwrap_err();
        assert!(error.to_string().contains("between two hexagons"), "{error}");
        let drawn = Puzzle::builder("t").lattice(Lattice::Triangular).board_rows(["..", ".."]);
        let piece = Piece::drawn("d", "de", ["dd"]);
        assert_eq!(drawn.piece(piece).build().unwrap().board.cell_count(), 4);
    }

    #[test]
    fn regions_and_labels_are_built_as_a_file_describes_them() {
        let text = "name = 'days'\n[board]\nlabels = 'Mon Tue Wed #'\nmotions = 'translate'\n\
            [[region]]\nname = 'day'\nlabels = 'Mon..Wed'\nfree = 1\n\
            [[region]]\nname = 'end'\npicture = '.xx'\n\
            [[piece]]\nname = 'bar'\nsymbol = 'b'\npicture = 'bb'\nregion = 'end'\n";
        let built = Puzzle::builder("days")
            .labels(["Mon Tue Wed #"])
            .motions(Motions::Translate)
            .region(Region::drawn("day", ["xxx"]).leaves_free(1))
            .region(Region::drawn("end", [".xx"]))
            .piece(Piece::drawn("bar", "b", ["bb"]).confined_to("end"))
            .build();
        assert_eq!(built, Puzzle::parse(text));
        let listed = |labels: &str| {
            Puzzle::builder("days")
                .labels(["Mon Tue Wed #"])
                .motions(Motions::Translate)
                .labelled_region("day", labels, Some(1))
                .region(Region::drawn("end", [".xx"]))
                .piece(Piece::drawn("bar", "b", ["bb"]).confined_to("end"))
                .build()
        };
        assert_eq!(listed("Mon..Wed"), built);
        let unknown = listed("Mon Wednesday").unwrap_err().to_string();
        assert!(unknown.contains("region day: no cell is labelled Wednesday"), "{unknown}");
        let wrong =
            Puzzle::builder("days").labels(["Mon Mon"]).piece(Piece::drawn("d", "d", ["d"]));
        assert!(wrong.build().unwrap_err().to_string().contains("two cells are labelled Mon"));
    }

    #[test]
    fn colours_are_built_as_a_file_describes_them() {
        let text = "name = 'flag'\n[board]\nmotions = 'rotations-and-flips'\ncolours = 'wb*?'\n\
            [[piece]]\nsymbol = 'd'\ncolours = 'wb'\nback = 'b*'\n\
            [[piece]]\nsymbol = 'e'\npicture = 'ee'\n";
        let two_sided = Piece::coloured("d", "d", ["wb"]).unwrap().with_back(["b*"]).unwrap();
        let built = Puzzle::builder("flag")
            .colours(["wb*?"])
            .piece(two_sided.clone())
            .piece(Piece::drawn("e", "e", ["ee"]))
            .build();
        assert_eq!(built, Puzzle::parse(text));
        let plain = Puzzle::builder("flag").board_size(1, 2).piece(two_sided.clone());
        assert!(plain.build().unwrap_err().to_string().contains("the board has none"));
        let wrong = Puzzle::builder("flag").board_size(1, 3).colours(["wb"]).piece(two_sided);
        assert!(wrong.build().unwrap_err().to_string().contains("row 1, column 3"));
        let other = Piece::coloured("d", "d", ["wb"]).unwrap().with_back(["wb*"]);
        assert!(other.unwrap_err().to_string().contains("other cells"));
    }

    #[test]
    fn coloured_hexagons_are_drawn_as_in_a_file() {
        let text = "name = 'flower'\n[board]\nlattice = 'hexagonal'\n\
            motions = 'rotations-and-flips'\ncolours = \" w b\\nb w\"\n\
            [[piece]]\nsymbol = 'd'\ncolours = \" w\\nb\"\nback = \" b\\nw\"\n";
        let hexagons = Lattice::Hexagonal;
        let front = Piece::coloured_on(hexagons, "d", "d", [" w", "b"]).unwrap();
        let piece = front.clone().with_back_on(hexagons, [" b", "w"]).unwrap();
        let built = Puzzle::builder("flower").lattice(hexagons).colours([" w b", "b w"]);
        assert_eq!(built.piece(piece).build(), Puzzle::parse(text));
        let between = front.with_back_on(hexagons, ["bw"]).unwrap_err();
        assert!(between.to_string().contains("between two hexagons"), "{between}");
    }

    #[test]
    fn boxes_are_cubic_and_rectangles_are_square() {
        let lattice = |builder: PuzzleBuilder| {
            builder.piece(Piece::drawn("dot", "c", ["x"])).build().map(|p| p.board.lattice)
        };
        assert_eq!(lattice(Puzzle::builder("a").board_size(2, 3)), Ok(Lattice::Square));
        assert_eq!(lattice(Puzzle::builder("a").box_size(1, 2, 3)), Ok(Lattice::Cubic));
        assert_eq!(lattice(Puzzle::builder("a").board_rows(["..", "", ".."])), Ok(Lattice::Cubic));
    }

    #[test]
    fn errors_say_in_words_what_is_wrong() {
        let message = |builder: PuzzleBuilder| builder.build().unwrap_err().to_string();
        let dot = || Piece::drawn("dot", "c", ["x"]);
        assert!(message(Puzzle::builder("a").piece(dot())).contains("the board has no cells"));
        assert!(message(Puzzle::builder("a b").board_size(1, 1)).contains("part of a file name"));
        let huge = Puzzle::builder("a").board_size(usize::MAX, 2);
        assert!(message(huge.piece(dot())).contains("the most is 4096"));
        let one = || Puzzle::builder("a").board_size(1, 1);
        assert!(message(one()).contains("no pieces"));
        assert!(message(one().piece(dot()).piece(dot())).contains("two pieces are called dot"));
        assert!(message(one().piece(Piece::drawn("dot", "é", ["x"]))).contains("printable ASCII"));
        assert!(message(one().piece(dot()).given("c@1,2")).contains("is no cell of the board"));
        let drawn = Puzzle::builder("a").board_rows(["./"]).piece(dot());
        assert!(message(drawn).contains("means nothing here"));
    }

    #[test]
    fn numbers_of_copies_are_built_as_a_file_describes_them() {
        let text = |copies: &str| {
            format!(
                "name = 'x'\n[board]\nrows = 2\ncolumns = 4\nmotions = 'rotations-and-flips'\n\
                 [[piece]]\nsymbol = 'd'\npicture = 'dd'\ncopies = {copies}\n"
            )
        };
        let domino = || Piece::drawn("d", "d", ["dd"]);
        for (piece, copies) in [
            (domino().used(3..=3), "3"),
            (domino().used(2..=4), "'2-4'"),
            (domino().used(..), "'any'"),
            (domino().used(0..3), "'0-2'"),
            (domino().used(2..=4).optional(), "'0-4'"),
        ] {
            let built = Puzzle::builder("x").board_size(2, 4).piece(piece).build();
            assert_eq!(built, Puzzle::parse(&text(copies)), "{copies}");
        }
    }

    #[test]
    fn towers_with_inner_cells_and_tiles_are_built_as_a_file_describes_them() {
        let text = "name = 'tower'\n[board]\nrows = 2\ncolumns = 3\nwrap = ['columns']\n\
            inner = 'rows'\nmotions = 'rotations-and-flips'\n\
            [[piece]]\nsymbol = 'd'\npicture = 'dd'\ninner = true\n";
        let empty = Puzzle::builder("tower").board_size(2, 3).wrap_columns().inner_rows();
        let built = empty.piece(Piece::drawn("d", "d", ["dd"]).with_inner()).build();
        assert_eq!(built, Puzzle::parse(text));
        let text = "name = 'tiles'\n[board]\nrows = 1\ncolumns = 1\n\
            motions = 'rotations-and-flips'\n\
            [[piece]]\nsymbol = 'a'\nedges = 'rgby'\nmotions = 'rotations'\n";
        let tile = Piece::with_edges("a", "a", "rgby").unwrap();
        let built = Puzzle::builder("tiles").board_size(1, 1).piece(tile).build();
        assert_eq!(built, Puzzle::parse(text));
    }
}
