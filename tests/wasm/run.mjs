// Loads the module without any import, and holds its counts against those of tests/counts.csv.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const bytes = await readFile(process.argv[2]);
const { instance } = await WebAssembly.instantiate(bytes, {});
const begun = performance.now();
assert.equal(instance.exports.count_kanoodle(), 371_020);
const milliseconds = Math.round(performance.now() - begun);
assert.equal(instance.exports.count_distinct_kanoodle(), 92_755);
assert.equal(instance.exports.iterate_soma(), 480);
console.log(
  `Kanoodle was counted on WebAssembly in ${milliseconds} ms; the module has ${bytes.length} bytes.`,
);
