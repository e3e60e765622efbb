import assert from "node:assert/strict";
import { test } from "node:test";
import { dealt, same, Tiling } from "../../src/view/tiling.ts";
import type { Box } from "../../src/geometry/plane.ts";

const WORLD: Box = [0, 0, 100, 50];

/** Segments all over the world, and beyond. */
function segments(count: number): Float32Array {
  return Float32Array.from({ length: 6 * count }, (_, k) => {
    const i = Math.floor(k / 6);
    const [x, y] = [((i * 0.618) % 1.1) * 100, ((i * 0.755) % 1.1) * 50];
    return [x, y, i, x + 1, y + 0.5, i][k % 6];
  });
}

test("every thing is in one tile, whole, and its tile's box is around it", () => {
  const count = 20_000;
  const tiles = dealt(segments(count), 2, new Tiling(WORLD, count));
  assert.ok(tiles.size > 4 && tiles.size <= 64, `${tiles.size} tiles`);
  const seen = new Set<number>();
  for (const { words, box } of tiles.values()) {
    for (let k = 0; k < words.length; k += 6) {
      assert.equal(words[k + 2], words[k + 5], "both ends are of the same segment");
      assert.ok(!seen.has(words[k + 2]));
      seen.add(words[k + 2]);
      for (const at of [k, k + 3]) assert.ok(words[at] >= box[0] && words[at] <= box[2] && words[at + 1] >= box[1] && words[at + 1] <= box[3]);
    }
  }
  assert.equal(seen.size, count);
});

test("where nothing has changed a tile comes out bit by bit as it was", () => {
  const tiling = new Tiling(WORLD, 20_000);
  const before = segments(20_000);
  const after = new Float32Array(before.length + 6);
  after.set(before);
  after.set([10, 10, 1, 11, 10, 1], before.length);
  const [was, is] = [dealt(before, 2, tiling), dealt(after, 2, tiling)];
  const changed = [...is].filter(([tile, { words }]) => !same(words, was.get(tile)?.words ?? new Float32Array()));
  assert.deepEqual(changed.map(([tile]) => tile), [tiling.at(10.5, 10)]);
});

test("a small world is one tile, and nonsense falls into some", () => {
  assert.equal(new Tiling(WORLD, 100).across, 1);
  const tiling = new Tiling([3, 3, 3, 3], 50_000);
  for (const [x, y] of [[3, 3], [NaN, 1], [Infinity, -Infinity], [1e30, 0]]) {
    const tile = tiling.at(x, y);
    assert.ok(Number.isInteger(tile) && tile >= 0 && tile < tiling.across ** 2, `${x} ${y}: ${tile}`);
  }
  assert.equal(dealt(new Float32Array(), 3, tiling).size, 0);
});

test("bits are compared, not numbers", () => {
  assert.ok(same(Float32Array.of(NaN, 1), Float32Array.of(NaN, 1)));
  assert.ok(!same(Float32Array.of(0), Float32Array.of(-0)));
  assert.ok(!same(Float32Array.of(1), Float32Array.of(1, 2)));
});
