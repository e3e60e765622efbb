// The path activity's question (from, to, radius) and what the server answers to it.

import { effect, signal } from "@preact/signals";
import { distance, distanceToRings, inBox, inRings, type Point } from "../geometry/plane.ts";
import { Latest } from "../protocol/connection.ts";
import type { Bounds, CompareRow, FoundPath, ProfileRow, WishedPath } from "../protocol/messages.ts";
import { activity, items, itemsVersion, type Label, labels, placedThings, sourceOfPaths, theme, wishesShown, world } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { metres } from "../ui/controls.tsx";
import type { Press, Tool } from "../view/gestures.ts";
import type { Pen } from "../view/overlay.ts";
import { searchColour } from "../view/palette.ts";
import { drawGeometry, GeometryPlayer, geometrySteps, shownGeometry } from "./geometry_player.ts";
import { blockAt, trace, traced, TraceQuery } from "./trace_query.ts";

export const from = signal<Point | null>(null);
export const to = signal<Point | null>(null);
export const radius = signal(0.3);
export const comfort = signal(0);
export const found = signal<FoundPath | null>(null);
/** The plan that keeps to the wishes that are shown. */
export const wished = signal<WishedPath | null>(null);
export const compared = signal<CompareRow[] | null>(null);
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
  private readonly plan: Latest<Question & { wishes: string }, WishedPath>;
  private readonly sight: Latest<Point, { region: Point[]; area: number }>;
  readonly traces: TraceQuery;
  readonly geometry: GeometryPlayer;

  constructor(studio: Studio) {
    this.studio = studio;
    const refused = (error: unknown) => {
      found.value = null;
      studio.refused(error);
    };
    this.path = new Latest((q) => studio.connection.request("path", q), (answer) => (found.value = answer), refused);
    this.plan = new Latest((q) => studio.connection.request("wished", q), (answer) => (wished.value = answer), (error) => {
      wished.value = null;
      studio.refused(error);
    });
    this.sight = new Latest((p) => studio.connection.request("see", { from: p }), (answer) => (seen.value = answer), refused);
    // One of them at a time: over each other neither could be read.
    this.traces = new TraceQuery(studio, () => this.question(), () => this.geometry.forget());
    this.geometry = new GeometryPlayer(studio, () => this.question(), () => this.traces.forget());
    effect(() => {
      itemsVersion.value;
      profile.value = null;
    });
    effect(() => {
      sourceOfPaths.value = from.value;
    });
    effect(() => this.ask());
    effect(() => this.askPlan());
    effect(() => this.draw());
  }

  down(press: Press): boolean {
    const reach = nearPixels(this.studio, press.touch ? 2 * REACH_PIXELS : REACH_PIXELS);
    const near = (p: Point | null) => p !== null && distance(p, press.at) < reach;
    this.dragged = near(to.value) ? "to" : near(from.value) ? "from" : from.value === null ? "from" : to.value === null ? "to" : null;
    if (!this.dragged) return this.traces.down(press);
    this.move(press);
    return true;
  }

  move(press: Press): void {
    if (this.traces.move(press)) return;
    const { at } = press;
    if (this.dragged === "from") from.value = at;
    if (this.dragged === "to") to.value = at;
  }

  up(): void {
    this.dragged = null;
    this.traces.up();
  }

  cancel(): boolean {
    this.dragged = null;
    return false;
  }

  /** Takes the nearest place that would do, for the end it is nearer to. */
  takeNearest(): void {
    const [a, b, place] = [from.value, to.value, found.value?.nearest];
    if (!a || !b || !place) return;
    if (/start/.test(found.value?.reason ?? "")) from.value = place;
    else to.value = place;
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

  async measure(): Promise<void> {
    const answer = await this.studio.ask("profile", { seed: Math.floor(Math.random() * 1e6) });
    if (answer) profile.value = answer.rows;
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
    this.traces.forget();
    this.geometry.forget();
  }

  /** The plan follows the ends, what is wished, what is drawn, and things that move. */
  private askPlan(): void {
    itemsVersion.value;
    placedThings.value;
    const question = this.question();
    const wishes = wishesShown.value;
    if (activity.value !== "path" || !question) return;
    if (wishes.trim() === "") wished.value = null;
    else this.plan.put({ ...question, wishes });
  }

  private draw(): void {
    const { overlay } = this.studio.picture;
    const here = activity.value === "path";
    const answer = found.value;
    const [a, b, r] = [from.value, to.value, radius.value];
    const region = showRegion.value ? seen.value : null;
    const rows = compared.value;
    const plan = wished.value;
    const steps = trace.value;
    const shape = shownGeometry.value;
    const drawn = geometrySteps.at.value;
    const look = theme.value;
    // Which of its steps is shown, and where its obstacle is, is the trace's to draw.
    traced.at.value;
    blockAt.value;
    overlay.set("path", here ? (pen) => {
      if (region) pen.fill(region.region, pen.colours.goal, 0.16);
      if (steps) this.traces.draw(pen);
      if (shape) drawGeometry(pen, drawn);
      if (answer && !steps && !shape) drawFound(pen, answer, r);
      if (plan?.found && !steps && !shape) {
        pen.line(plan.points, "#ffffff", 6, 0.7);
        pen.line(plan.points, pen.colours.thing, 3.5);
      }
      // The first is the path itself, and lies there already.
      if (!steps && !shape) rows?.forEach((row, i) => i > 0 && pen.line(row.points, searchColour(i, look), 2));
      if (a) drawEnd(pen, a, r, pen.colours.source);
      if (b) drawEnd(pen, b, r, pen.colours.goal);
    } : null);
    labels.value = here ? [...ends(a, b), ...narrowPlace(steps ? null : answer), ...this.traces.labels()] : [];
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
  const narrow: Label = { at: answer.at, text: answer.width === null ? "here" : `only ${metres(answer.width)} wide`, tone: "danger" };
  return answer.nearest ? [narrow, { at: answer.nearest, text: "nearest place", tone: "accent", left: true }] : [narrow];
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
    if (answer.nearest) {
      pen.ring(answer.nearest, Math.max(radius, 5 * pen.metresPerPixel), pen.colours.accent, 2.5);
      pen.dot(answer.nearest, 3, pen.colours.accent);
    }
  }
}
