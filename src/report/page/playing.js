// The section to play in: the page of `play` in a frame, which is unpacked when it is asked for.

/* global button, element -- text.js */
/* global unpack -- puzzle.js */

/** Offers to play in a section; does nothing where the page has none. */
function playing(section) {
  if (!section) return;
  const open = button("Play here: lay pieces yourself", async () => {
    open.disabled = true;
    const page = new TextDecoder().decode(await unpack("playing"));
    const frame = element("iframe", { class: "playing", title: "Play", srcdoc: page });
    frame.addEventListener("load", () => {
      const root = frame.contentDocument.documentElement;
      const fit = () => (frame.style.height = `${root.offsetHeight}px`);
      new frame.contentWindow.ResizeObserver(fit).observe(root);
      frame.contentWindow.focus();
    });
    offer.replaceWith(frame);
  }, "Play here");
  const offer = element("div", {}, element("p", {}, "Lay the pieces yourself: after every move you see how many ways ",
    "there are to finish, and there are hints and challenges."), open);
  section.append(offer);
}
