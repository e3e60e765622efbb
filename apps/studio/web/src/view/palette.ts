// Colours, for the light and the dark page. The charts and legends take them from here too.

import type { ItemKind } from "../protocol/messages.ts";

export type Theme = "light" | "dark";
export type Rgb = readonly [number, number, number];

/** Groups of agents; chosen to stay apart for the colour-blind (after Okabe and Ito), softened a little. */
export const GROUPS: readonly string[] = [
  "#2f7fb5", "#d98032", "#3a9d7c", "#b5628f", "#8a79c9", "#c9a227", "#4aa8c9", "#c0504d",
  "#5b8c3e", "#9c6b4f", "#d06fa0", "#6b7fa3", "#a3a33a", "#3f8f8f", "#b58a5a", "#7a7a7a",
];

/** From narrow or empty to wide or crowded. */
export const RAMP: readonly string[] = ["#43317f", "#37618d", "#26888e", "#3aad78", "#97cf48", "#f6e24a"];

/** Crowding: clear, busy, dense. */
export const HEAT: readonly string[] = ["#f7c948", "#f29b3a", "#e4572e", "#b81f45", "#5e0f3f"];

/** Whether somebody knows what stands where, or believes what is not so. */
export const KNOWN: readonly [string, string] = ["#2f7fb5", "#c9a227"];

/** What wishes make of a place: from what repels most to what attracts most. */
export const WISHED: readonly string[] = ["#a63603", "#e6772e", "#fdc38d", "#a8d8e8", "#4aa8c9", "#1f6f99"];
export const FORBIDDEN = "#8f1d3a";

export interface Colours {
  ground: string;
  floor: string;
  floorEdge: string;
  gridLine: string;
  obstacle: string;
  obstacleEdge: string;
  wall: string;
  source: string;
  goal: string;
  waiting: string;
  thing: string;
  accent: string;
  path: string;
  danger: string;
  mesh: string;
  graph: string;
  ink: string;
}

export const COLOURS: Record<Theme, Colours> = {
  light: {
    ground: "#e9ecef", floor: "#fcfcfb", floorEdge: "#8b959f", gridLine: "#dfe3e7",
    obstacle: "#aeb8c2", obstacleEdge: "#6d7984", wall: "#4b5661", source: "#3a9d7c", goal: "#d98032", waiting: "#8a79c9", thing: "#a3568f",
    accent: "#2f6f8f", path: "#c0392b", danger: "#c92a3f", mesh: "#9fb0bf", graph: "#2f7fb5", ink: "#22282e",
  },
  dark: {
    ground: "#12161a", floor: "#1d2329", floorEdge: "#5f6b77", gridLine: "#262d34",
    obstacle: "#46525e", obstacleEdge: "#7f8d9a", wall: "#aab6c1", source: "#4fbf98", goal: "#e89a52", waiting: "#a79be0", thing: "#cf86bb",
    accent: "#6fb3d2", path: "#ff7b6b", danger: "#ff6b78", mesh: "#465765", graph: "#5aa6d6", ink: "#e6eaee",
  },
};

export function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** A colour as one little-endian word of four bytes, as vertex buffers want it. */
export function word(hex: string, alpha = 1): number {
  const [r, g, b] = rgb(hex);
  return ((Math.round(alpha * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

export const floats = (hex: string): number[] => rgb(hex).map((c) => c / 255);

/** What everybody knows as a colour; other kinds of regions get one of their own by their name. */
const REGIONS: Record<string, string> = { grass: "#5b8c3e", road: "#8d8579", water: "#3b83c4", sand: "#c9a227", mud: "#9c6b4f" };

export function regionColour(name: string | null): string {
  const kind = name ?? "region";
  let hash = 7;
  for (const letter of kind) hash = (31 * hash + (letter.codePointAt(0) ?? 0)) % 65_521;
  return REGIONS[kind] ?? GROUPS[hash % GROUPS.length];
}

export const fillOf = ({ kind, name }: { kind: ItemKind; name: string | null }, c: Colours): [string, number] | null => {
  switch (kind) {
    case "region": return [regionColour(name), 0.3];
    case "floor": return [c.floor, 1];
    case "obstacle": return [c.obstacle, 1];
    case "source": return [c.source, 0.18];
    case "goal": return [c.goal, 0.18];
    case "waiting": return [c.waiting, 0.18];
    case "thing": return [c.thing, 0.12];
    case "wall": return null;
  }
};

export const edgeOf = ({ kind, name }: { kind: ItemKind; name: string | null }, c: Colours): string =>
  kind === "region" ? regionColour(name) : ({ floor: c.floorEdge, obstacle: c.obstacleEdge, wall: c.wall, source: c.source, goal: c.goal, waiting: c.waiting, thing: c.thing })[kind];

/** A colour of a ramp, for a value from 0 to 1. */
export function rampAt(ramp: readonly string[], value: number): Rgb {
  const at = Math.max(0, Math.min(1, value)) * (ramp.length - 1);
  const i = Math.min(Math.floor(at), ramp.length - 2);
  const [a, b] = [rgb(ramp[i]), rgb(ramp[i + 1])];
  return [0, 1, 2].map((k) => a[k] + (at - i) * (b[k] - a[k])) as unknown as Rgb;
}

/** The colour of a search that is compared: the first is the path that is shown anyway. */
export const searchColour = (i: number, theme: Theme): string => (i === 0 ? COLOURS[theme].path : GROUPS[i % GROUPS.length]);
