//! Regions in a puzzle file: how they are written, and where a problem of one stands.

use std::ops::Range;

use toml::Spanned;

use super::super::label::listed;
use super::super::model::{Label, Point, Region};
use super::super::region::{RegionError, region_cells};
use super::FileProblem;
use super::place::{in_drawing, of_character};
use super::raw::{RawFile, RawRegion};

impl RawRegion {
    fn build(&self, labels: &[Label]) -> Result<Region, FileProblem> {
        let name = self.name.get_ref();
        let cells = match (&self.labels, &self.picture) {
            (Some(list), None) => region_cells_labelled(name, labels, list.get_ref())?,
            (None, Some(picture)) => region_cells(picture.get_ref()),
            (None, None) => return Err(FileProblem::NoExtent(name.clone())),
            (Some(_), Some(_)) => return Err(FileProblem::TwoExtents(name.clone())),
        };
        let free = self.free.as_ref().map(|free| *free.get_ref());
        Ok(Region { free, ..Region::of_cells(name, cells) })
    }
}

/// The cells of a region's list of labels, word by word, so that a wrong one is known by its number.
///
/// # Errors
/// The first word that names no cells.
pub fn region_cells_labelled(
    name: &str,
    labels: &[Label],
    list: &str,
) -> Result<Vec<Point>, FileProblem> {
    let mut cells = Vec::new();
    for (number, word) in list.split_whitespace().enumerate() {
        let found = listed(labels, word).map_err(|error| {
            let (region, error) = (name.to_owned(), Box::new(error));
            FileProblem::RegionLabel { region, word: number, error }
        })?;
        cells.extend(found);
    }
    Ok(cells)
}

/// The number of the character with which a word begins.
fn beginning(list: &str, word: usize) -> Option<usize> {
    let mut letters = list.chars().filter(|&c| c != '\r').enumerate();
    let (mut words, mut was_space) = (0, true);
    letters.find_map(|(number, letter)| {
        let begins = was_space && !letter.is_whitespace();
        was_space = letter.is_whitespace();
        words += usize::from(begins);
        (begins && words == word + 1).then_some(number)
    })
}

impl RawFile {
    /// The regions of a board with these labels.
    pub(super) fn regions(&self, labels: &[Label]) -> Result<Vec<Region>, FileProblem> {
        self.region.iter().map(|region| region.get_ref().build(labels)).collect()
    }

    fn regions_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Spanned<RawRegion>> {
        self.region.iter().filter(move |region| region.get_ref().name.get_ref() == name)
    }

    /// The place of a problem of what a region says its cells are.
    pub(super) fn place_in_region(
        &self,
        problem: &FileProblem,
        text: &str,
    ) -> Option<Range<usize>> {
        match problem {
            FileProblem::NoExtent(name) => {
                let lacks = |region: &&Spanned<RawRegion>| {
                    region.get_ref().labels.is_none() && region.get_ref().picture.is_none()
                };
                self.regions_named(name).find(lacks).map(Spanned::span)
            }
            FileProblem::TwoExtents(name) => {
                let second = |region: &Spanned<RawRegion>| {
                    region
                        .get_ref()
                        .labels
                        .as_ref()
                        .and(region.get_ref().picture.as_ref())
                        .map(Spanned::span)
                };
                self.regions_named(name).find_map(second)
            }
            FileProblem::RegionLabel { region, word, .. } => {
                let list = self.regions_named(region).find_map(|r| r.get_ref().labels.as_ref())?;
                Some(of_character(text, list, beginning(list.get_ref(), *word)?))
            }
            _ => None,
        }
    }

    /// The place of a broken rule of regions.
    pub(super) fn place_of_region_rule(
        &self,
        error: &RegionError,
        text: &str,
    ) -> Option<Range<usize>> {
        match error {
            RegionError::TooMany { .. } => self.region.last().map(Spanned::span),
            RegionError::DoubleName { name } | RegionError::PieceName { name } => {
                Some(self.regions_named(name).last()?.get_ref().name.span())
            }
            RegionError::Empty { region } => {
                let raw = self.regions_named(region).next()?.get_ref();
                raw.picture.as_ref().or(raw.labels.as_ref()).map(Spanned::span)
            }
            RegionError::NoCell { region, cell }
            | RegionError::MayStayEmpty { region, cell }
            | RegionError::Shared { second: region, cell, .. } => {
                let raw = self.regions_named(region).last()?.get_ref();
                let Some(picture) = &raw.picture else { return Some(raw.labels.as_ref()?.span()) };
                let number = in_drawing(
                    picture.get_ref(),
                    row_of(picture.get_ref(), *cell),
                    cell[2] as usize + 1,
                );
                Some(of_character(text, picture, number))
            }
            RegionError::TooFree { region, .. } => {
                let raw = self.regions_named(region).next()?.get_ref();
                raw.free.as_ref().map(Spanned::span)
            }
            RegionError::Unknown { piece, .. } | RegionError::Small { piece, .. } => {
                let raw = self.pieces_named(piece).next()?.get_ref();
                raw.region.as_ref().map(Spanned::span)
            }
        }
    }
}

/// The number of the row of a drawing, empty lines not counted, from 1, in which a cell is.
fn row_of(drawing: &str, [layer, row, _]: Point) -> usize {
    let (mut at, mut rows, mut within) = (0, 0, 0);
    for line in drawing.lines().map(str::trim_end) {
        if line.is_empty() {
            at += i32::from(within > 0);
            within = 0;
            continue;
        }
        rows += 1;
        if (at, within) == (layer, row) {
            return rows;
        }
        within += 1;
    }
    rows
}
