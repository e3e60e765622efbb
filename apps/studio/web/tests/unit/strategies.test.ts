import assert from "node:assert/strict";
import { test } from "node:test";
import type { StrategyRun } from "../../src/protocol/messages.ts";
import { across, asCsv, frameAt, meanTravel } from "../../src/strategies/results.ts";
import { asked, combinationsOf, listOf, NUMBERS, usual } from "../../src/strategies/settings.ts";

const run: StrategyRun = {
  search: "a_star", strategy: "ours", avct_ms: 0.5, searches: 7, most_searches: 2, max_agents: 3, avr_agents: null, travel_s: [2, null, 4],
  clustering: 1.5, steps: 40, seconds: 4, unfinished: 1, region_count: 9, regions: [],
  frames: [8, 16, 24].map((step) => ({ step, density: [], agents: [] })),
};

test("values of a sweep are numbers, and only numbers", () => {
  assert.deepEqual(listOf("0, 1; 2.5  3e1"), [0, 1, 2.5, 30]);
  for (const text of ["", " ,", "1, two", "1 NaN", Array(51).fill("1").join(" ")]) assert.equal(listOf(text), null, text);
});

test("two lists of values make every combination, the first the slowest", () => {
  assert.deepEqual(combinationsOf([1, 2], [5, 7]), [[1, 5], [1, 7], [2, 5], [2, 7]]);
  assert.deepEqual(combinationsOf([1, 2], [null]), [[1, null], [2, null]]);
  assert.equal(combinationsOf(null, [null]), null);
  assert.equal(combinationsOf([1], null), null);
});

test("a side is asked for with every parameter, by the names of files", () => {
  const words = asked(usual("event"));
  assert.equal(words["strategy"], "event");
  assert.ok(NUMBERS.every(({ key, usual, least, most }) => words[key] === usual && usual >= least && usual <= most));
});

test("a table has a line a run, quoted where it must be", () => {
  const [head, line] = asCsv([{ name: "a_star/ours, n 2", swept: ["n", 2], also: ["P", 5], run }]).trim().split("\n");
  assert.match(head, /^run,search,strategy,parameter,value,second parameter,second value,TrvT s,.*,TrvT 3 s$/);
  assert.match(line, /^"a_star\/ours, n 2",a_star,ours,n,2,P,5,3,0\.5,7,3,,1\.5,40,1,2,,4$/);
  assert.equal(meanTravel({ ...run, travel_s: [null] }), null);
});

test("the frame of a step is the last that is not later", () => {
  assert.deepEqual([0, 8, 15.9, 16, 99].map((step) => frameAt(run, step)?.step), [8, 8, 8, 16, 24]);
  assert.equal(frameAt({ ...run, frames: [] }, 3), null);
});

test("trips across a world lie in it", () => {
  for (const [x, y] of across([-10, 0, 10, 5]).flat()) assert.ok(x > -10 && x < 10 && y > 0 && y < 5);
});
