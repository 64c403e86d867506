// Light and dark: as the system has it, or as the reader chose.

/* global byId -- text.js */

/** Light or dark, as chosen; a choice is kept where the browser keeps things for files. */
function theme() {
  const select = byId("theme");
  const apply = () => {
    if (select.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
  };
  try {
    select.value = localStorage.getItem("bitcover-theme") ?? "auto";
  } catch {
    // Nothing is kept then.
  }
  select.addEventListener("change", () => {
    apply();
    try {
      localStorage.setItem("bitcover-theme", select.value);
    } catch {
      // As above.
    }
  });
  apply();
}
