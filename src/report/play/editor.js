// A puzzle of one's own: its file, edited beside the board, which is drawn anew at each change; what is
// wrong with it is said with line and column.

/* global element, button -- text.js */

/** How long nothing is typed before the puzzle is read, in milliseconds. */
const PAUSE_MS = 250;

class Editor {
  /** An editor that calls `onread(text)`, which draws the puzzle or throws what is wrong. */
  constructor(onread) {
    this.onread = onread;
    this.area = element("textarea", { rows: 18, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      "aria-label": "Puzzle file", oninput: () => this.typed() });
    this.error = element("p", { class: "error", role: "alert", id: "editor-error" });
    this.goto = button("Show it: the error", () => this.mark(), "Show it");
    this.file = element("input", { type: "file", accept: ".toml,text/plain", "aria-label": "Open a puzzle file",
      onchange: () => this.open(this.file.files[0]) });
    this.goto.hidden = true;
    this.root = element("details", { class: "editor" },
      element("summary", {}, "A puzzle of your own"),
      element("p", { class: "note" }, "Change the file of this puzzle, paste another, or drop one on the page; ",
        "the board follows. Nothing leaves this page."),
      this.area, element("div", { class: "buttons" }, this.error, this.goto), this.file);
    this.root.addEventListener("toggle", () => this.root.open && this.root.scrollIntoView({ block: "nearest" }));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
  }

  /** Shows a file, without reading it again. */
  show(text) {
    if (this.area.value !== text) this.area.value = text;
    this.say(null);
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), PAUSE_MS);
  }

  async open(file) {
    if (!file) return;
    this.root.open = true;
    this.area.value = await file.text();
    await this.read();
  }

  /** Has the file read, and says what is wrong with it. */
  async read() {
    const text = this.area.value;
    try {
      await this.onread(text);
      if (text === this.area.value) this.say(null);
    } catch (wrong) {
      if (text === this.area.value) this.say(wrong);
    }
  }

  say(wrong) {
    this.wrong = wrong;
    const where = wrong?.line ? `Line ${wrong.line}${wrong.column ? `, column ${wrong.column}` : ""}: ` : "";
    this.error.textContent = wrong ? where + wrong.message : "";
    this.area.setAttribute("aria-invalid", Boolean(wrong));
    this.goto.hidden = !wrong?.line;
  }

  /** Has the cursor at the error. */
  mark() {
    const { line, column } = this.wrong;
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const at = start + Math.max(0, (column ?? 1) - 1);
    this.area.focus();
    this.area.setSelectionRange(at, column ? at + 1 : start + (lines[line - 1] ?? "").length);
    this.area.scrollTop = Math.max(0, (line - 4) * this.area.scrollHeight / Math.max(1, lines.length));
  }
}
