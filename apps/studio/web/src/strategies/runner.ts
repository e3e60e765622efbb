// Runs along a roadmap, one after the other: two to look at, all combinations, or a sweep over a parameter.

import { signal } from "@preact/signals";
import type { Point } from "../geometry/plane.ts";
import type { StrategyRun } from "../protocol/messages.ts";
import type { Studio } from "../studio.ts";
import { items, world } from "../state.ts";
import { across, type Result, results, shown } from "./results.ts";
import { asked, combinationsOf, listOf, type Mesh, type Search, SEARCHES, type Side, STRATEGIES, usual } from "./settings.ts";

export const sides = signal<readonly [Side, Side]>([usual("none"), usual("per_init")]);
export const people = signal(3000);
export const mesh = signal<Mesh>("quadtree");
/** The side of a cell of the grid, in metres. */
export const cell = signal(3);
export const threads = signal(1);
/** Starts and goals, of a document; null: as the world has them. */
export const placed = signal<{ document: number; trips: readonly (readonly [Point, Point])[] } | null>(null);
export const swept = signal<{ parameter: string; values: string; second: string; secondValues: string; side: 0 | 1 }>({
  parameter: "n", values: "0, 1, 2, 3", second: "", secondValues: "1, 5", side: 1,
});
/** The most runs of a sweep. */
const MOST_RUNS = 100;
/** What is being run, and how much of it is done. */
export const busy = signal<{ what: string; done: number; of: number } | null>(null);
let isStopped = false;

const centre = (ring: readonly Point[]): Point => {
  const sum = ring.reduce<[number, number]>(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / ring.length, sum[1] / ring.length];
};

/** Those that were placed; else from each source to its goal; else across the world. */
export function tripsNow(): readonly (readonly [Point, Point])[] {
  const now = world.value;
  if (!now) return [];
  if (placed.value?.document === now.document) return placed.value.trips;
  const ends = [...items.values()].flatMap(({ source, rings }): (readonly [Point, Point])[] => {
    const goal = source?.goal === undefined || source.goal === null ? undefined : items.get(source.goal);
    return goal?.rings[0]?.length && rings[0]?.length ? [[centre(rings[0]), centre(goal.rings[0])]] : [];
  });
  return ends.length > 0 ? ends.slice(0, 8) : across(now.bounds);
}

export function place(trips: readonly (readonly [Point, Point])[]): void {
  if (world.value) placed.value = { document: world.value.document, trips };
}

export function stop(): void {
  isStopped = true;
}

async function run(studio: Studio, side: Side, frames: boolean): Promise<StrategyRun | undefined> {
  const trips = tripsNow();
  return studio.ask("strategies", {
    trips: [...trips], people: people.value, settings: asked(side), mesh: mesh.value, cell: cell.value, threads: threads.value, frames,
  });
}

const nameOf = ({ search, strategy, also }: Side, more = ""): string => `${search}/${strategy}${also === "none" ? "" : `+${also}`}${more}`;

const withoutFrames = (run: StrategyRun): StrategyRun => ({ ...run, regions: [], frames: [] });

function note(result: Result): void {
  results.value = [...results.value, { ...result, run: withoutFrames(result.run) }];
}

/** Goes through a list of runs until it is stopped or one is refused. */
async function each<T>(what: string, list: readonly T[], one: (item: T) => Promise<boolean>): Promise<void> {
  if (busy.value) return;
  isStopped = false;
  try {
    for (const [i, item] of list.entries()) {
      busy.value = { what, done: i, of: list.length };
      if (isStopped || !(await one(item))) return;
    }
  } finally {
    busy.value = null;
  }
}

/** Both sides, to look at. */
export function runBoth(studio: Studio): Promise<void> {
  shown.value = [null, null];
  return each("both sides", [0, 1] as const, async (at) => {
    const side = sides.value[at];
    const found = await run(studio, side, true);
    if (!found) return false;
    const result: Result = { name: nameOf(side), swept: null, also: null, run: found };
    shown.value = at === 0 ? [result, shown.value[1]] : [shown.value[0], result];
    note(result);
    return true;
  });
}

/** Every search with every strategy, with the numbers of the left side. */
export function runAll(studio: Studio): Promise<void> {
  const all = SEARCHES.flatMap(([search]) => STRATEGIES.map(([strategy]): [Search, Side] => [search, { ...sides.value[0], search, strategy, also: "none" }]));
  return each("all combinations", all, async ([, side]) => {
    const found = await run(studio, side, false);
    if (found) note({ name: nameOf(side), swept: null, also: null, run: found });
    return found !== undefined;
  });
}

/** One side with each value of a parameter, and each of a second one if there is one; false if the values cannot be read. */
export async function runSweep(studio: Studio): Promise<boolean> {
  const { parameter, values, second, secondValues, side: at } = swept.value;
  const list = combinationsOf(listOf(values), second !== "" && second !== parameter ? listOf(secondValues) : [null]);
  if (!list || list.length > MOST_RUNS) return false;
  await each(`${parameter} from ${list[0][0]} to ${list.at(-1)?.[0]}`, list, async ([value, other]) => {
    const numbers = { ...sides.value[at].numbers, [parameter]: value, ...(other === null ? {} : { [second]: other }) };
    const side = { ...sides.value[at], numbers };
    const found = await run(studio, side, false);
    const more = other === null ? "" : `, ${second} ${other}`;
    if (found) note({ name: nameOf(side, `, ${parameter} ${value}${more}`), swept: [parameter, value], also: other === null ? null : [second, other], run: found });
    return found !== undefined;
  });
  return true;
}
