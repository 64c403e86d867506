// The solver in a worker: requests come as messages, are answered one after the other, and whoever asked
// is told meanwhile how far a count is.

let solver = null;
let asked = null;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A text in the memory of the solver. */
const textAt = (at, bytes) => decoder.decode(new Uint8Array(solver.memory.buffer, at, bytes));

const page = {
  now: () => performance.now(),
  tell: (at, bytes) => postMessage({ id: asked, update: JSON.parse(textAt(at, bytes)) }),
};

/** What the solver answers to a request. */
function ask(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const at = solver.reserve(bytes.length);
  new Uint8Array(solver.memory.buffer, at, bytes.length).set(bytes);
  const length = solver.ask();
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
