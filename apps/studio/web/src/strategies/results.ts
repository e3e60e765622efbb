// What runs along a roadmap have shown: the two that are looked at, and a table of all.

import { signal } from "@preact/signals";
import type { Point } from "../geometry/plane.ts";
import type { StrategyRun } from "../protocol/messages.ts";

export interface Result {
  /** What was run: search, strategy, and what was changed for it. */
  name: string;
  /** The parameter that was swept, and its value. */
  swept: readonly [string, number] | null;
  /** A second parameter that was swept with it, and its value. */
  also: readonly [string, number] | null;
  run: StrategyRun;
}

export const results = signal<readonly Result[]>([]);
/** The two runs side by side. */
export const shown = signal<readonly [Result | null, Result | null]>([null, null]);

export const meanTravel = ({ travel_s }: StrategyRun): number | null => {
  const times = travel_s.filter((time) => time !== null);
  return times.length > 0 ? times.reduce((sum, time) => sum + time, 0) / times.length : null;
};

export const COLUMNS: readonly (readonly [string, string, (run: StrategyRun) => number | null, number])[] = [
  ["TrvT s", "Mean travelling time, over the pairs", meanTravel, 2],
  ["avCT ms", "Milliseconds a step, searches included", (run) => run.avct_ms, 3],
  ["pthR", "Searches run", (run) => run.searches, 0],
  ["maxA", "The most agents at a time", (run) => run.max_agents, 0],
  ["AvrA", "Agents on average, over steps with more than 1,500", (run) => run.avr_agents, 0],
  ["clustering", "Morisita's index in squares of 5 m: 1 where agents are spread at random", (run) => run.clustering, 3],
  ["steps", "Steps until all had arrived", (run) => run.steps, 0],
  ["unfinished", "How many never arrived", (run) => run.unfinished, 0],
];

/** All rows as columns of a table, with the travelling time of each pair at the end. */
export function asColumns(rows: readonly Result[]): { name: string; values: (string | number | null)[] }[] {
  const pairs = Math.max(0, ...rows.map(({ run }) => run.travel_s.length));
  const column = (name: string, of: (row: Result) => string | number | null): { name: string; values: (string | number | null)[] } => ({ name, values: rows.map(of) });
  return [
    column("run", ({ name }) => name),
    column("search", ({ run }) => run.search),
    column("strategy", ({ run }) => run.strategy),
    column("parameter", ({ swept }) => swept?.[0] ?? ""),
    column("value", ({ swept }) => swept?.[1] ?? null),
    column("second parameter", ({ also }) => also?.[0] ?? ""),
    column("second value", ({ also }) => also?.[1] ?? null),
    ...COLUMNS.map(([title, , of]) => column(title, ({ run }) => of(run))),
    ...Array.from({ length: pairs }, (_, i) => column(`TrvT ${i + 1} s`, ({ run }) => run.travel_s[i] ?? null)),
  ];
}

/** The same as CSV. */
export function asCsv(rows: readonly Result[]): string {
  const columns = asColumns(rows);
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((_, i) => columns.map(({ values }) => values[i] ?? ""));
  return [columns.map(({ name }) => name), ...lines].map((line) => line.map((cell) => quoted(String(cell))).join(",")).join("\n") + "\n";
}

/** The frame of a run that is shown at a step: the last one that is not later. */
export function frameAt({ frames }: StrategyRun, step: number): StrategyRun["frames"][number] | null {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle].step <= step) low = middle + 1;
    else high = middle;
  }
  return frames[Math.max(0, low - 1)] ?? null;
}

/** Starts and goals across a world, where it has none of its own. */
export function across([x0, y0, x1, y1]: readonly [number, number, number, number]): [Point, Point][] {
  const at = (x: number, y: number): Point => [x0 + x * (x1 - x0), y0 + y * (y1 - y0)];
  return [[at(0.03, 0.19), at(0.97, 0.81)], [at(0.03, 0.5), at(0.97, 0.5)], [at(0.03, 0.81), at(0.97, 0.19)]];
}
