// Points, boxes and distances in the plane, in metres.

export type Point = readonly [number, number];
export type Ring = readonly Point[];
export type Box = readonly [number, number, number, number];

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** The box around points; null around none. */
export function boxOf(points: Iterable<Point>): Box | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return x0 <= x1 ? [x0, y0, x1, y1] : null;
}

/** The box around two boxes. */
export const joined = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3]),
];

export const inBox = ([x0, y0, x1, y1]: Box, [x, y]: Point, reach = 0): boolean =>
  x >= x0 - reach && x <= x1 + reach && y >= y0 - reach && y <= y1 + reach;

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** Is a point inside rings, by the even-odd rule: holes are rings too. */
export function inRings(rings: readonly Ring[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]];
      const crosses = a[1] > y !== b[1] > y;
      if (crosses && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
    }
  }
  return inside;
}

/** How far a point is from the nearest edge of rings; open lines do not close. */
export function distanceToRings(rings: readonly Ring[], p: Point, closed: boolean): number {
  let least = Infinity;
  for (const ring of rings) {
    const edges = closed ? ring.length : ring.length - 1;
    for (let i = 0; i < edges; i++) {
      least = Math.min(least, distanceToSegment(p, ring[i], ring[(i + 1) % ring.length]));
    }
  }
  return least;
}

export function lengthOf(line: Ring): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1], line[i]);
  return sum;
}
