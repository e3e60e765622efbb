import assert from "node:assert/strict";
import { test } from "node:test";
import { scaledTo } from "../../src/geometry/backdrop.ts";
import { circleRing, firstCrossing, rectangleRing, rotated, simplified, translated } from "../../src/geometry/outlines.ts";
import { boxOf, distance, distanceToRings, distanceToSegment, inRings, type Point } from "../../src/geometry/plane.ts";
import { gridStep, snapped } from "../../src/geometry/snap.ts";

test("a rectangle goes around counter-clockwise whichever corners were dragged", () => {
  for (const [a, b] of [[[0, 0], [2, 1]], [[2, 1], [0, 0]], [[0, 1], [2, 0]]] as [Point, Point][]) {
    assert.deepEqual(rectangleRing(a, b), [[0, 0], [2, 0], [2, 1], [0, 1]]);
  }
});

test("a circle's corners lie on it, and more of them on a larger one", () => {
  const small = circleRing([3, 4], 0.5);
  const large = circleRing([3, 4], 20);
  for (const p of large) assert.ok(Math.abs(distance(p, [3, 4]) - 20) < 1e-9);
  assert.ok(small.length >= 12 && large.length > small.length && large.length <= 96);
});

test("a full turn in quarters brings an outline back", () => {
  let rings: Point[][] = [rectangleRing([0, 0], [3, 1])];
  for (let i = 0; i < 4; i++) rings = rotated(rings, [1.5, 0.5], Math.PI / 2);
  rings[0].forEach((p, i) => assert.ok(distance(p, rectangleRing([0, 0], [3, 1])[i]) < 1e-12));
  assert.deepEqual(translated(rings.map((r) => r.map(() => [1, 1] as const)), [2, -1])[0][0], [3, 0]);
});

test("inside is even-odd: a hole is outside", () => {
  const rings = [rectangleRing([0, 0], [10, 10]), rectangleRing([4, 4], [6, 6])];
  assert.ok(inRings(rings, [2, 2]));
  assert.ok(!inRings(rings, [5, 5]));
  assert.ok(!inRings(rings, [11, 5]));
});

test("an open wall has no edge from its end to its start", () => {
  const wall: Point[] = [[0, 0], [10, 0], [10, 10]];
  assert.equal(distanceToRings([wall], [0, 5], false), 5);
  assert.ok(distanceToRings([wall], [5, 5], true) < 1e-9);
  assert.equal(distanceToSegment([3, 4], [0, 0], [0, 0]), 5);
});

test("simplifying keeps the ends, drops what lies on a line and moves nothing far", () => {
  const line: Point[] = Array.from({ length: 101 }, (_, i) => [i / 10, Math.sin(i / 10)]);
  const simple = simplified(line, 0.05);
  assert.ok(simple.length < 20);
  assert.deepEqual([simple[0], simple.at(-1)], [line[0], line.at(-1)]);
  for (const p of line) assert.ok(distanceToRings([simple], p, false) <= 0.05 + 1e-12);
  assert.deepEqual(simplified([[0, 0], [1, 0], [2, 0]], 0.01), [[0, 0], [2, 0]]);
});

test("a bow-tie crosses itself, a convex outline does not, a touching end of a wall does", () => {
  assert.deepEqual(firstCrossing([[0, 0], [2, 2], [2, 0], [0, 2]], true), [1, 1]);
  assert.equal(firstCrossing(circleRing([0, 0], 5), true), null);
  assert.equal(firstCrossing([[0, 0], [2, 2], [4, 0]], false), null);
});

test("corners draw the pointer before the grid does", () => {
  const snapping = { grid: 1, reach: 0.3, corners: [[2.45, 2.45]] as Point[] };
  assert.deepEqual(snapped([2.4, 2.3], snapping), [2.45, 2.45]);
  assert.deepEqual(snapped([3.4, 2.3], snapping), [3, 2]);
  assert.deepEqual(snapped([3.4, 2.3], { ...snapping, grid: 0 }), [3.4, 2.3]);
});

test("grid steps are 1, 2 or 5 of a power of ten and far enough apart on the screen", () => {
  for (const scale of [0.01, 0.3, 1, 7, 33, 900]) {
    const step = gridStep(scale, 14);
    assert.ok(step * scale >= 14 - 1e-9 && step * scale < 14 * 2.6, `${scale}`);
    const digit = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    assert.ok([1, 2, 5].some((d) => Math.abs(digit - d) < 1e-6), `${step}`);
  }
});

test("a floor plan is scaled about the first click", () => {
  const plan = { name: "", width: 100, height: 50, corner: [0, 0] as Point, scale: 1, opacity: 1 };
  const scaled = scaledTo(plan, [10, 10], [20, 10], 5);
  assert.ok(scaled);
  assert.equal(scaled.scale, 0.5);
  assert.deepEqual(scaled.corner, [5, 5]);
  assert.equal(scaledTo(plan, [1, 1], [1, 1], 5), null);
  assert.equal(scaledTo(plan, [0, 0], [1, 1], 0), null);
});

test("there is no box around nothing", () => {
  assert.equal(boxOf([]), null);
  assert.deepEqual(boxOf([[1, 5], [3, 2]]), [1, 2, 3, 5]);
});
