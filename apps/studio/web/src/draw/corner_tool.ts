// Tools that draw corner by corner: the polygon, which closes, and the wall, which does not; and the two clicks that say
// how large a floor plan is.

import { distance, type Point } from "../geometry/plane.ts";
import { toolLabel } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { metres } from "../ui/controls.tsx";
import type { Press, Tool } from "../view/gestures.ts";
import { History } from "../view/history.ts";
import { drawKind, finishItem, snap } from "./options.ts";

const CLOSE_PIXELS = 10;

export class CornerTool implements Tool {
  readonly cursor = "crosshair";
  private corners = new History<Point[]>([]);
  private next: Point | null = null;
  private readonly studio: Studio;
  private readonly closes: boolean;

  private readonly done: ((corners: Point[]) => void) | null;

  /** `done` gets the corners; without it they become an item. */
  constructor(studio: Studio, kind: "polygon" | "wall", done: ((corners: Point[]) => void) | null = null) {
    this.studio = studio;
    this.closes = kind === "polygon";
    this.done = done;
  }

  down(press: Press): boolean {
    const at = this.place(press);
    const now = this.corners.now;
    const near = (p: Point | undefined) => p !== undefined && distance(p, at) < nearPixels(this.studio, CLOSE_PIXELS);
    if (this.closes && now.length >= 3 && near(now[0])) this.finish();
    // The second press of a double click is no corner of its own; the double click then finishes.
    else if (!near(now.at(-1))) this.corners.put([...now, at]);
    this.next = at;
    this.preview();
    return true;
  }

  move(press: Press): void {
    this.hover(press);
  }

  hover(press: Press): void {
    this.next = this.place(press);
    this.preview();
  }

  finish(): void {
    const corners = this.corners.now;
    if (corners.length < (this.closes ? 3 : 2)) return;
    this.cancel();
    if (this.done) return this.done(corners);
    void finishItem(this.studio, this.closes ? drawKind.value : "wall", corners, this.closes ? { polygon: true } : null);
  }

  cancel(): boolean {
    const had = this.corners.now.length > 0;
    this.corners = new History<Point[]>([]);
    this.next = null;
    toolLabel.value = null;
    this.studio.picture.overlay.set("tool", null);
    return had;
  }

  back(): boolean {
    const had = this.corners.undo() !== null;
    if (had) this.preview();
    return had;
  }

  /** Shift keeps to the directions of a compass. */
  private place(press: Press): Point {
    const from = this.corners.now.at(-1);
    const at = snap(this.studio, press.at, press.alt);
    if (!press.shift || !from) return at;
    const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
    const eighth = Math.PI / 4;
    const angle = Math.round(Math.atan2(dy, dx) / eighth) * eighth;
    const size = Math.hypot(dx, dy);
    return [from[0] + size * Math.cos(angle), from[1] + size * Math.sin(angle)];
  }

  private preview(): void {
    const corners = this.corners.now;
    if (corners.length === 0) return this.studio.picture.overlay.set("tool", null);
    const shown = this.next ? [...corners, this.next] : corners;
    const [from, to] = shown.slice(-2);
    if (from && to) {
      const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
      toolLabel.value = { at: to, text: `${metres(distance(from, to))}, ${Math.round((angle + 360) % 360)}°`, tone: "accent" };
    }
    const closes = this.closes;
    this.studio.picture.overlay.set("tool", (pen) => {
      if (closes) pen.fill(shown, pen.colours.accent, 0.15);
      pen.line(shown, pen.colours.accent, closes ? 1.5 : 3);
      if (closes && shown.length > 2) pen.dashed([shown[shown.length - 1], shown[0]], pen.colours.accent);
      for (const corner of corners) pen.dot(corner, 3.5, pen.colours.accent);
    });
  }
}

/** Two clicks on a floor plan; how far apart they are in metres is asked for by whoever is told. */
export class ScaleTool implements Tool {
  readonly cursor = "crosshair";
  private first: Point | null = null;
  private readonly studio: Studio;
  private readonly done: (a: Point, b: Point) => void;

  constructor(studio: Studio, done: (a: Point, b: Point) => void) {
    this.studio = studio;
    this.done = done;
  }

  down({ at }: Press): boolean {
    const { first } = this;
    this.cancel();
    if (first) this.done(first, at);
    else this.first = at;
    return true;
  }

  hover({ at }: Press): void {
    const { first } = this;
    if (!first) return;
    this.studio.picture.overlay.set("tool", (pen) => {
      pen.line([first, at], pen.colours.danger, 2);
      for (const end of [first, at]) pen.dot(end, 4, pen.colours.danger);
    });
  }

  cancel(): boolean {
    const had = this.first !== null;
    this.first = null;
    this.studio.picture.overlay.set("tool", null);
    return had;
  }
}
