// A moment of a run along a roadmap: regions by their density, obstacles, agents by their trip, starts and goals.

import type { Point } from "../geometry/plane.ts";
import type { Item, StrategyRun } from "../protocol/messages.ts";
import { COLOURS, GROUPS, type Theme } from "../view/palette.ts";
import { frameAt } from "./results.ts";

/** From this density on, in parts of full, a region is as red as can be. */
export const FULL = 1;
/** White, yellow, orange, red: dense regions stand out on either theme. */
export const DENSE: readonly string[] = ["#ffffff", "#fde3a0", "#f6a04d", "#d8432f", "#8f1230"];

const colourOf = (density: number): string => DENSE[Math.min(DENSE.length - 1, Math.ceil((density / FULL) * (DENSE.length - 1)))];

export interface Moment {
  bounds: readonly [number, number, number, number];
  items: Iterable<Item>;
  trips: readonly (readonly [Point, Point])[];
  run: StrategyRun | null;
  step: number;
  theme: Theme;
}

/** Metres to pixels, y up. */
export interface Scale {
  at(p: Point): [number, number];
  from(x: number, y: number): Point;
  metre: number;
}

export function scaleOf([x0, y0, x1, y1]: Moment["bounds"], width: number, height: number): Scale {
  const metre = Math.min(width / Math.max(x1 - x0, 1e-9), height / Math.max(y1 - y0, 1e-9));
  const [left, top] = [(width - metre * (x1 - x0)) / 2, (height - metre * (y1 - y0)) / 2];
  return {
    at: ([x, y]) => [left + metre * (x - x0), top + metre * (y1 - y)],
    from: (x, y) => [x0 + (x - left) / metre, y1 - (y - top) / metre],
    metre,
  };
}

export function paint(canvas: HTMLCanvasElement, { bounds, items, trips, run, step, theme }: Moment): void {
  const c = canvas.getContext("2d");
  if (!c) return;
  const scale = scaleOf(bounds, canvas.width, canvas.height);
  const ring = (corners: readonly Point[]): void => {
    corners.forEach((corner, i) => (i === 0 ? c.moveTo(...scale.at(corner)) : c.lineTo(...scale.at(corner))));
    c.closePath();
  };
  c.fillStyle = COLOURS[theme].ground;
  c.fillRect(0, 0, canvas.width, canvas.height);
  const all = [...items];
  const fill = (kinds: readonly string[], colour: string): void => {
    c.fillStyle = c.strokeStyle = colour;
    for (const { rings } of all.filter(({ kind }) => kinds.includes(kind))) {
      c.beginPath();
      rings.forEach(ring);
      c.fill("evenodd");
    }
  };
  fill(["floor"], COLOURS[theme].floor);
  const frame = run && frameAt(run, step);
  if (run && frame) {
    c.lineWidth = 0.5;
    c.strokeStyle = "#99a5b055";
    run.regions.forEach((corners, i) => {
      c.beginPath();
      ring(corners);
      c.fillStyle = colourOf((frame.density[i] ?? 0) / 100);
      c.fill();
      c.stroke();
    });
  }
  fill(["obstacle", "wall"], COLOURS[theme].obstacle);
  const radius = Math.max(1.2, 0.35 * scale.metre);
  for (const [x, y, trip] of frame?.agents ?? []) {
    const [px, py] = scale.at([x / 10, y / 10]);
    c.fillStyle = GROUPS[trip % GROUPS.length];
    c.fillRect(px - radius, py - radius, 2 * radius, 2 * radius);
  }
  c.lineWidth = 2;
  trips.forEach((ends, i) => {
    const colour = GROUPS[i % GROUPS.length];
    ends.forEach((end, j) => {
      c.beginPath();
      c.arc(...scale.at(end), 6, 0, 7);
      c.fillStyle = j === 0 ? "#ffffff" : colour;
      c.strokeStyle = colour;
      c.fill();
      c.stroke();
    });
  });
}
