import assert from "node:assert/strict";
import { test } from "node:test";
import { type Plan, vectorised } from "../../src/geometry/vectorise.ts";

const plan = (rows: string[]): Plan => ({
  width: rows[0].length,
  height: rows.length,
  grey: Uint8Array.from(rows.flatMap((row) => [...row].map((c) => (c === "#" ? 0 : 255)))),
});
const SETTINGS = { threshold: 128, error: 0.5, least: 2 };
const area = (ring: readonly (readonly [number, number])[]) =>
  ring.reduce((sum, [x, y], i) => sum + (x * ring[(i + 1) % ring.length][1] - y * ring[(i + 1) % ring.length][0]) / 2, 0);

test("a room is an outline with a hole, in pixels from the lower left corner", () => {
  const outlines = vectorised(plan(["........", ".######.", ".#....#.", ".#....#.", ".######.", "........"]), SETTINGS);
  assert.equal(outlines.length, 1);
  const [[around, hole]] = [outlines[0]];
  assert.deepEqual([...around].sort((a, b) => a[0] - b[0] || a[1] - b[1]), [[1, 1], [1, 5], [7, 1], [7, 5]]);
  assert.equal(area(around), 24);
  assert.equal(area(hole), -8);
});

test("pixels that touch at a corner stay apart, dirt is left out, the edge of the picture closes", () => {
  assert.equal(vectorised(plan(["##..", "##..", "..##", "..##"]), SETTINGS).length, 2);
  assert.equal(vectorised(plan(["#...", "....", "..##", "..##"]), SETTINGS).length, 1);
  assert.equal(vectorised(plan(["####", "####"]), SETTINGS).length, 1);
  assert.deepEqual(vectorised(plan(["....", "...."]), SETTINGS), []);
});

test("a slanted border becomes a line, and no pixel of it is far away", () => {
  const rows = Array.from({ length: 60 }, (_, y) => Array.from({ length: 60 }, (_, x) => (x + 2 * y < 90 ? "#" : ".")).join(""));
  const [[ring]] = vectorised(plan(rows), { ...SETTINGS, error: 1.5 });
  assert.ok(ring.length <= 6, `${ring.length} corners`);
  const dark = rows.join("").split("#").length - 1;
  assert.ok(Math.abs(area(ring) - dark) < 120, `${area(ring)} of ${dark} pixels`);
});

test("every dark pixel of random pictures is inside, at no simplification", () => {
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 12 }, () => Array.from({ length: 12 }, () => (random() < 0.5 ? "#" : ".")).join(""));
    const all = vectorised(plan(rows), { threshold: 128, error: 0, least: 1 });
    const dark = rows.join("").split("#").length - 1;
    assert.equal(all.flat().reduce((sum, ring) => sum + area(ring), 0), dark, rows.join("\n"));
  }
});
