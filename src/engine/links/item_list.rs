//! What dancing links keep of each item.

/// An item: its neighbours on the list of those that must still be covered, of which 0 is the head, and
/// the length of its own list of options.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ItemList {
    pub left: u32,
    pub right: u32,
    pub len: u32,
    /// How many more options must cover the item; below 0 where more than that already do. Nobody
    /// asks it of a coloured item.
    pub needed: i32,
}
