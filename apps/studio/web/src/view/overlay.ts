// Small drawings over the picture: what is selected, a tool's preview, paths, marks. Widths are in pixels, so all is drawn
// again when the scale changes.

import { Container, Graphics } from "pixi.js";
import { boxRing } from "../geometry/outlines.ts";
import type { Box, Point, Ring } from "../geometry/plane.ts";
import type { Followed } from "../protocol/messages.ts";
import { agentOf, type Frame } from "../protocol/wire.ts";
import { COLOURS, type Colours, type Theme } from "./palette.ts";
import type { Stage } from "./stage.ts";

/** Draws in metres with widths in pixels. */
export class Pen {
  readonly colours: Colours;
  private readonly graphics: Graphics;
  private readonly pixel: number;

  constructor(graphics: Graphics, pixel: number, colours: Colours) {
    this.graphics = graphics;
    this.pixel = pixel;
    this.colours = colours;
  }

  line(points: Ring, colour: string, pixels = 2, alpha = 1, closed = false): void {
    if (points.length < 2) return;
    this.graphics
      .poly(points.flatMap(([x, y]) => [x, y]), closed)
      .stroke({ color: colour, width: pixels * this.pixel, alpha, cap: "round", join: "round" });
  }

  dashed(points: Ring, colour: string, pixels = 1.5, dash = 6): void {
    const length = dash * this.pixel;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]];
      const size = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const [dx, dy] = size > 0 ? [(b[0] - a[0]) / size, (b[1] - a[1]) / size] : [0, 0];
      // A line across a large world seen from near would be cut into millions.
      const step = Math.max(length, size / 400);
      for (let at = 0; at < size; at += 2 * step) {
        const end = Math.min(at + step, size);
        this.graphics.moveTo(a[0] + dx * at, a[1] + dy * at).lineTo(a[0] + dx * end, a[1] + dy * end);
      }
    }
    this.graphics.stroke({ color: colour, width: pixels * this.pixel });
  }

  fill(points: Ring, colour: string, alpha = 1): void {
    if (points.length < 3) return;
    this.graphics.poly(points.flatMap(([x, y]) => [x, y])).fill({ color: colour, alpha });
  }

  dot(at: Point, pixels: number, colour: string, alpha = 1): void {
    this.graphics.poly(this.round(at, pixels * this.pixel)).fill({ color: colour, alpha });
  }

  square([x, y]: Point, pixels: number, colour: string, alpha = 1): void {
    const half = pixels * this.pixel;
    this.graphics.rect(x - half, y - half, 2 * half, 2 * half).fill({ color: colour, alpha });
  }

  ring(at: Point, metres: number, colour: string, pixels = 2, alpha = 1): void {
    this.graphics.poly(this.round(at, metres), true).stroke({ color: colour, width: pixels * this.pixel, alpha });
  }

  /** A circle by its corners: Pixi would take as few as its radius in metres asks for, and those are seen. */
  private round([x, y]: Point, radius: number): number[] {
    const corners = Math.round(Math.max(16, Math.min(96, 4 * Math.sqrt(radius / this.pixel) + 8)));
    return Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners).flatMap((a) => [x + radius * Math.cos(a), y + radius * Math.sin(a)]);
  }

  get metresPerPixel(): number {
    return this.pixel;
  }
}

export type Drawing = (pen: Pen) => void;

const FLASH_MS = 700;
const TROUBLE_MS = 8000;

export class OverlayView {
  readonly drawable = new Container();
  private readonly stage: Stage;
  private readonly drawings = new Map<string, { draw: Drawing; graphics: Graphics }>();
  private look: Theme = "light";
  private drawnAt = 0;
  private stale = true;
  private flashing: { box: Box; since: number } | null = null;
  private followed: Followed | null = null;
  private lastFrame: Frame | null = null;
  /** Called with where the followed agent is now. */
  onFollowed: ((at: Point) => void) | null = null;

  constructor(stage: Stage) {
    this.stage = stage;
    stage.before.push((now) => this.refresh(now));
  }

  theme(theme: Theme): void {
    this.look = theme;
    this.redraw();
  }

  /** Puts a drawing there under a name, in place of the one before; null takes it away. */
  set(name: string, draw: Drawing | null): void {
    const before = this.drawings.get(name);
    if (before) this.drawWhere(before.graphics);
    if (draw) {
      const graphics = before?.graphics ?? this.drawable.addChild(new Graphics());
      this.drawings.set(name, { draw, graphics });
      this.paint(draw, graphics);
      this.drawWhere(graphics);
    } else if (before) {
      before.graphics.destroy();
      this.drawings.delete(name);
    }
  }

  private drawWhere({ bounds }: Graphics): void {
    if (bounds.isValid && !bounds.isEmpty()) this.stage.draw([bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]);
  }

  redraw(): void {
    this.stale = true;
    this.stage.draw();
  }

  /** Lights a region that has just changed. */
  flash(box: Box): void {
    this.flashing = { box, since: performance.now() };
    this.stage.draw(box);
  }

  /** Marks where something was wrong, for a while. */
  markTrouble(at: Point): void {
    this.set("trouble", (pen) => {
      const r = 9 * pen.metresPerPixel;
      pen.ring(at, 1.6 * r, pen.colours.danger, 2.5);
      pen.line([[at[0] - r, at[1] - r], [at[0] + r, at[1] + r]], pen.colours.danger, 2.5);
      pen.line([[at[0] - r, at[1] + r], [at[0] + r, at[1] - r]], pen.colours.danger, 2.5);
    });
    setTimeout(() => this.set("trouble", null), TROUBLE_MS);
  }

  follow(followed: Followed | null): void {
    this.followed = followed;
    if (followed && this.lastFrame) this.agentsMoved(this.lastFrame);
    if (!followed) return this.set("followed", null);
    const points = followed.points ?? [];
    const goal = followed.goal ?? points.at(-1);
    this.set("followed", (pen) => {
      pen.line(points, pen.colours.path, 2.5, 0.9);
      if (goal) pen.dot(goal, 5, pen.colours.goal);
    });
  }

  agentsMoved(frame: Frame): void {
    this.lastFrame = frame;
    const agent = this.followed?.agent;
    if (agent === undefined || agent === null || agent >= frame.count) return;
    const { at, radius } = agentOf(frame, agent);
    this.set("followed agent", (pen) => pen.ring(at, Math.max(radius * 1.6, 7 * pen.metresPerPixel), pen.colours.path, 2));
    this.onFollowed?.(at);
  }

  private paint(draw: Drawing, graphics: Graphics): void {
    graphics.clear();
    draw(new Pen(graphics, 1 / this.stage.camera.peek().scale, COLOURS[this.look]));
  }

  private refresh(now: number): Box | null {
    const scale = this.stage.camera.peek().scale;
    if (!this.followed && this.drawings.has("followed agent")) this.set("followed agent", null);
    if (this.stale || scale !== this.drawnAt) {
      this.stale = false;
      this.drawnAt = scale;
      for (const { draw, graphics } of this.drawings.values()) this.paint(draw, graphics);
    }
    if (!this.flashing) return null;
    const { box, since } = this.flashing;
    const left = 1 - (now - since) / FLASH_MS;
    if (left <= 0) this.flashing = null;
    this.set("flash", left > 0 ? (pen) => {
      pen.fill(boxRing(box), pen.colours.accent, 0.16 * left);
      pen.line(boxRing(box), pen.colours.accent, 2, left, true);
    } : null);
    return left > 0 ? box : null;
  }
}
