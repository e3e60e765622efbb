import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting, panned, toScreen, toWorld, visibleBox, zoomed } from "../../src/view/camera.ts";
import { History } from "../../src/view/history.ts";
import { Latest } from "../../src/protocol/connection.ts";
import type { Point } from "../../src/geometry/plane.ts";

const size = { width: 800, height: 600 };
const camera = { x: 10, y: -5, scale: 20 };

test("screen and world are each other's inverse, and the world's y goes up", () => {
  for (const p of [[0, 0], [800, 600], [123, 456]] as Point[]) {
    const [x, y] = toScreen(camera, size, toWorld(camera, size, p));
    assert.ok(Math.hypot(x - p[0], y - p[1]) < 1e-9);
  }
  assert.ok(toScreen(camera, size, [10, 0])[1] < 300);
});

test("zooming keeps the place under the pointer, and stops at the ends of the range", () => {
  const at: Point = [200, 500];
  const before = toWorld(camera, size, at);
  const after = toWorld(zoomed(camera, size, at, 3), size, at);
  assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) < 1e-9);
  assert.ok(Number.isFinite(zoomed(camera, size, at, 1e30).scale));
  assert.ok(zoomed(camera, size, at, 1e-30).scale > 0);
});

test("panning moves the world with the hand", () => {
  const p: Point = [3, 4];
  const [x0, y0] = toScreen(camera, size, p);
  const [x1, y1] = toScreen(panned(camera, 30, -12), size, p);
  assert.ok(Math.abs(x1 - x0 - 30) < 1e-9 && Math.abs(y1 - y0 + 12) < 1e-9);
});

test("fitting shows all of a box, also one of no size", () => {
  const [x0, y0, x1, y1] = visibleBox(fitting([0, 0, 100, 10], size), size);
  assert.ok(x0 <= 0 && y0 <= 0 && x1 >= 100 && y1 >= 10);
  assert.ok(Number.isFinite(fitting([5, 5, 5, 5], size).scale));
});

test("undo and redo go back and forth; a new step forgets what was undone", () => {
  const history = new History(0);
  for (const n of [1, 2, 3]) history.put(n);
  assert.deepEqual([history.undo(), history.undo(), history.redo()], [2, 1, 2]);
  history.put(9);
  assert.equal(history.redo(), null);
  assert.deepEqual([history.undo(), history.undo(), history.undo(), history.undo()], [2, 1, 0, null]);
  assert.equal(history.now, 0);
});

test("a long gesture is one step, and old steps are forgotten", () => {
  const history = new History(0, 3);
  history.put(1);
  for (const n of [1.1, 1.2, 1.3]) history.amend(n);
  assert.equal(history.undo(), 0);
  for (let n = 1; n <= 10; n++) history.put(n);
  assert.deepEqual([history.undo(), history.undo(), history.undo(), history.undo()], [9, 8, 7, null]);
});

test("of many questions the first and the newest are asked, one at a time", async () => {
  const asked: number[] = [];
  const answered: number[] = [];
  let release: (() => void)[] = [];
  const latest = new Latest<number, number>(
    (n) => {
      asked.push(n);
      return new Promise((resolve) => release.push(() => resolve(n * 10)));
    },
    (answer) => answered.push(answer),
    () => assert.fail("refused"),
  );
  for (const n of [1, 2, 3, 4]) latest.put(n);
  assert.deepEqual(asked, [1]);
  release.splice(0).forEach((go) => go());
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked, [1, 4]);
  release.splice(0).forEach((go) => go());
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(answered, [10, 40]);
});
