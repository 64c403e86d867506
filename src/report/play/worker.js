// The solver in a worker: requests come as messages, are answered one after the other, and whoever asked
// is told meanwhile how far a count is.

let solver = null;
let asked = null;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** How hard challenges are, as the solver numbers it. */
const LEVELS = ["easy", "medium", "hard"];

/** A text in the memory of the solver. */
const textAt = (at, bytes) => decoder.decode(new Uint8Array(solver.memory.buffer, at, bytes));

const page = {
  now: () => performance.now(),
  tell: (at, bytes) => postMessage({ id: asked, update: JSON.parse(textAt(at, bytes)) }),
};

/** The functions that answer what is asked, each after its position, or its text, was written. */
const QUESTIONS = {
  load({ text, name }) {
    const [own, its] = [encoder.encode(text), encoder.encode(name ?? "")];
    const words = Math.ceil((own.length + its.length) / 4);
    // Memory has another buffer once it has grown.
    const at = solver.reserve(words);
    const room = new Uint8Array(solver.memory.buffer, at, 4 * words);
    room.set(own);
    room.set(its, own.length);
    return solver.load(own.length, its.length);
  },
  count: () => solver.count(),
  possible: ({ milliseconds }) => solver.possible(milliseconds),
  solution: ({ number }) => solver.solution(number),
  hint: ({ kind, milliseconds }) => solver.hint(kind === "freest", milliseconds),
  challenge: ({ seed, level }) => solver.challenge(seed, LEVELS.indexOf(level)),
};

/** What the solver answers to a request, which has the name of a question and what it is about. */
function ask(request) {
  const [[name, about]] = Object.entries(request);
  if (about.position) {
    const at = solver.reserve(about.position.length);
    new Uint32Array(solver.memory.buffer, at, about.position.length).set(about.position);
  }
  const length = QUESTIONS[name](about);
  return JSON.parse(textAt(solver.answer(), length));
}

onmessage = ({ data: { id, module, request } }) => {
  if (module) {
    solver = new WebAssembly.Instance(module, { page }).exports;
    return;
  }
  asked = id;
  try {
    postMessage({ id, answer: ask(request) });
  } catch (error) {
    postMessage({ id, answer: { error: { message: `The solver failed: ${error.message}` } }, broken: true });
  }
};
