// A pointer that is pressed: a tap, or a piece that is dragged from the tray or from the board.

/* global drawing, element -- text.js */
/* global pieceMiddle, piecePicture -- picture.js */

/** How far a pointer moves before it drags, in pixels. */
const SLACK = 5;

/** How far above a finger a piece is carried, so that it is seen, in pixels. */
const LIFT = 40;

class Drag {
  /** Drags over a board; `ondrop` is called when a piece was let go, with whether that was over the board. */
  constructor(board, ondrop) {
    Object.assign(this, { board, ondrop, pressed: null });
    this.carried = element("div", { class: "carried", "aria-hidden": "true", hidden: true });
    document.body.append(this.carried);
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.end(event, true));
    addEventListener("pointercancel", (event) => this.end(event, false));
  }

  /**
   * Follows a pointer that was pressed. `start` is called when it moves, and says whether there is a piece to
   * drag; `slide` with each move where there is none; `tap` where it does not move.
   */
  press(event, { start, tap, slide = () => {} }) {
    if (event.button !== 0 || this.pressed) return;
    const { pointerId, pointerType, clientX: x, clientY: y } = event;
    this.pressed = { pointerId, isFinger: pointerType !== "mouse", x, y, start, tap, slide, isMoved: false };
  }

  /** Whether a piece is being dragged. */
  get isCarrying() {
    return !this.carried.hidden;
  }

  move(event) {
    const { pressed } = this;
    if (event.pointerId !== pressed?.pointerId) return;
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!pressed.isMoved) {
      if (Math.hypot(dx, dy) < SLACK) return;
      pressed.isMoved = true;
      if (pressed.start()) this.carry();
    }
    if (!this.isCarrying) {
      pressed.slide(dx, dy);
      return;
    }
    [this.x, this.y] = [event.clientX, event.clientY - (pressed.isFinger ? LIFT : 0)];
    this.follow();
  }

  /** Shows the piece in hand at the pointer, as large as on the board. */
  carry() {
    const { hand, puzzle, cellSize } = this.board;
    const svg = drawing(piecePicture(puzzle, hand.piece, hand.held));
    for (const side of ["width", "height"]) svg.setAttribute(side, svg.viewBox.baseVal[side] * cellSize);
    this.carried.replaceChildren(svg);
    this.carried.hidden = false;
  }

  /** Shows the piece anew after it was turned. */
  again() {
    if (!this.isCarrying) return;
    this.carry();
    this.follow();
  }

  /** Has the cell by which the piece is held at the pointer. */
  follow() {
    const { hand, puzzle, cellSize } = this.board;
    const [right, down] = pieceMiddle(puzzle, hand.cells, hand.grab).map((value) => value * cellSize);
    this.carried.style.translate = `calc(${this.x - right}px - 50%) calc(${this.y - down}px - 50%)`;
    this.board.aim(this.x, this.y);
  }

  end(event, isDone) {
    const { pressed } = this;
    if (event.pointerId !== pressed?.pointerId) return;
    this.pressed = null;
    if (this.isCarrying) {
      this.carried.hidden = true;
      const { left, right, top, bottom } = this.board.table.getBoundingClientRect();
      const isOver = this.x > left && this.x < right && this.y > top && this.y < bottom;
      this.ondrop(isDone, isOver);
    } else if (isDone && !pressed.isMoved) {
      pressed.tap();
    }
  }
}
