// Making and moving outlines: what the drawing tools compute.

import { type Box, distanceToSegment, type Point, type Ring } from "./plane.ts";

export function rectangleRing(a: Point, b: Point): Point[] {
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}

export const boxRing = (box: Box): Point[] => rectangleRing([box[0], box[1]], [box[2], box[3]]);

/** A circle as a polygon that stays within `error` metres of it, of 12 to 96 corners. */
export function circleRing(centre: Point, radius: number, error = 0.02): Point[] {
  const step = Math.acos(Math.max(-1, 1 - error / Math.max(radius, error))) * 2;
  const corners = Math.max(12, Math.min(96, Math.ceil((2 * Math.PI) / Math.max(step, 1e-3))));
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

export const translated = (rings: readonly Ring[], [dx, dy]: Point): Point[][] =>
  rings.map((ring) => ring.map(([x, y]): Point => [x + dx, y + dy]));

export function rotated(rings: readonly Ring[], [cx, cy]: Point, angle: number): Point[][] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return rings.map((ring) =>
    ring.map(([x, y]): Point => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]),
  );
}

/** A drawn line with what the hand trembled taken out: no point moves by more than `error` (Douglas and Peucker). */
export function simplified(line: Ring, error: number): Point[] {
  if (line.length < 3) return [...line];
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let [far, most] = [-1, error];
    for (let i = first + 1; i < last; i++) {
      const away = distanceToSegment(line[i], line[first], line[last]);
      if (away > most) [far, most] = [i, away];
    }
    if (far < 0) continue;
    keep[far] = 1;
    spans.push([first, far], [far, last]);
  }
  return line.filter((_, i) => keep[i] === 1);
}

/** Where an outline first crosses itself, if it does; touching corners of neighbours do not count. */
export function firstCrossing(ring: Ring, closed: boolean): Point | null {
  const edges = closed ? ring.length : ring.length - 1;
  for (let i = 0; i < edges; i++) {
    for (let j = i + 2; j < edges; j++) {
      if (closed && i === 0 && j === edges - 1) continue;
      const at = crossing(ring[i], ring[(i + 1) % ring.length], ring[j], ring[(j + 1) % ring.length]);
      if (at) return at;
    }
  }
  return null;
}

function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const turn = rx * sy - ry * sx;
  if (turn === 0) return null;
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / turn;
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / turn;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? [a[0] + t * rx, a[1] + t * ry] : null;
}
