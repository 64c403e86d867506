// The solver of the page: asks it in workers, so that the page goes on meanwhile.
//
// There are two workers, one that counts and one that answers the rest, so that a long count holds up
// nothing else. Each answers one request at a time. To cancel a request that is under way, its worker
// is ended, and another takes its place, made of the module that is compiled already.

/** What a cancelled request is rejected with. */
class Cancelled extends Error {}

/** What the solver refuses with: line and column, where it is about the text of a puzzle. */
class Refused extends Error {
  constructor({ message, line, column }) {
    super(message);
    this.line = line ?? null;
    this.column = column ?? null;
  }
}

/** One worker, and the requests that wait for it. */
class Desk {
  constructor(module, source) {
    this.module = module;
    this.source = source;
    this.waiting = [];
    this.current = null;
    this.loaded = null;
    this.number = 0;
    this.start();
  }

  /** Starts a worker, which knows the puzzle that the one before knew. */
  start() {
    const worker = new Worker(this.source);
    this.worker = worker;
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.hear({
      id: this.current?.id, answer: { error: { message: "The solver failed." } }, broken: true });
    worker.postMessage({ module: this.module });
    if (this.loaded) worker.postMessage({ id: -1, request: this.loaded });
  }

  /** Asks; returns the promise of the answer and how to cancel. */
  ask(request, onUpdate = null) {
    const one = { id: this.number++, request, onUpdate };
    const promise = new Promise((resolve, reject) => Object.assign(one, { resolve, reject }));
    this.waiting.push(one);
    this.next();
    return { promise, cancel: () => this.cancel(one) };
  }

  next() {
    if (this.current || this.waiting.length === 0) return;
    this.current = this.waiting.shift();
    const { id, request } = this.current;
    this.worker.postMessage({ id, request });
  }

  hear({ id, update, answer, broken }) {
    const one = this.current;
    if (!one || one.id !== id) return;
    if (update) {
      one.onUpdate?.(update);
      return;
    }
    this.current = null;
    if (broken) this.restart();
    if (answer.error) {
      one.reject(new Refused(answer.error));
    } else {
      if (one.request.load) this.loaded = one.request;
      one.resolve(answer);
    }
    this.next();
  }

  restart() {
    this.worker.onmessage = null;
    this.worker.terminate();
    this.start();
  }

  cancel(one) {
    const place = this.waiting.indexOf(one);
    if (place >= 0) {
      this.waiting.splice(place, 1);
    } else if (this.current === one) {
      this.current = null;
      this.restart();
    } else {
      return;
    }
    one.reject(new Cancelled("It was cancelled."));
    this.next();
  }

  cancelAll() {
    [...this.waiting, this.current].filter(Boolean).forEach((one) => this.cancel(one));
  }
}

/** The solver. */
class Engine {
  /** `solver` is the WebAssembly, as bytes or compiled; `worker` is the script of the workers. */
  constructor(solver, worker) {
    const source = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const compiled = solver instanceof WebAssembly.Module
      ? Promise.resolve(solver) : Promise.resolve(solver).then((bytes) => WebAssembly.compile(bytes));
    this.desks = compiled.then((module) => [new Desk(module, source), new Desk(module, source)]);
  }

  /**
   * Asks a desk by number. The promise is there at once, although the module may still be compiled.
   */
  ask(desk, request, onUpdate = null) {
    let asked = null;
    let isCancelled = false;
    const promise = this.desks.then((desks) => {
      if (isCancelled) throw new Cancelled("It was cancelled.");
      asked = desks[desk].ask(request, onUpdate);
      return asked.promise;
    });
    const cancel = () => {
      isCancelled = true;
      asked?.cancel();
    };
    return { promise, cancel };
  }

  /** Reads a puzzle file, and describes the puzzle of this name in it, or the first. */
  async load(text, name = null) {
    const desks = await this.desks;
    desks.forEach((desk) => desk.cancelAll());
    const both = desks.map((desk) => desk.ask({ load: { text, name } }).promise);
    const [{ puzzle: { puzzle, members } }] = await Promise.all(both);
    return { ...puzzle, members };
  }

  /** Counts the ways to finish a position. */
  count(position, onUpdate = null) {
    const { promise, cancel } = this.ask(0, { count: { position } }, onUpdate);
    return { promise: promise.then(({ count }) => count), cancel };
  }

  /** What can still come of a position, as far as it is found in so many milliseconds. */
  possible(position, milliseconds = 3000) {
    const { promise, cancel } = this.ask(1, { possible: { position, milliseconds } });
    const byName = (pieces) => Object.fromEntries(pieces.map(({ name, possible }) => [name, possible]));
    return { promise: promise.then(({ possible }) => ({ ...possible, pieces: byName(possible.pieces) })), cancel };
  }

  /** The completion of this number, from 0; null where there are not so many. */
  solution(position, number) {
    const { promise, cancel } = this.ask(1, { solution: { position, number } });
    return { promise: promise.then(({ solution }) => solution), cancel };
  }

  /** A placement that leads to the end, "any" or the "freest"; null where none does. */
  hint(position, kind = "any", milliseconds = 3000) {
    const { promise, cancel } = this.ask(1, { hint: { position, kind, milliseconds } });
    return { promise: promise.then(({ hint }) => hint), cancel };
  }

  /** A position with one completion that has the placements of a position; null where there is none. */
  challenge({ seed, level, position = [] }) {
    const { promise, cancel } = this.ask(1, { challenge: { position, seed, level } });
    return { promise: promise.then(({ challenge }) => challenge), cancel };
  }
}
