// Geometry step by step: a point's search by its wedges, the funnel in a corridor, the visibility polygon by a turning ray, the medial axis by growing discs.

import { effect, signal, untracked } from "@preact/signals";
import type { Point } from "../geometry/plane.ts";
import type { Funnel, Wedges } from "../protocol/messages.ts";
import { activity, itemsVersion, layersOn } from "../state.ts";
import type { Studio } from "../studio.ts";
import type { Pen } from "../view/overlay.ts";
import { switchLayer } from "./mesh.tsx";
import { Playing } from "./playing.ts";

export type GeometryName = "wedges" | "funnel" | "sight" | "axis";

export const geometry = signal<GeometryName>("wedges");
/** What is shown of it, if anything. */
export const shownGeometry = signal<
  | { kind: "wedges"; wedges: Wedges }
  | { kind: "funnel"; funnel: Funnel }
  | { kind: "sight"; from: Point; region: Point[]; area: number }
  | { kind: "axis"; discs: readonly Disc[]; widest: number }
  | null
>(null);

export interface Disc {
  at: Point;
  /** The distance to the nearest wall. */
  clearance: number;
}

/** The number of steps in which discs grow. */
const GROWTH = 100;
/** More discs than this would hide each other. */
const MOST_DISCS = 160;
/** The number of expansions whose wedges are shown. */
const MOST_WEDGES = 150;

export const geometrySteps = new Playing(() => lastStep(), "path");

export function lastStep(): number {
  const now = shownGeometry.value;
  switch (now?.kind) {
    case "wedges": return now.wedges.steps.length;
    case "funnel": return now.funnel.steps.length - 1;
    case "sight": return now.region.length;
    case "axis": return GROWTH;
    default: return 0;
  }
}

export class GeometryPlayer {
  private readonly studio: Studio;
  private readonly ends: () => { from: Point; to: Point } | null;
  private readonly before: () => void;
  /** The layer was switched on for this, and goes with it. */
  private broughtAxis = false;

  /** `before` is called when something is to be shown. */
  constructor(studio: Studio, ends: () => { from: Point; to: Point } | null, before: () => void) {
    this.studio = studio;
    this.ends = ends;
    this.before = before;
    effect(() => {
      itemsVersion.value;
      geometry.value;
      this.forget();
    });
  }

  async ask(): Promise<void> {
    const ends = this.ends();
    if (!ends) return;
    this.forget();
    this.before();
    if (geometry.value === "wedges") {
      const wedges = await this.studio.ask("wedges", { from: ends.from, to: ends.to });
      if (wedges) shownGeometry.value = { kind: "wedges", wedges };
    } else if (geometry.value === "funnel") {
      const funnel = await this.studio.ask("funnel", { from: ends.from, to: ends.to });
      if (funnel) shownGeometry.value = { kind: "funnel", funnel };
    } else if (geometry.value === "sight") {
      const seen = await this.studio.ask("see", { from: ends.from });
      if (seen) shownGeometry.value = { kind: "sight", from: ends.from, ...seen };
    } else await this.growDiscs();
    if (shownGeometry.value) geometrySteps.begin();
  }

  /** Called by effects, which are none of the layers' business. */
  forget(): void {
    untracked(() => {
      shownGeometry.value = null;
      geometrySteps.play(false);
      if (this.broughtAxis) switchLayer("axis", false);
      this.broughtAxis = false;
    });
  }

  private async growDiscs(): Promise<void> {
    const { layers } = this.studio.picture;
    if (!layersOn.value.has("axis")) {
      layers.axis.value = null;
      this.broughtAxis = true;
      switchLayer("axis", true);
    }
    const vertices = await new Promise<Float32Array | null>((resolve) => {
      const stop = layers.axis.subscribe((now) => {
        if (now === null) return;
        queueMicrotask(() => stop());
        resolve(now);
      });
      setTimeout(() => resolve(layers.axis.peek()), 10_000);
    });
    if (!vertices) return;
    const discs = discsOf(vertices, MOST_DISCS);
    if (discs.length > 0 && activity.value === "path") {
      shownGeometry.value = { kind: "axis", discs, widest: discs.reduce((most, { clearance }) => Math.max(most, clearance), 0) };
    }
  }
}

/** Some places of the axis, evenly along it: of arcs in segments of x, y and clearance at both ends. */
export function discsOf(vertices: Float32Array, most: number): Disc[] {
  const length = (i: number) => Math.hypot(vertices[i + 3] - vertices[i], vertices[i + 4] - vertices[i + 1]);
  let all = 0;
  for (let i = 0; i + 5 < vertices.length; i += 6) all += length(i);
  const each = all / most;
  const discs: Disc[] = [];
  let due = each / 2;
  for (let i = 0; i + 5 < vertices.length; i += 6) {
    const size = length(i);
    while (due <= size && discs.length < most) {
      const t = size > 0 ? due / size : 0;
      const mix = (k: number) => vertices[i + k] + t * (vertices[i + 3 + k] - vertices[i + k]);
      discs.push({ at: [mix(0), mix(1)], clearance: mix(2) });
      due += Math.max(each, 1e-9);
    }
    due -= size;
  }
  return discs;
}

/** How large discs are after step `at`. */
export const grownTo = (widest: number, at: number): number => (widest * at) / GROWTH;

export function drawGeometry(pen: Pen, at: number): void {
  const now = shownGeometry.value;
  if (now?.kind === "wedges") drawWedges(pen, now.wedges, at);
  if (now?.kind === "funnel") drawFunnel(pen, now.funnel, at);
  if (now?.kind === "sight") {
    const part = now.region.slice(0, at);
    pen.fill([now.from, ...part], pen.colours.goal, 0.2);
    pen.line(at >= now.region.length ? now.region : part, pen.colours.goal, 1.5, 1, at >= now.region.length);
    const last = part.at(-1);
    if (last && at < now.region.length) pen.line([now.from, last], pen.colours.danger, 2);
  }
  if (now?.kind === "axis") {
    const radius = grownTo(now.widest, at);
    for (const { at: centre, clearance } of now.discs) {
      const touches = clearance <= radius;
      pen.ring(centre, Math.max(Math.min(radius, clearance), pen.metresPerPixel), touches ? pen.colours.goal : pen.colours.accent, touches ? 1.5 : 1, touches ? 0.9 : 0.45);
      if (touches) pen.dot(centre, 2.5, pen.colours.goal);
    }
  }
}

/** The newest wedges are the plainest. */
function drawWedges(pen: Pen, { steps, path }: Wedges, at: number): void {
  steps.slice(Math.max(0, at - MOST_WEDGES), at).forEach(([root, left, right], i, shown) => {
    const isLast = i === shown.length - 1;
    pen.fill([root, right, left], isLast ? pen.colours.goal : pen.colours.accent, isLast ? 0.45 : 0.05 + (0.16 * i) / shown.length);
    pen.line([left, right], isLast ? pen.colours.danger : pen.colours.accent, isLast ? 3.5 : 1, isLast ? 1 : 0.5);
    if (isLast) pen.dot(root, 5, pen.colours.danger);
  });
  if (at >= steps.length) pen.line(path, pen.colours.path, 3);
}

function drawFunnel(pen: Pen, { triangles, portals, rough, steps, path }: Funnel, at: number): void {
  const step = steps[Math.min(at, steps.length - 1)];
  const ended = at >= steps.length - 1;
  triangles.forEach((triangle, i) => {
    pen.fill(triangle, pen.colours.accent, i <= at ? 0.16 : 0.06);
    pen.line(triangle, pen.colours.mesh, 1, 0.8, true);
  });
  pen.line(rough, pen.colours.accent, 1.5, 0.5);
  const portal = portals[at - 1];
  if (portal && !ended) pen.line(portal, pen.colours.danger, 4);
  const apex = step.path.at(-1);
  if (apex) {
    pen.line([apex, ...step.left], pen.colours.source, 2.5);
    pen.line([apex, ...step.right], pen.colours.goal, 2.5);
  }
  pen.line(ended ? path : step.path, pen.colours.path, 3);
  if (apex && !ended) pen.dot(apex, 5, pen.colours.path);
}
