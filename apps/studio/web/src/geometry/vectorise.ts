// A picture of a floor plan as outlines: dark pixels are walls, their borders are followed and straightened. Pure.

import { simplified } from "./outlines.ts";
import { inRings, type Point } from "./plane.ts";

export interface Plan {
  width: number;
  height: number;
  /** Brightness a pixel, 0 to 255, the upper row first. */
  grey: Uint8Array;
}

export interface Vectorising {
  /** What is darker than this is a wall. */
  threshold: number;
  /** The most pixels that a border moves by. */
  error: number;
  /** Smaller spots, in pixels, are dirt. */
  least: number;
}

/** An outline with its holes, in pixels, y up from the lower edge. */
export type Outline = Point[][];

const MOST_LOOPS = 20_000;

/** Right, up, left, down; with dark pixels on the left of the way. */
const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const;

export function vectorised({ width, height, grey }: Plan, { threshold, error, least }: Vectorising): Outline[] {
  // A margin of light pixels, so that every border closes.
  const columns = width + 2;
  const dark = new Uint8Array(columns * (height + 2));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (grey[(height - 1 - y) * width + x] < threshold) dark[(y + 1) * columns + x + 1] = 1;
  }
  const loops = borders(dark, columns, height + 2, least);
  const outer = loops.filter(({ area }) => area > 0);
  const outlines = outer.map(({ ring, area }) => ({ ring, area, holes: [] as Point[][] }));
  outlines.sort((a, b) => a.area - b.area);
  for (const { ring, area } of loops) {
    if (area > 0) continue;
    // Between the pixel inside the hole and the wall around it: the smallest outline that contains it.
    const inside: Point = [ring[0][0] + 0.01, ring[0][1] + 0.01];
    outlines.find((other) => other.area > -area && inRings([other.ring], inside))?.holes.push(ring);
  }
  const smooth = (ring: Point[]): Point[] | null => straightened(ring, error);
  return outlines.flatMap(({ ring, holes }) => {
    const around = smooth(ring);
    return around ? [[around, ...holes.map(smooth).filter((hole) => hole !== null)]] : [];
  });
}

interface Loop {
  ring: Point[];
  /** Positive around dark pixels, negative around a hole in them. */
  area: number;
}

/** The borders between dark and light, corner by corner. */
function borders(dark: Uint8Array, columns: number, rows: number, least: number): Loop[] {
  const at = (x: number, y: number): number => dark[y * columns + x];
  // Edges whose left side is dark and whose right side is light, by the corner they begin at: one bit a direction.
  const left = new Uint8Array(columns * rows);
  const begins = (x: number, y: number, direction: number): boolean => {
    switch (direction) {
      case 0: return at(x, y) === 1 && at(x, y - 1) === 0;
      case 1: return at(x - 1, y) === 1 && at(x, y) === 0;
      case 2: return at(x - 1, y - 1) === 1 && at(x - 1, y) === 0;
      default: return at(x, y - 1) === 1 && at(x - 1, y - 1) === 0;
    }
  };
  for (let y = 1; y < rows; y++) {
    for (let x = 1; x < columns; x++) {
      let bits = 0;
      for (let d = 0; d < 4; d++) if (begins(x, y, d)) bits |= 1 << d;
      left[y * columns + x] = bits;
    }
  }
  const loops: Loop[] = [];
  for (let start = 0; start < left.length; start++) {
    while (left[start] !== 0) {
      const loop = follow(left, columns, start);
      if (Math.abs(loop.area) >= least) loops.push(loop);
      if (loops.length > MOST_LOOPS) throw new Error(`there are more than ${MOST_LOOPS.toLocaleString("en-US")} spots; take a larger least size`);
    }
  }
  return loops;
}

function follow(left: Uint8Array, columns: number, start: number): Loop {
  let [x, y] = [start % columns, Math.floor(start / columns)];
  let direction = 31 - Math.clz32(left[start] & -left[start]);
  const ring: Point[] = [];
  let area = 0;
  let before = -1;
  for (;;) {
    const here = y * columns + x;
    // At a corner where two dark pixels only touch, turn left: they stay apart.
    for (const turn of [1, 0, 3]) {
      const next = before < 0 ? direction : (before + turn) % 4;
      if (left[here] & (1 << next)) {
        direction = next;
        break;
      }
    }
    if (!(left[here] & (1 << direction))) break;
    left[here] &= ~(1 << direction);
    // One pixel of margin lies around the picture.
    if (direction !== before) ring.push([x - 1, y - 1]);
    const [dx, dy] = STEPS[direction];
    area += (x * dy - y * dx) / 2;
    [x, y, before] = [x + dx, y + dy, direction];
  }
  return { ring, area };
}

/** A ring without the steps of its pixels; null where nothing is left of it. */
function straightened(ring: Point[], error: number): Point[] | null {
  if (ring.length < 4) return null;
  // Cut at two corners far apart, each half is a line.
  const far = ring.reduce((best, p, i) => (Math.hypot(p[0] - ring[0][0], p[1] - ring[0][1]) > Math.hypot(ring[best][0] - ring[0][0], ring[best][1] - ring[0][1]) ? i : best), 0);
  const halves = [ring.slice(0, far + 1), [...ring.slice(far), ring[0]]].map((half) => simplified(half, error));
  const whole = [...halves[0].slice(0, -1), ...halves[1].slice(0, -1)];
  return whole.length >= 3 ? whole : null;
}
