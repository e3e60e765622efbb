import assert from "node:assert/strict";
import { test } from "node:test";
import { listsAt } from "../../src/geometry/search_lists.ts";
import type { Trace, TraceStep } from "../../src/protocol/messages.ts";

const traced = (steps: TraceStep[], opened: number[][], edit?: Trace["edit"]): Trace =>
  ({ search: "", nodes: [], steps, opened, path: [], note: null, rounds: [], ...(edit ? { edit } : {}) });

test("what was opened waits until it is expanded, and waits again when it is improved", () => {
  const trace = traced([[0, 0, 0, 2, 2], [1, 0, 1, 2, 2], [2, 1, 2, 2, 1]], [[1, 2], [2, 3], [1]]);
  assert.deepEqual(listsAt(trace, 0), { open: [], closed: [], again: [] });
  assert.deepEqual(listsAt(trace, 1), { open: [1, 2], closed: [0], again: [] });
  assert.deepEqual(listsAt(trace, 2), { open: [2, 3], closed: [0, 1], again: [] });
  assert.deepEqual(listsAt(trace, 3), { open: [3, 1], closed: [0, 2], again: [] });
  assert.deepEqual(listsAt(trace, 99), listsAt(trace, 3));
});

test("a repair marks what it expands; a search from scratch after an edit begins its lists again", () => {
  const edit = { ring: [], region: [], cell: 1, after: 2, from_scratch: 0, expansions: 1 };
  const plan: TraceStep[] = [[0, 0, 0, 1, 1], [1, 0, 1, 1, 1]];
  const repair = traced([...plan, [1, 1, null, null, null]], [[1], [2], []], edit);
  assert.deepEqual(listsAt(repair, 3), { open: [], closed: [0], again: [1] });
  const fromScratch = traced([...plan, [0, 0, 0, 1, 1]], [[1], [2], [3]], edit);
  assert.deepEqual(listsAt(fromScratch, 3), { open: [3], closed: [0], again: [] });
});
