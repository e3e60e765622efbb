// Tools that draw with one drag: rectangle, circle, freehand.

import { circleRing, rectangleRing, simplified } from "../geometry/outlines.ts";
import { boxOf, distance, type Point } from "../geometry/plane.ts";
import type { Shape } from "../protocol/messages.ts";
import { toolLabel } from "../state.ts";
import { nearPixels, type Studio } from "../studio.ts";
import { metres } from "../ui/controls.tsx";
import type { Press, Tool } from "../view/gestures.ts";
import { drawKind, finishItem, snap } from "./options.ts";

interface Drawn {
  ring: Point[];
  shape: Shape;
}

/** From where the drag began to where it is. */
type Draw = (studio: Studio, trail: Point[], press: Press) => Drawn;

/** A drag shorter than this is a slip, not a shape. */
const LEAST_PIXELS = 4;

const rectangle: Draw = (_, trail, press) => {
  const from = trail[0];
  let to = trail[trail.length - 1];
  if (press.shift) {
    const side = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    to = [from[0] + side * Math.sign(to[0] - from[0]), from[1] + side * Math.sign(to[1] - from[1])];
  }
  return { ring: rectangleRing(from, to), shape: { rectangle: [...from, ...to] } };
};

const circle: Draw = (_, trail) => {
  const radius = distance(trail[0], trail[trail.length - 1]);
  return { ring: circleRing(trail[0], radius), shape: { circle: [...trail[0], radius] } };
};

const freehand: Draw = (studio, trail) => ({
  ring: simplified(trail, nearPixels(studio, 1.5)),
  shape: { freehand: true },
});

const sizeOf = (ring: readonly Point[]): number => ring.reduce((most, p) => Math.max(most, distance(p, ring[0])), 0);

export class DragTool implements Tool {
  readonly cursor = "crosshair";
  readonly byDrag = true;
  private trail: Point[] = [];
  private readonly studio: Studio;
  private readonly draw: Draw;
  private readonly follows: boolean;

  constructor(studio: Studio, kind: "rectangle" | "circle" | "freehand") {
    this.studio = studio;
    this.draw = { rectangle, circle, freehand }[kind];
    this.follows = kind === "freehand";
  }

  hover(press: Press): void {
    if (!this.follows) this.place(press);
  }

  down(press: Press): boolean {
    this.trail = [this.place(press)];
    return true;
  }

  move(press: Press): void {
    const at = this.place(press);
    if (this.follows) this.trail.push(at);
    else this.trail[1] = at;
    const { ring, shape } = this.draw(this.studio, this.trail, press);
    const box = boxOf(ring);
    toolLabel.value = box && {
      at,
      text: "circle" in shape ? `radius ${metres(shape.circle[2])}` : `${metres(box[2] - box[0])} × ${metres(box[3] - box[1])}`,
      tone: "accent",
    };
    this.studio.picture.overlay.set("tool", (pen) => {
      pen.fill(ring, pen.colours.accent, 0.15);
      pen.line(ring, pen.colours.accent, 1.5, 1, true);
    });
  }

  up(press: Press): void {
    const { trail } = this;
    this.trail = [];
    toolLabel.value = null;
    const drawn = trail.length < 2 ? null : this.draw(this.studio, trail, press);
    if (!drawn || drawn.ring.length < 3 || sizeOf(drawn.ring) < nearPixels(this.studio, LEAST_PIXELS)) return void this.cancel();
    // The preview stays until what was drawn is there.
    void finishItem(this.studio, drawKind.value, drawn.ring, drawn.shape).finally(() => this.trail.length === 0 && this.cancel());
  }

  cancel(): boolean {
    const had = this.trail.length > 0;
    this.trail = [];
    toolLabel.value = null;
    this.studio.picture.overlay.set("tool", null);
    return had;
  }

  private place(press: Press): Point {
    return snap(this.studio, press.at, press.alt || this.follows);
  }
}
