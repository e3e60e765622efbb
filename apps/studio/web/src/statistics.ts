// The run's last minutes, kept for the charts.

import { signal } from "@preact/signals";
import type { Stats } from "./protocol/messages.ts";

/** Ten a second: four minutes. */
const MOST = 2400;

export const SERIES = ["ms", "searches", "agents", "density", "travel_s"] as const;
export type Series = (typeof SERIES)[number];

export const history: { time: number[] } & Record<Series, (number | null)[]> = {
  time: [], ms: [], searches: [], agents: [], density: [], travel_s: [],
};
export const historyVersion = signal(0);
let searchesSoFar = 0;

export function recordStats(stats: Stats): void {
  const last = history.time.at(-1);
  // A reset starts time anew; charts cannot go backwards.
  if (last !== undefined && stats.time < last) clearStats();
  else if (last !== undefined && stats.time === last) return;
  const seconds = last === undefined ? 0 : stats.time - last;
  history.time.push(stats.time);
  for (const name of SERIES) history[name].push(stats[name] ?? null);
  // The server counts all searches so far; how many there are now is what a chart should show.
  history.searches[history.searches.length - 1] = seconds > 0 ? (stats.searches - searchesSoFar) / seconds : null;
  searchesSoFar = stats.searches;
  if (history.time.length > MOST) {
    history.time.shift();
    for (const name of SERIES) history[name].shift();
  }
  historyVersion.value++;
}

export function clearStats(): void {
  history.time = [];
  for (const name of SERIES) history[name] = [];
  historyVersion.value++;
}
