// What part of the world is on the screen. Pure: a camera is a value, moving it makes another.

import type { Box, Point } from "../geometry/plane.ts";

/** The world's point at the middle of the screen, and pixels a metre. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const LEAST_SCALE = 1e-4;
const LARGEST_SCALE = 1e4;

export const toScreen = (camera: Camera, size: Size, [x, y]: Point): Point => [
  size.width / 2 + (x - camera.x) * camera.scale,
  size.height / 2 - (y - camera.y) * camera.scale,
];

export const toWorld = (camera: Camera, size: Size, [x, y]: Point): Point => [
  camera.x + (x - size.width / 2) / camera.scale,
  camera.y - (y - size.height / 2) / camera.scale,
];

export const panned = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y + dy / camera.scale,
});

/** Nearer or further by a factor; the world's point under a place of the screen stays there. */
export function zoomed(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const scale = Math.max(LEAST_SCALE, Math.min(LARGEST_SCALE, camera.scale * factor));
  const [wx, wy] = toWorld(camera, size, at);
  return {
    scale,
    x: wx - (at[0] - size.width / 2) / scale,
    y: wy + (at[1] - size.height / 2) / scale,
  };
}

/** Room that tools and bars take from the map, in pixels. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

/** All of a box, in the part of the screen within the insets. */
export function fitting([x0, y0, x1, y1]: Box, size: Size, insets: Insets = NO_INSETS): Camera {
  const { left, right, top, bottom } = insets;
  const across = Math.max(size.width - left - right, 16) / Math.max(x1 - x0, 1e-6);
  const up = Math.max(size.height - top - bottom, 16) / Math.max(y1 - y0, 1e-6);
  const scale = Math.max(LEAST_SCALE, Math.min(LARGEST_SCALE, across, up));
  return { x: (x0 + x1) / 2 - (left - right) / 2 / scale, y: (y0 + y1) / 2 + (top - bottom) / 2 / scale, scale };
}

export function visibleBox(camera: Camera, size: Size): [number, number, number, number] {
  const [x0, y1] = toWorld(camera, size, [0, 0]);
  const [x1, y0] = toWorld(camera, size, [size.width, size.height]);
  return [x0, y0, x1, y1];
}
