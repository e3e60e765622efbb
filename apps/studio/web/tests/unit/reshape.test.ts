import assert from "node:assert/strict";
import { test } from "node:test";
import { circleRing, rectangleRing } from "../../src/geometry/outlines.ts";
import { boxOf } from "../../src/geometry/plane.ts";
import { aligned, gripped, gripsOf, isRectangle, stretched, withCorner, withoutCorner, withRadius, withRingMoved } from "../../src/geometry/reshape.ts";
import type { Item } from "../../src/protocol/messages.ts";

const item = (part: Partial<Item>): Item => ({ key: 1, kind: "obstacle", name: null, rings: [], shape: null, ...part });
const rectangle = item({ rings: [rectangleRing([1, 2], [5, 4])], shape: { rectangle: [1, 2, 5, 4] } });
const triangle = item({ key: 2, rings: [[[0, 0], [6, 0], [0, 6]]] });
const box = (items: Item[]) => boxOf(items.flatMap(({ rings }) => rings.flat()));

test("a rectangle is resized by its eight grips and stays one", () => {
  const grips = gripsOf([rectangle]);
  assert.equal(grips.length, 8);
  for (const grip of grips) {
    const [now] = gripped([rectangle], grip, [0.5, 0.25], false);
    assert.ok(isRectangle(now));
    assert.deepEqual(now.shape, { rectangle: box([now]) });
  }
  const corner = grips.find((grip) => grip.at[0] === 5 && grip.at[1] === 4);
  assert.ok(corner);
  assert.deepEqual(box(gripped([rectangle], corner, [1, 2], false)), [1, 2, 6, 6]);
  assert.deepEqual(box(gripped([rectangle], corner, [4, 0], true)), [1, 2, 9, 6], "in proportion");
  const inside = box(gripped([rectangle], corner, [-100, -100], false));
  assert.ok(inside && inside[2] > inside[0] && inside[3] > inside[1], "never inside out");
});

test("a circle keeps its middle", () => {
  const circle = item({ rings: [circleRing([3, 3], 2)], shape: { circle: [3, 3, 2] } });
  const east = gripsOf([circle]).find((grip) => grip.kind === "box" && grip.x === 1);
  assert.ok(east);
  assert.deepEqual(gripped([circle], east, [1, 0], false)[0].shape, { circle: [3, 3, 3] });
  assert.deepEqual(withRadius(circle, 0.5).shape, { circle: [3, 3, 0.5] });
});

test("corners are moved, added and taken away; of a triangle none is", () => {
  const grips = gripsOf([triangle]);
  assert.equal(grips.filter(({ kind }) => kind === "corner").length, 3);
  const edge = grips.find((grip) => grip.kind === "edge" && grip.index === 0);
  assert.ok(edge);
  assert.deepEqual(gripped([triangle], edge, [0, -1], false)[0].rings[0], [[0, -1], [6, -1], [0, 6]]);
  const more = withCorner(triangle, [3, 0.1], 0.5);
  assert.deepEqual(more?.rings[0], [[0, 0], [3, 0.1], [6, 0], [0, 6]]);
  assert.equal(withCorner(triangle, [20, 20], 0.5), null);
  assert.equal(withoutCorner(triangle, 0, 1), null);
  assert.deepEqual(more && withoutCorner(more, 0, 1)?.rings, triangle.rings);
  const wall = item({ kind: "wall", rings: [[[0, 0], [4, 0]]] });
  assert.equal(gripsOf([wall]).length, 3, "two ends and one edge");
  assert.equal(withoutCorner(wall, 0, 0), null);
});

test("what crossed itself has another fill when it is another outline", () => {
  const crossed = item({ rings: [[[0, 0], [4, 4], [4, 0], [0, 4]]], fill: [[0, 0], [2, 2], [0, 4]] });
  const [corner] = gripsOf([crossed]).filter(({ kind }) => kind === "corner");
  assert.equal(gripped([crossed], corner, [1, 0], false)[0].fill, undefined);
});

test("several are stretched and aligned together, a hole alone", () => {
  const both = [rectangle, triangle];
  assert.deepEqual(box(stretched(both, [0, 0, 6, 6], [0, 0, 12, 3])), [0, 0, 12, 3]);
  assert.deepEqual(aligned(both, "right").map((one) => box([one])?.[2]), [6, 6]);
  assert.deepEqual(aligned(both, "centre").map((one) => ((box([one])?.[1] ?? 0) + (box([one])?.[3] ?? 0)) / 2), [3, 3]);
  const floor = item({ kind: "floor", rings: [rectangleRing([0, 0], [20, 20]), rectangleRing([5, 5], [6, 6])] });
  const moved = withRingMoved(floor, 1, [1, 0]);
  assert.deepEqual([moved.rings[0], boxOf(moved.rings[1])], [floor.rings[0], [6, 5, 7, 6]]);
});
