import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../../src/protocol/wire.ts";
import { between, follows } from "../../src/view/between.ts";

const word = (x: number, y: number): number => ((y << 16) | x) >>> 0;
const frame = (step: number, agents: [number, number, number?][], more: Partial<Frame> = {}): Frame => ({
  type: "frame", renumbered: false, replay: false, step, time: step / 10, count: agents.length, box: [0, 0, 100, 100],
  words: new Uint32Array(agents.flatMap(([x, y, status = 0]) => [word(x, y), status << 8])), ...more,
});

test("half way is half way, the end is the end, and headings are those of the newer frame", () => {
  const [a, b] = [frame(1, [[1000, 60000]]), frame(2, [[2000, 59000]])];
  const mixed = new Uint32Array(2);
  between(a, b, 0.5, mixed);
  assert.deepEqual([...mixed], [word(1500, 59500), 0]);
  between(a, b, 1, mixed);
  assert.deepEqual([...mixed], [...b.words]);
});

test("who jumps, comes, or took the place of one who left, is shown where he is", () => {
  const [a, b] = [frame(1, [[0, 0], [500, 500, 5]]), frame(2, [[60000, 0], [700, 700], [9, 9]])];
  const mixed = new Uint32Array(6);
  between(a, b, 0.5, mixed);
  assert.deepEqual([...mixed], [...b.words]);
});

test("frames that do not follow each other are not mixed", () => {
  const a = frame(5, []);
  assert.ok(follows(a, frame(6, []), 100));
  assert.ok(!follows(a, frame(6, [], { renumbered: true }), 100));
  assert.ok(!follows(a, frame(5, []), 100), "the same again");
  assert.ok(!follows(a, frame(0, []), 100), "a reset");
  assert.ok(!follows(a, frame(6, []), 5000), "a pause between them");
  assert.ok(!follows(a, frame(6, [], { box: [0, 0, 50, 50] }), 100), "another world");
  const replay = { replay: true };
  assert.ok(!follows(frame(5, [], replay), frame(9, [], replay), 100), "scrubbing");
});
