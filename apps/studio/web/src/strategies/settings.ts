// The settings of runs along a roadmap: their names are those of "Multi-agent pathfinding in crowded environments", and of files.

export interface NumberSetting {
  key: string;
  usual: number;
  least: number;
  most: number;
  unit?: string;
  whole?: true;
  about: string;
}

export const SEARCHES = [["a_star", "A*"], ["dijkstra", "Dijkstra"], ["hierarchy", "Hierarchy"]] as const;
export const STRATEGIES = [
  ["none", "none"], ["per", "periodical"], ["per_init", "periodical with initial"], ["event", "event-driven"], ["ours", "ours, against clusters"],
  ["sight", "visibility-triggered"], ["at_once", "at once"],
] as const;
export const MODS = [["linear", "linear"], ["weidmann", "Weidmann"]] as const;
export const MESHES = [["quadtree", "quad-tree"], ["triangles", "triangles"], ["grid", "grid"]] as const;

export type Search = (typeof SEARCHES)[number][0];
export type StrategyName = (typeof STRATEGIES)[number][0];
export type Mesh = (typeof MESHES)[number][0];

export const NUMBERS: readonly NumberSetting[] = [
  { key: "AgentSize", usual: 0.115, least: 0.001, most: 1000, unit: "m²", about: "What an agent takes of its region" },
  { key: "DensityTriggerTh", usual: 0.3, least: 0, most: 1e6, about: "From this density on a region is dense" },
  { key: "DensityDistEvent", usual: 40, least: 0, most: 1e7, unit: "m", about: "Who is farther from a region that has become dense does not replan for it" },
  { key: "SecToTime", usual: 2, least: 0.001, most: 1000, about: "Seconds walked in one second of the run's clock: higher is faster" },
  { key: "n", usual: 3, least: 0, most: 1000, whole: true, about: "How many replan at a time" },
  { key: "P", usual: 1, least: 1, most: 10_000, whole: true, about: "Steps between two times" },
  { key: "MinimumWidth", usual: 3, least: 0.001, most: 1e7, unit: "m", about: "The smallest square of the quad-tree" },
  { key: "MinimumHeight", usual: 1.7, least: 0.001, most: 1e7, unit: "m", about: "The smallest square of the quad-tree" },
  { key: "k", usual: 8, least: 1, most: 64, whole: true, about: "Nearest neighbours that a square is joined to" },
  { key: "overcrowded", usual: 1, least: 0.001, most: 1e9, about: "From this density on a region counts as an obstacle" },
  { key: "speed", usual: 1.4, least: 0.001, most: 100, unit: "m/s", about: "How fast an agent alone is" },
  { key: "speed_floor", usual: 0.1, least: 0.001, most: 1, about: "The share of it that is left in any crowd" },
  { key: "randomness", usual: 1, least: 0, most: 100, about: "Strategy “ours”: how far own costs may be above the common ones" },
  { key: "seed", usual: 7, least: 0, most: 4_294_967_295, whole: true, about: "What everything random follows from" },
];

/** One side: everything that a run is asked for. */
export interface Side {
  search: Search;
  strategy: StrategyName;
  /** A second strategy: those replan whom either chooses. */
  also: StrategyName;
  DensityMod: (typeof MODS)[number][0];
  numbers: Readonly<Record<string, number>>;
}

export const usual = (strategy: StrategyName): Side => ({
  search: "a_star",
  strategy,
  also: "none",
  DensityMod: "linear",
  numbers: Object.fromEntries(NUMBERS.map(({ key, usual }) => [key, usual])),
});

/** As the server and files name them. */
export const asked = ({ search, strategy, also, DensityMod, numbers }: Side): Record<string, string | number> => ({ search, strategy, also, DensityMod, ...numbers });

/** `0, 1; 2 3` → [0, 1, 2, 3]; null where something is no number. */
export function listOf(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const numbers = words.map(Number);
  return words.length > 0 && words.length <= 50 && numbers.every(Number.isFinite) ? numbers : null;
}

/** Each of some values with each of others; null where one of the lists is none. */
export function combinationsOf<T>(values: readonly number[] | null, others: readonly T[] | null): [number, T][] | null {
  return values && others && values.flatMap((value) => others.map((other): [number, T] => [value, other]));
}
