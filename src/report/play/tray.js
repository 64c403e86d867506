// The pieces beside the board: which is in hand, how many of each are left, and which can lie no more.

/* global drawing, element, plural -- text.js */
/* global colourWords -- paints.js */
/* global piecePicture -- picture.js */

class Tray {
  /** A tray that calls `ontake(piece)` for keys, and `onpointer(event, piece)` for pointers. */
  constructor({ ontake, onpointer }) {
    Object.assign(this, { ontake, onpointer });
    this.root = element("div", { class: "tray", role: "group", "aria-label": "Pieces", onkeydown: (event) => this.key(event) });
    this.buttons = [];
  }

  /** Shows the pieces of another game. */
  show(game, hand) {
    Object.assign(this, { game, hand, shown: [] });
    this.buttons = game.puzzle.pieces.map((_, piece) => {
      const made = element("button", { type: "button", class: "tray-piece", tabindex: piece === 0 ? "0" : "-1",
        onclick: () => {
          if (!this.isPointed) this.ontake(piece);
          this.isPointed = false;
        },
        onpointerdown: (event) => {
          this.isPointed = true;
          this.onpointer(event, piece);
        } });
      return made;
    });
    this.root.replaceChildren(...this.buttons);
  }

  /** Paints the pieces; `stuck` are those that can lie no more. */
  paint(stuck) {
    const { game, hand } = this;
    game.puzzle.pieces.forEach(({ name, most, shapes, cells }, piece) => {
      const one = this.buttons[piece];
      const left = game.left(piece);
      const isHeld = hand.piece === piece;
      const isStuck = left > 0 && stuck.includes(piece);
      if (isHeld) this.last(piece, hand.shape);
      const shape = this.shapeOf(piece);
      const state = isHeld ? "in hand" : left === 0 ? "laid" : isStuck ? "can no longer lie" : "";
      const key = JSON.stringify([shape, state, left]);
      if (this.shown[piece] === key) return;
      this.shown[piece] = key;
      one.classList.toggle("held", isHeld);
      one.classList.toggle("gone", left === 0);
      one.classList.toggle("stuck", isStuck);
      one.setAttribute("aria-pressed", isHeld);
      const count = most > 1 ? `, ${left} left` : "";
      one.setAttribute("aria-label", `${name}, ${plural(cells.length, "cell", "cells")}${colourWords(shapes[shape] ?? {})}${count}${state && `, ${state}`}`);
      const drawn = drawing(piecePicture(game.puzzle, piece, shapes[shape]));
      drawn.setAttribute("aria-hidden", "true");
      one.replaceChildren(drawn, element("span", { class: "tray-name" }, most > 1 ? `${name} ×${left}` : name));
    });
  }

  /** Remembers the shape in which a piece was held last. */
  last(piece, shape) {
    (this.shapes ??= new Map()).set(`${this.game.puzzle.name} ${piece}`, shape);
  }

  shapeOf(piece) {
    const shape = this.shapes?.get(`${this.game.puzzle.name} ${piece}`) ?? 0;
    return shape < this.game.puzzle.pieces[piece].shapes.length ? shape : 0;
  }

  key(event) {
    const at = this.buttons.indexOf(event.target);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    this.isPointed = false;
    if (at < 0 || by === undefined) return;
    event.preventDefault();
    this.focus((at + by + this.buttons.length) % this.buttons.length);
  }

  /** Has the keyboard at a piece. */
  focus(piece) {
    for (const one of this.buttons) one.tabIndex = -1;
    this.buttons[piece].tabIndex = 0;
    this.buttons[piece].focus();
  }
}
