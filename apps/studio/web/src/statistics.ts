// The run's figures over time, those of the runs before, and what happened when: for the charts.

import { signal } from "@preact/signals";
import type { Stats } from "./protocol/messages.ts";

/** Ten a second: four minutes. Then every second one goes, and what is left is still the whole run. */
const MOST = 2400;
/** The number of earlier runs that are kept to compare with. */
const MOST_RUNS = 4;
/** A run shorter than this, in figures, is nothing to compare with. */
const SHORTEST = 10;
const MOST_MARKS = 200;

export const SERIES = ["ms", "searches", "agents", "density", "travel_s"] as const;
export type Series = (typeof SERIES)[number];
export type History = { time: number[] } & Record<Series, (number | null)[]>;

/** Something that happened in the run. */
export interface Mark {
  time: number;
  text: string;
}

const none = (): History => ({ time: [], ms: [], searches: [], agents: [], density: [], travel_s: [] });

export let history: History = none();
export const runsBefore = signal<readonly History[]>([]);
export const marks = signal<readonly Mark[]>([]);
export const historyVersion = signal(0);
let searchesSoFar = 0;
/** One figure of this number is kept. */
let every = 1;
let came = 0;

export function recordStats(stats: Stats): void {
  const last = history.time.at(-1);
  // A reset starts time again from 0; charts cannot go backwards.
  if (last !== undefined && stats.time < last) endRun();
  else if (last !== undefined && stats.time === last) return;
  if (came++ % every !== 0) return;
  const seconds = last === undefined ? 0 : stats.time - last;
  history.time.push(stats.time);
  for (const name of SERIES) history[name].push(stats[name] ?? null);
  // The server counts all searches so far; how many there are now is what a chart should show.
  history.searches[history.searches.length - 1] = seconds > 0 ? (stats.searches - searchesSoFar) / seconds : null;
  searchesSoFar = stats.searches;
  if (history.time.length > MOST) thinOut();
  historyVersion.value++;
}

function thinOut(): void {
  every *= 2;
  const second = <T>(list: T[]): T[] => list.filter((_, i) => i % 2 === 0);
  history.time = second(history.time);
  for (const name of SERIES) history[name] = second(history[name]);
}

/** Notes something that happened at a time. */
export function note(time: number, text: string, isUsual = false): void {
  const last = marks.value.at(-1);
  // A drag is many edits, and one thing that happened.
  if (last && last.text === text && time - last.time < 1) return;
  // Where something happens all the time, that it does is no news.
  if (isUsual && marks.value.filter((mark) => mark.time > time - 10).length >= 4) return;
  marks.value = [...marks.value.slice(1 - MOST_MARKS), { time, text }];
}

/** Another run begins; this one is kept to compare with. */
export function endRun(): void {
  if (history.time.length >= SHORTEST) runsBefore.value = [...runsBefore.value.slice(1 - MOST_RUNS), history];
  begin();
}

/** Another world: nothing of this one is comparable. */
export function clearStats(): void {
  runsBefore.value = [];
  begin();
}

export function forgetRuns(): void {
  runsBefore.value = [];
  historyVersion.value++;
}

function begin(): void {
  history = none();
  [searchesSoFar, every, came] = [0, 1, 0];
  marks.value = [];
  historyVersion.value++;
}

/** What measurement lines and areas have shown over time, by their names. */
export type MeasuredFigure = "flow" | "density" | "speed";
export const measuredOver: { time: number[]; of: Map<string, Record<MeasuredFigure, (number | null)[]>> } = { time: [], of: new Map() };
export const measuredVersion = signal(0);

/** Adds what was measured; whatever is not measured any more is forgotten, and a reset begins again. */
export function addMeasured({ time, measures = [] }: Stats): void {
  const { of } = measuredOver;
  const last = measuredOver.time.at(-1);
  if (last !== undefined && (time < last || measures.length === 0)) {
    measuredOver.time = [];
    of.clear();
  }
  if (measures.length === 0 || time === measuredOver.time.at(-1)) return;
  for (const name of of.keys()) if (!measures.some((one) => one.name === name)) of.delete(name);
  const before = measuredOver.time.length;
  measuredOver.time.push(time);
  for (const one of measures) {
    const lines = of.get(one.name) ?? { flow: Array(before).fill(null), density: Array(before).fill(null), speed: Array(before).fill(null) };
    of.set(one.name, lines);
    for (const figure of ["flow", "density", "speed"] as const) lines[figure].push(one[figure] ?? null);
  }
  if (measuredOver.time.length > MOST) {
    const second = <T>(list: T[]): T[] => list.filter((_, i) => i % 2 === 0);
    measuredOver.time = second(measuredOver.time);
    for (const lines of of.values()) for (const figure of ["flow", "density", "speed"] as const) lines[figure] = second(lines[figure]);
  }
  measuredVersion.value++;
}
