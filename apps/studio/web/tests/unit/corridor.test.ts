import assert from "node:assert/strict";
import { test } from "node:test";
import { corridor } from "../../src/geometry/corridor.ts";
import type { Point } from "../../src/geometry/plane.ts";

function distance([px, py]: Point, line: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
    const square = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = square > 0 ? Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square)) : 0;
    least = Math.min(least, Math.hypot(px - ax - share * (bx - ax), py - ay - share * (by - ay)));
  }
  return least;
}

test("a place is in one strip if it is near the line, and else in none", () => {
  const line: Point[] = [[0, 0], [6, 0], [6, 5], [1, 4], [1, 1]];
  const strips = corridor(line, 1.2, 0.02);
  for (let x = -2; x < 9; x += 0.13) {
    for (let y = -2; y < 8; y += 0.17) {
      const far = distance([x, y], line);
      // Near the border a strip's height decides.
      if (Math.abs(far - 1.2) < 0.03) continue;
      const within = strips.filter(([left, right, low, high]) => left <= x && x <= right && low <= y && y < high).length;
      assert.equal(within, far < 1.2 ? 1 : 0, `${x}, ${y}: ${far}`);
    }
  }
});

test("a line of one point has a disc around it, and one of none nothing", () => {
  const area = corridor([[3, 3]], 2, 0.01).reduce((sum, [left, right, low, high]) => sum + (right - left) * (high - low), 0);
  assert.ok(Math.abs(area - 4 * Math.PI) < 0.05, `${area}`);
  assert.deepEqual(corridor([], 2, 0.01), []);
  assert.deepEqual(corridor([[3, 3]], 0, 0.01), []);
  assert.ok(corridor([[0, 0], [0, 9000]], 5, 0.01).length <= 301);
});
