// The page: shows how many ways there are to finish what it begins with.

/* global Engine -- engine.js */

/** The bytes of a packed block of the page. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const { files } = JSON.parse(document.getElementById("data").textContent);
const engine = new Engine(unpacked("solver"), document.getElementById("worker").textContent);
const [{ text, puzzles: [{ name }] }] = files;
const description = await engine.load(text, name);
const words = document.createElement("p");
document.getElementById("main").append(words);
const { promise } = engine.count([], ({ atLeast }) => (words.textContent = `${description.title}: at least ${atLeast} ways`));
const { count } = await promise;
words.textContent = `${description.title}: ${count} ways`;
