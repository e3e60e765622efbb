// The path activity's question (from, to, radius) and what the server answers to it.

import { effect, signal } from "@preact/signals";
import { distance, distanceToRings, inBox, inRings, type Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { Bounds, CompareRow, FoundPath, ProfileRow, Trace, TraceRound } from "../protocol/messages.ts";
import { activity, items, itemsVersion, type Label, labels, sourceOfPaths, theme, world } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { metres } from "../ui/controls.tsx";
import { say } from "../ui/toasts.tsx";
import type { Press, Tool } from "../view/gestures.ts";
import type { Pen } from "../view/overlay.ts";
import { searchColour } from "../view/palette.ts";

export const from = signal<Point | null>(null);
export const to = signal<Point | null>(null);
export const radius = signal(0.3);
export const comfort = signal(0);
export const found = signal<FoundPath | null>(null);
export const compared = signal<CompareRow[] | null>(null);
export const trace = signal<Trace | null>(null);
export const traceSearch = signal<"a_star" | "dijkstra" | "weighted" | "ara_star">("a_star");
export const traceGraph = signal<"dual" | "cells" | "axis" | "quadtree" | "grid" | "hybrid" | "sampled">("dual");
/** How much weighted A* trusts the distance left, and ARA* in its first round. */
export const traceWeight = signal(2);
/** How many steps of the trace a second; 0: all of them in some five seconds. */
export const traceSpeed = signal(0);
/** How many steps of the trace are shown. */
export const traceAt = signal(0);
export const tracePlaying = signal(false);
export const profile = signal<ProfileRow[] | null>(null);
export const showRegion = signal(false);
export const seen = signal<{ region: Point[]; area: number } | null>(null);

const REACH_PIXELS = 14;

interface Question {
  from: Point;
  to: Point;
  radius: number;
  comfort?: number;
}

export class PathQuery implements Tool {
  readonly cursor = "crosshair";
  private dragged: "from" | "to" | null = null;
  private readonly studio: Studio;
  private readonly path: Latest<Question, FoundPath>;
  private readonly sight: Latest<Point, { region: Point[]; area: number }>;

  constructor(studio: Studio) {
    this.studio = studio;
    const refused = (error: unknown) => {
      found.value = null;
      studio.refused(error);
    };
    this.path = new Latest((q) => studio.connection.request("path", q), (answer) => (found.value = answer), refused);
    this.sight = new Latest((p) => studio.connection.request("see", { from: p }), (answer) => (seen.value = answer), refused);
    effect(() => {
      itemsVersion.value;
      profile.value = null;
    });
    effect(() => {
      sourceOfPaths.value = from.value;
    });
    effect(() => this.ask());
    effect(() => this.draw());
  }

  down(press: Press): boolean {
    const reach = nearPixels(this.studio, press.touch ? 2 * REACH_PIXELS : REACH_PIXELS);
    const near = (p: Point | null) => p !== null && distance(p, press.at) < reach;
    this.dragged = near(to.value) ? "to" : near(from.value) ? "from" : from.value === null ? "from" : to.value === null ? "to" : null;
    if (!this.dragged) return false;
    this.move(press);
    return true;
  }

  move({ at }: Press): void {
    if (this.dragged === "from") from.value = at;
    if (this.dragged === "to") to.value = at;
  }

  up(): void {
    this.dragged = null;
  }

  cancel(): boolean {
    this.dragged = null;
    return false;
  }

  swap(): void {
    [from.value, to.value] = [to.value, from.value];
  }

  async compare(): Promise<void> {
    const question = this.question();
    if (!question) return;
    const answer = await this.studio.ask("compare", question);
    if (answer) compared.value = answer.rows;
  }

  async traceSteps(): Promise<void> {
    const question = this.question();
    if (!question) return;
    const answer = await this.studio.ask("trace", { ...question, search: traceSearch.value, graph: traceGraph.value, weight: traceWeight.value });
    if (!answer) return;
    trace.value = answer;
    traceAt.value = 0;
    if (answer.steps.length === 0) return say(answer.note ?? "This search expanded nothing.", "warning");
    tracePlaying.value = true;
    this.playTrace();
  }

  async measure(): Promise<void> {
    const answer = await this.studio.ask("profile", { seed: Math.floor(Math.random() * 1e6) });
    if (answer) profile.value = answer.rows;
  }

  /** From the first step to the last in some five seconds, however many there are, or as fast as was asked for. */
  playTrace(): void {
    const steps = trace.value?.steps.length ?? 0;
    let due = 0;
    const timer = setInterval(() => {
      due += traceSpeed.value > 0 ? (16 * traceSpeed.value) / 1000 : Math.max(1, steps / 300);
      const each = Math.floor(due);
      due -= each;
      const stop = !tracePlaying.value || traceAt.value >= steps || activity.value !== "path";
      if (stop) {
        clearInterval(timer);
        tracePlaying.value = false;
      } else traceAt.value = Math.min(steps, traceAt.value + each);
    }, 16);
  }

  /** Two free places, near either side, unless there are some in this world already. */
  begin(): void {
    const bounds = world.value?.bounds;
    if (!bounds || (from.peek() && to.peek() && inBox(bounds, from.peek() ?? [0, 0]) && inBox(bounds, to.peek() ?? [0, 0]))) return;
    from.value = freePlace(bounds, 0.12);
    to.value = freePlace(bounds, 0.88);
  }

  private question(): Question | null {
    if (!from.value || !to.value) return null;
    const question: Question = { from: from.value, to: to.value, radius: radius.value };
    return comfort.value > 0 ? { ...question, comfort: comfort.value } : question;
  }

  private ask(): void {
    itemsVersion.value;
    const question = this.question();
    if (activity.value !== "path" || !question) return;
    this.path.put(question);
    if (showRegion.value) this.sight.put(question.from);
    // What was found for another question would be wrong under this one.
    compared.value = null;
    trace.value = null;
  }

  private draw(): void {
    const { overlay, trace: tree } = this.studio.picture;
    const here = activity.value === "path";
    const answer = found.value;
    const [a, b, r] = [from.value, to.value, radius.value];
    const region = showRegion.value ? seen.value : null;
    const rows = compared.value;
    const steps = trace.value;
    const shown = traceAt.value;
    const look = theme.value;
    tree.show(here ? steps : null, shown);
    overlay.set("path", here ? (pen) => {
      if (region) pen.fill(region.region, pen.colours.goal, 0.16);
      if (steps) drawTrace(pen, steps, shown);
      if (answer && !steps) drawFound(pen, answer, r);
      // The first is the path itself, and lies there already.
      if (!steps) rows?.forEach((row, i) => i > 0 && pen.line(row.points, searchColour(i, look), 2));
      if (a) drawEnd(pen, a, r, pen.colours.source);
      if (b) drawEnd(pen, b, r, pen.colours.goal);
    } : null);
    labels.value = here ? [...ends(a, b), ...narrowPlace(answer)] : [];
  }
}

/** A place that no drawn obstacle covers, as near as can be to a share of the way across and to half the way up. */
function freePlace([x0, y0, x1, y1]: Bounds, across: number): Point {
  const all = [...items.values()].filter(({ kind }) => kind === "floor" || kind === "obstacle");
  const floors = all.filter(({ kind }) => kind === "floor");
  const obstacles = all.filter(({ kind }) => kind === "obstacle");
  for (let i = 0; i < 200; i++) {
    const [dx, dy] = [(((i * 0.618) % 1) - 0.5) * 0.002 * i, (((i * 0.755) % 1) - 0.5) * 0.01 * i];
    const at: Point = [x0 + Math.min(0.98, Math.max(0.02, across + dx)) * (x1 - x0), y0 + Math.min(0.98, Math.max(0.02, 0.5 + dy)) * (y1 - y0)];
    const clear = obstacles.every(({ rings }) => !inRings(rings, at) && distanceToRings(rings, at, true) > radius.peek());
    if (clear && (floors.length === 0 || floors.some(({ rings }) => inRings(rings, at)))) return at;
  }
  return [x0 + across * (x1 - x0), (y0 + y1) / 2];
}

function ends(a: Point | null, b: Point | null): Label[] {
  const label = (at: Point | null, text: string): Label[] => (at ? [{ at, text, tone: "plain" }] : []);
  return [...label(a, "Start"), ...label(b, "Goal")];
}

function narrowPlace(answer: FoundPath | null): Label[] {
  if (!answer || answer.found || !answer.at) return [];
  return [{ at: answer.at, text: answer.width === null ? "here" : `only ${metres(answer.width)} wide`, tone: "danger" }];
}

function drawEnd(pen: Pen, at: Point, radius: number, colour: string): void {
  pen.ring(at, Math.max(radius, 3 * pen.metresPerPixel), colour, 2);
  pen.dot(at, 6, "#ffffff");
  pen.dot(at, 4.5, colour);
}

function drawFound(pen: Pen, answer: FoundPath, radius: number): void {
  // The whole width that the walker sweeps, then its middle.
  const swept = (2 * radius) / pen.metresPerPixel;
  if (swept > 3) pen.line(answer.points, pen.colours.path, swept, 0.18);
  pen.line(answer.points, pen.colours.path, 2.5);
  if (!answer.found && answer.at) {
    pen.ring(answer.at, Math.max((answer.width ?? 0) / 2, 6 * pen.metresPerPixel), pen.colours.danger, 2.5);
    pen.ring(answer.at, Math.max(answer.width ?? 0, 14 * pen.metresPerPixel), pen.colours.danger, 1.5, 0.6);
  }
}

/** The best path that was known after so many steps, if there was one. */
export const incumbent = ({ rounds }: Trace, shown: number): TraceRound | undefined =>
  rounds.filter((round) => round.steps <= shown && round.path.length > 1).at(-1);

/** What the search is at after so many steps. */
export const roundAt = ({ rounds }: Trace, shown: number): TraceRound | undefined =>
  rounds.find((round) => shown <= round.steps) ?? rounds.at(-1);

function drawTrace(pen: Pen, trace: Trace, shown: number): void {
  const { nodes, steps, rounds } = trace;
  const last = nodes[steps[shown - 1]?.[0] ?? -1];
  if (last) pen.dot(last, 5, pen.colours.danger);
  const best = incumbent(trace, shown);
  // What was best before stays to be seen, paler.
  for (const round of rounds) if (best && round.steps < best.steps) pen.line(round.path, pen.colours.path, 1.5, 0.3);
  if (best) pen.line(best.path, pen.colours.path, 2.5);
}
