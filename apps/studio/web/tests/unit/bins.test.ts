import assert from "node:assert/strict";
import { test } from "node:test";
import { bins, percentile } from "../../src/geometry/bins.ts";

test("every time is in a bin that contains it", () => {
  const times = [0.2, 0.21, 1, 3, 3, 40, 999];
  const { counts, least, factor } = bins(times);
  assert.equal(counts.reduce((a, b) => a + b), times.length);
  assert.equal(counts[0], 2);
  const last = least * factor ** counts.length;
  assert.ok(last >= 999 * 0.99, `the last bin ends at ${last}`);
});

test("times that are all the same, or none, have one bin", () => {
  assert.deepEqual(bins([5, 5, 5]).counts, [3]);
  assert.deepEqual(bins([0, 0]).counts, [2]);
  assert.deepEqual(bins([]).counts, [0]);
});

test("percentiles are times that were measured", () => {
  assert.equal(percentile([3, 1, 2], 0.5), 2);
  assert.equal(percentile([3, 1, 2], 0.99), 3);
  assert.equal(percentile([], 0.5), 0);
});
