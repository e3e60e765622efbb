import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAt, doorAt, widened } from "../../src/geometry/doors.ts";
import { rectangleRing } from "../../src/geometry/outlines.ts";
import { boxOf, type Point } from "../../src/geometry/plane.ts";
import type { Item } from "../../src/protocol/messages.ts";

const wall = (key: number, ...line: Point[]): Item => ({ key, kind: "wall", name: null, rings: [line], shape: null });
const block = (key: number, a: Point, b: Point): Item => ({ key, kind: "obstacle", name: null, rings: [rectangleRing(a, b)], shape: null });

test("a door is cut into a wall where it was clicked, and found again", () => {
  const cut = cutAt([wall(1, [0, 0], [10, 0], [10, 8])], [4, 0.05], 1.2, 0.2);
  assert.ok(cut);
  assert.deepEqual(cut.pieces.map(({ rings }) => rings[0]), [[[0, 0], [3.4, 0]], [[4.6, 0], [10, 0], [10, 8]]]);
  const pieces = cut.pieces.map((piece, i): Item => ({ ...piece, key: i + 2 }));
  const door = doorAt(pieces, [4, 0.1], 0.2);
  assert.ok(door && Math.abs(door.width - 1.2) < 1e-9);
  const wide = widened(door, 2);
  assert.deepEqual(wide?.map(({ rings }) => rings[0].map(([x, y]) => [Math.round(x * 1e9) / 1e9, y])), [[[0, 0], [3, 0]], [[5, 0], [10, 0], [10, 8]]]);
  assert.equal(widened(door, 30), null, "the walls are not that long");
});

test("near its end a door stays inside the wall, and no wall is cut that is too short", () => {
  const cut = cutAt([wall(1, [0, 0], [10, 0])], [9.9, 0], 1, 0.2);
  assert.ok(cut && cut.gap[1][0] < 10);
  assert.equal(cutAt([wall(1, [0, 0], [0.9, 0])], [0.5, 0], 1, 0.2), null);
  assert.equal(cutAt([wall(1, [0, 0], [10, 0])], [5, 1], 1, 0.2), null);
});

test("between blocks as thick as walls a door is widened about its middle", () => {
  const [low, high] = [block(1, [19.5, 0], [20.5, 12]), block(2, [19.5, 13], [20.5, 20])];
  const door = doorAt([low, high, block(3, [8, 4], [14, 9])], [20.2, 12.4], 0.1);
  assert.ok(door && Math.abs(door.width - 1) < 1e-9);
  const wide = widened(door, 2);
  assert.deepEqual(wide?.map(({ rings }) => boxOf(rings[0])), [[19.5, 0, 20.5, 11.5], [19.5, 13.5, 20.5, 20]]);
  assert.equal(doorAt([low, high], [25, 12.5], 0.1), null);
  const cut = cutAt([low], [20, 6], 1, 0.1);
  assert.deepEqual(cut?.pieces.map(({ rings }) => boxOf(rings[0])), [[19.5, 0, 20.5, 5.5], [19.5, 6.5, 20.5, 12]]);
});
