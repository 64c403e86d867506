// What keys and pointers do: they take pieces in hand, turn them, lay them and take them back.

/* global colourWords -- paints.js */
/* global Hand -- hand.js */
/* global Board -- board.js */
/* global Drag -- drag.js */
/* global Tray -- tray.js */

class Handling {
  /** A board and a tray that are handled; `onpaint` is called when they are to be painted, `say` with words. */
  constructor({ onpaint, say }) {
    Object.assign(this, { onpaint, say, game: null, hand: null });
    this.tray = new Tray({ ontake: (piece) => this.take(piece, true), onpointer: (event, piece) => this.grasp(event, piece) });
    this.board = new Board({ onpress: (cell) => this.press(cell), onkey: (event, cell) => this.cellKey(event, cell),
      onpointer: (event) => this.point(event) });
    this.drag = new Drag(this.board, (isDone, isOver) => this.drop(isDone, isOver));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Handles another game. */
  show(game) {
    this.game = game;
    this.hand = new Hand(game, this.onpaint);
    this.board.show(game, this.hand);
    this.tray.show(game, this.hand);
  }

  /** Takes a piece from the tray in hand; for keys, at its first place. One that is laid comes back. */
  take(piece, isByKey) {
    const { game, hand } = this;
    if (hand.piece === piece && game.left(piece) > 0) {
      hand.drop();
      return;
    }
    if (game.left(piece) === 0) {
      const last = game.laid.findLast((n) => game.puzzle.placements[n].piece === piece);
      if (last === undefined) {
        this.say(`${game.puzzle.pieces[piece].name} is given and stays where it is.`);
        return;
      }
      this.lift(last);
    } else {
      const shape = this.tray.shapeOf(piece);
      hand.take(piece, game.legal(piece, shape).length > 0 ? shape : null);
    }
    if (!isByKey) return;
    hand.aimFirst();
    this.board.focusTarget();
    this.tellHand();
  }

  /** Takes a laid piece back in hand. */
  lift(n) {
    const { game, hand } = this;
    const { piece, shape } = game.puzzle.placements[n];
    game.move(n);
    hand.take(piece, shape);
  }

  /** A press of a key on a cell: lays what is in hand, or takes what lies there, or what fits there. */
  press(cell) {
    const { game, hand } = this;
    if (!hand.isEmpty) {
      if (!hand.lay()) this.tellHand();
      return;
    }
    const n = game.at(cell);
    if (n >= 0) {
      this.lift(n);
    } else {
      const over = game.puzzle.overCell[cell].find((one) => game.isLegal(one));
      if (over === undefined) {
        this.say(game.holder[cell] < 0 ? "Nothing fits there." : "What lies there is given.");
        return;
      }
      const { piece, shape, cells } = game.puzzle.placements[over];
      hand.take(piece, shape, Math.max(0, cells.indexOf(cell)));
    }
    hand.aim(this.board.middle(cell));
    this.board.focusTarget();
    this.tellHand();
  }

  /** Keys on a cell other than arrows and Enter. */
  cellKey(event, cell) {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    const { game, hand } = this;
    if (!hand.isEmpty) {
      hand.drop();
      return;
    }
    const n = game.at(cell) >= 0 ? game.at(cell) : game.laid.at(-1);
    if (n !== undefined) game.move(n);
  }

  /** Keys that are the same everywhere but where text is written. */
  key(event) {
    if (event.target.closest?.("input:not([type=radio]), textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) this.game.undo();
      else if (key === "y" || key === "z") this.game.redo();
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    if (key === "r" || key === "f") this.reshape(key === "r" ? "turned" : "flipped");
    else if (key === "escape") this.hand.drop();
  }

  reshape(way) {
    const { hand, game } = this;
    if (hand.isEmpty) {
      this.say("Take a piece in hand first.");
      return;
    }
    if (!hand.reshape(way)) {
      this.say(`${game.puzzle.pieces[hand.piece].name} cannot be ${way}.`);
      return;
    }
    this.drag.again();
    if (this.board.hasFocus) this.board.focusTarget();
    this.tellHand();
  }

  /** A pointer pressed on a piece of the tray. */
  grasp(event, piece) {
    this.drag.press(event, {
      start: () => {
        if (this.game.left(piece) === 0) return false;
        if (this.hand.piece !== piece) this.take(piece, false);
        return true;
      },
      tap: () => this.take(piece, false),
    });
  }

  /** A pointer pressed on the board. */
  point(event) {
    const { game, hand, board } = this;
    const at = board.pointAt(event.clientX, event.clientY);
    const cell = board.cellAt(at);
    const n = cell >= 0 ? game.at(cell) : -1;
    if (n >= 0) {
      this.drag.press(event, {
        start: () => {
          hand.lift(n, cell);
          return true;
        },
        tap: () => this.lift(n),
      });
      return;
    }
    let from = 0;
    this.drag.press(event, {
      start: () => !hand.isEmpty,
      slide: (dx) => {
        // An empty hand scrolls a round board.
        const cells = Math.round(dx / board.cellSize);
        if (board.isRound && cells !== from) board.scroll([0, cells - from]);
        from = cells;
      },
      tap: () => {
        if (hand.isEmpty) {
          this.say("Take a piece first: tap it, or drag it.");
          return;
        }
        board.aim(event.clientX, event.clientY);
        if (!hand.lay()) this.say(`${game.puzzle.pieces[hand.piece].name} does not fit there as it is.`);
      },
    });
  }

  /** A piece was let go after it was dragged. */
  drop(isDone, isOver) {
    const { game, hand } = this;
    if (isDone && hand.lay()) return;
    const { from } = hand;
    if (from === null) {
      hand.target = null;
      this.onpaint();
      return;
    }
    hand.drop();
    if (isDone && !isOver) game.move(from);
  }

  /** Says where the piece in hand would be laid. */
  tellHand() {
    const { hand, game: { puzzle } } = this;
    const { target, grab } = hand;
    const name = puzzle.pieces[hand.piece].name + colourWords(hand.held);
    this.say(target === null
      ? `${name} fits nowhere as it is: R turns it, F flips it, Escape puts it back.`
      : `${name} over ${puzzle.cellName(puzzle.placements[target].cells[grab])}: Enter lays it.`);
  }
}
