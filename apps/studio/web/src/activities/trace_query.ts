// A search step by step: what was asked for, how far it is played, and its open and closed list on the map.

import { effect, signal, untracked } from "@preact/signals";
import { listsAt } from "../geometry/search_lists.ts";
import { middle, type Point } from "../geometry/plane.ts";
import type { Trace, TraceRound } from "../protocol/messages.ts";
import { activity, type Label } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { say } from "../ui/toasts.tsx";
import type { Press } from "../view/gestures.ts";
import type { Pen } from "../view/overlay.ts";
import { Playing } from "./playing.ts";

export type SearchName = "a_star" | "dijkstra" | "weighted" | "ara_star" | "d_star_lite" | "ad_star" | "dpa_star";
export type GraphName = "dual" | "cells" | "axis" | "quadtree" | "grid" | "hybrid" | "sampled";

export const trace = signal<Trace | null>(null);
export const traceSearch = signal<SearchName>("a_star");
export const traceGraph = signal<GraphName>("dual");
/** How much weighted A* trusts the distance left, and ARA* and AD* in their first round. */
export const traceWeight = signal(2);
/** Where the obstacle comes that a plan is repaired for; null: on the middle of the path. */
export const blockAt = signal<Point | null>(null);
/** Its side in metres. */
export const blockSide = signal(3);
/** How many steps of the trace are shown. */
export const traced = new Playing(() => trace.value?.steps.length ?? 0, "path");

export const REPAIRING: ReadonlySet<SearchName> = new Set(["d_star_lite", "ad_star", "dpa_star"]);

interface Ends {
  from: Point;
  to: Point;
  radius: number;
}

export class TraceQuery {
  private readonly studio: Studio;
  private readonly ends: () => Ends | null;
  private readonly before: () => void;
  private dragged = false;

  /** `before` is called when a search is to be shown. */
  constructor(studio: Studio, ends: () => Ends | null, before: () => void) {
    this.studio = studio;
    this.ends = ends;
    this.before = before;
    effect(() => {
      // Another search, or another graph: what is shown is not of that one.
      traceSearch.value;
      traceGraph.value;
      untracked(() => {
        trace.value = null;
        traced.play(false);
      });
    });
    effect(() => studio.picture.trace.show(activity.value === "path" ? trace.value : null, traced.at.value));
  }

  async ask(): Promise<void> {
    const ends = this.ends();
    if (!ends) return;
    const repairs = REPAIRING.has(traceSearch.value);
    const answer = await this.studio.ask("trace", {
      ...ends, search: traceSearch.value, graph: repairs ? "grid" : traceGraph.value, weight: traceWeight.value,
      ...(repairs ? { side: blockSide.value } : {}), ...(repairs && blockAt.value ? { block: blockAt.value } : {}),
    });
    if (!answer) return;
    this.before();
    trace.value = answer;
    if (answer.steps.length === 0) return say(answer.note ?? "This search expanded nothing.", "warning");
    traced.begin();
  }

  /** Another question: what was traced belongs to the one before. */
  forget(): void {
    trace.value = null;
    blockAt.value = null;
  }

  /** Whether a press took hold of the obstacle. */
  down({ at }: Press): boolean {
    const ring = trace.value?.edit?.ring;
    if (!ring) return false;
    const [low, , high] = ring;
    const reach = nearPixels(this.studio, 6);
    this.dragged = at[0] > low[0] - reach && at[0] < high[0] + reach && at[1] > low[1] - reach && at[1] < high[1] + reach;
    return this.dragged;
  }

  /** Whether the obstacle is being dragged; it is then at the press. */
  move({ at }: Press): boolean {
    if (this.dragged) blockAt.value = at;
    return this.dragged;
  }

  up(): void {
    if (this.dragged && blockAt.value) void this.ask();
    this.dragged = false;
  }

  labels(): Label[] {
    const ring = trace.value?.edit?.ring;
    const at = ring && (this.dragged && blockAt.value ? blockAt.value : middle(ring[0], ring[2]));
    return at ? [{ at, text: "obstacle", tone: "plain" }] : [];
  }

  draw(pen: Pen): void {
    if (trace.value) drawTrace(pen, trace.value, traced.at.value, this.dragged ? blockAt.value : null);
  }
}

/** Whether the obstacle has come after a number of steps; a repair may need none. */
export const isAfterEdit = ({ edit, steps }: Trace, shown: number): boolean =>
  edit !== undefined && (shown > edit.after || shown >= steps.length);

/** The best path that was known after a number of steps, if there was one; a path of before an obstacle came is none. */
export const incumbent = (found: Trace, shown: number): TraceRound | undefined =>
  found.rounds
    .filter((round) => round.steps <= shown && round.path.length > 1 && (round.is_after ?? false) === isAfterEdit(found, shown))
    .at(-1);

/** What the search is at after a number of steps. */
export const roundAt = ({ rounds }: Trace, shown: number): TraceRound | undefined =>
  rounds.find((round) => shown <= round.steps) ?? rounds.at(-1);

/** How long the open and the closed list are after a number of steps; null where only the search knows. */
export function listLengths(found: Trace, shown: number): { open: number | null; closed: number } {
  const { open, closed, again } = listsAt(found, shown);
  return { open: again.length > 0 ? null : open.length, closed: closed.length + again.length };
}

function drawTrace(pen: Pen, found: Trace, shown: number, dragged: Point | null): void {
  const { nodes, steps, rounds, edit } = found;
  const after = isAfterEdit(found, shown);
  if (edit) drawEdit(pen, edit, after, dragged);
  const last = nodes[steps[shown - 1]?.[0] ?? -1];
  if (last) pen.dot(last, 5, pen.colours.danger);
  const best = incumbent(found, shown);
  // What was best before stays to be seen, paler.
  for (const round of rounds) if (best ? round.steps < best.steps : after && !round.is_after) pen.line(round.path, pen.colours.path, 1.5, 0.3);
  if (best) pen.line(best.path, pen.colours.path, 2.5);
}

function drawEdit(pen: Pen, { ring, region, cell }: NonNullable<Trace["edit"]>, after: boolean, dragged: Point | null): void {
  const centre = middle(ring[0], ring[2]);
  const by: Point = dragged ? [dragged[0] - centre[0], dragged[1] - centre[1]] : [0, 0];
  const shown = ring.map(([x, y]): Point => [x + by[0], y + by[1]]);
  if (after && !dragged) {
    // The region R: cells that the obstacle has closed, or whose edges it has cut.
    for (const at of region) pen.square(at, (0.4 * cell) / pen.metresPerPixel, pen.colours.danger, 0.22);
    pen.fill(shown, pen.colours.obstacle, 0.9);
    pen.line(shown, pen.colours.obstacleEdge, 1.5, 1, true);
  } else pen.dashed([...shown, shown[0]], pen.colours.obstacleEdge);
}

