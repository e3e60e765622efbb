// What page and server say to each other, as types. The words are those of PROTOCOL.md.

import type { Point } from "../geometry/plane.ts";
import type { LayerName } from "./wire.ts";

export type Bounds = [number, number, number, number];
export type ItemKind = "floor" | "obstacle" | "wall" | "source" | "goal" | "waiting" | "region" | "thing";

/** How an item was drawn; the server keeps it and looks at the rings only. */
export type Shape = { circle: [number, number, number] } | { rectangle: Bounds } | { freehand: true } | { polygon: true };

export interface SourceSettings {
  count: number;
  per_second: number | null;
  radius: [number, number];
  speed: [number, number];
  goal: number | null;
  avoidance: string;
  arrival: "leave" | "stay" | "wander";
  /** What they wish of their paths, and until when in seconds. */
  wishes?: string;
  wishes_until?: number | null;
}

/** What wishes name, besides its outline; of one point, a disc. Lengths in metres, angles in degrees. */
export interface ThingSettings {
  radius: number;
  facing: number;
  /** How far its annotations reach; null: as far as its longer side is long. */
  reach: number | null;
  /** The angle and the range of its view; null: all around. */
  view: [number, number] | null;
  /** Between which points it goes to and fro. */
  patrol: Point[];
  speed: number;
}

export interface NewItem {
  kind: ItemKind;
  name: string | null;
  rings: Point[][];
  shape: Shape | null;
  source?: SourceSettings;
  thing?: ThingSettings;
}

export interface Item extends NewItem {
  key: number;
  /** The triangles it covers, three corners each, where its outline crosses itself. */
  fill?: Point[];
}

export interface Hello {
  version: number;
  program: string;
  folder: string;
  /** Work that was not saved when the program last ended. */
  unsaved_work: { path: string; seconds: number } | null;
  gallery: { name: string; about: string; agents: number }[];
  scenes: string[];
}

export interface Opened {
  name: string;
  kind: "scenario" | "scene" | "replay";
  notes: string[];
}

export interface FolderEntry {
  name: string;
  kind: "folder" | "file";
  bytes: number;
}

export interface FoundPath {
  found: boolean;
  length: number | null;
  points: Point[];
  arcs: number;
  /** Corners that it bends around. */
  bends: number;
  micros: number;
  expansions: number;
  reason: string | null;
  at: Point | null;
  width: number | null;
  /** Without a path: the nearest place that would do instead, with room or within reach. */
  nearest: Point | null;
}

/** A wish that cannot be, and where it is written: line and column from 1. */
export interface BadWish {
  text: string;
  line: number;
  column: number;
  problem: string;
}

export interface CheckedWishes {
  wishes: number;
  /** They can be read, whether or not what they name is there. */
  parses: boolean;
  message: string | null;
  wish: BadWish | null;
}

/** A plan that keeps to wishes. */
export interface WishedPath {
  found: boolean;
  points: Point[];
  length: number | null;
  /** The length, each piece times its multiplier. */
  cost: number | null;
  micros: number;
  expansions: number;
  reason: string | null;
  at: Point | null;
  wish: BadWish | null;
}

export interface CompareRow {
  search: string;
  length: number | null;
  micros: number;
  expansions: number;
  points: Point[];
  note: string | null;
}

/** `[expanded node, parent node, g, f, size of the open list]`; a start is its own parent. Of a repair only the node is known. */
export type TraceStep = [number, number | null, number | null, number | null, number | null];

export interface Trace {
  search: string;
  nodes: Point[];
  steps: TraceStep[];
  /** By step, the nodes that it put on the open list, or improved there. */
  opened: number[][];
  path: Point[];
  note: string | null;
  /** The obstacle that a plan was repaired for. */
  edit?: {
    ring: Point[];
    /** The middles of the cells that it changed, and their side. */
    region: Point[];
    cell: number;
    /** The number of steps after which it came. */
    after: number;
    /** What A* expands in the changed grid, and what the repair did. */
    from_scratch: number;
    expansions: number;
  };
  /** What was known after a number of steps: one answer, or with ARA* one a round. */
  rounds: TraceRound[];
}

export interface TraceRound {
  epsilon: number;
  steps: number;
  /** How many times as long as the shortest it is at most. */
  bound: number | null;
  length: number | null;
  path: Point[];
  /** It was found after the obstacle had come. */
  is_after?: boolean;
}

/** The funnel algorithm in a corridor of triangles: after each portal, what is certain and both sides behind that. */
export interface Funnel {
  triangles: Point[][];
  portals: [Point, Point][];
  rough: Point[];
  steps: { path: Point[]; left: Point[]; right: Point[] }[];
  path: Point[];
  length: number;
}

/** A point's search: for each expansion its root, the left and the right end of the part of an edge it sees, g, f, open list. */
export interface Wedges {
  steps: [Point, Point, Point, number, number, number][];
  path: Point[];
  length: number;
  /** Only the first of them are told. */
  is_cut: boolean;
}

/** A run along a roadmap, measured. */
export interface StrategyRun {
  search: string;
  strategy: string;
  avct_ms: number;
  searches: number;
  most_searches: number;
  max_agents: number;
  avr_agents: number | null;
  /** By trip. */
  travel_s: (number | null)[];
  clustering: number;
  steps: number;
  seconds: number;
  unfinished: number;
  region_count: number;
  /** The corners of each, if frames were asked for. */
  regions: Point[][];
  /** Now and then: densities in hundredths by region; agents in decimetres, with their trip. */
  frames: { step: number; density: number[]; agents: [number, number, number][] }[];
}

/** What queries of a radius cost, in microseconds. */
export interface ProfileRow {
  radius: number;
  queries: number;
  found: number;
  p50: number | null;
  p99: number | null;
  most: number | null;
  expansions: number;
  /** Of each query. */
  times: number[];
}

/** Somebody who has no way, or does not get on. */
export interface Trouble {
  agent: number | null;
  position: Point;
  status: string;
  reason: string | null;
  at: Point | null;
}

export interface Setting {
  name: string;
  value: number | string | boolean | null;
  least?: number | null;
  most?: number | null;
  unit?: string | null;
  about?: string | null;
  choices?: string[] | null;
  /** It can change while the crowd walks; else it counts from the next reset. */
  live?: boolean;
  whole?: boolean;
}

export interface Route {
  points: Point[];
  position?: Point;
  goal: Point | null;
  status: string | number;
  speed: number;
  radius?: number;
  way_left?: number | null;
  /** Of a recording: where it was before, and how far it came. */
  past?: Point[];
  walked?: number;
  /** Of a team. */
  domains?: DomainPlans;
}

/** Seconds, and a place. */
export type Timed = [number, number, number];

/** The plan of an agent of a team in every domain, and the tunnels between them: metres to either side, and seconds. */
export interface DomainPlans {
  time: number;
  static_mesh: Point[];
  dynamic_mesh: Point[];
  grid: Point[];
  /** The middle of the tunnel in space-time. */
  timed: Timed[];
  /** What is walked, from now on. */
  plan: Timed[];
  mesh_width: number | null;
  grid_width: number | null;
  width: number;
  lag: number;
  arrival: [number, number] | null;
  /** When a foot is set down, whether it is the left one, where, and its angle. */
  footprints: [number, boolean, number, number, number][];
}

/** What lies about for a team, and how far it is. */
export interface TeamScenery {
  agents: number;
  arrived: number;
  agent_overlaps: number;
  obstacle_overlaps: number;
  is_done: boolean;
  gaps: [number, number, number, number][];
  platforms: { half: Point; knots: Timed[] }[];
}

/** Figures over a whole recording; of two side by side, for each. */
export interface RecordedSeries {
  time: number[];
  parts: { agents: number[]; speed: (number | null)[]; density: number[] }[];
  marks: { frame: number; time: number; text: string }[];
}

export type FigureRow = [string, string];
export type Nothing = Record<string, never>;

/** Which layers to send, and how the graphs in them are made. */
export interface LayersWanted {
  on: string[];
  pixel: number;
  grid: number;
  radius: number;
  square: number;
  square_height: number;
  neighbours: number;
  samples: number;
  /** Where the shortest path map starts; without one in the middle. */
  source?: Point;
  within: number;
  /** The wishes whose multipliers are shown. */
  wishes?: string;
  box: Bounds;
}

/** Every command: what goes with it and what comes back. */
export interface Commands {
  hello: { with: { version: 1 }; ok: Hello };
  open: { with: { name: string } | { path: string }; ok: Opened };
  new: { with: { bounds: Bounds }; ok: Nothing };
  files: { with: { path: string }; ok: { entries: FolderEntry[] } };
  save: { with: { path: string }; ok: { path: string; bytes: number } };
  add: { with: { item: NewItem }; ok: { item: number } };
  change: { with: { items: readonly Item[]; drag?: number; what?: string }; ok: Nothing };
  remove: { with: { keys: number[] }; ok: Nothing };
  paste: { with: { items: NewItem[]; replaces?: number[]; what?: string }; ok: { keys: number[] } };
  undo: { with: Nothing; ok: { what: string } };
  redo: { with: Nothing; ok: { what: string } };
  layers: { with: LayersWanted; ok: { ms?: number; counts?: Record<string, number> } };
  path: { with: { from: Point; to: Point; radius: number; comfort?: number }; ok: FoundPath };
  wished: { with: { from: Point; to: Point; radius: number; wishes: string }; ok: WishedPath };
  wishes: { with: { text: string }; ok: CheckedWishes };
  compare: { with: { from: Point; to: Point; radius: number }; ok: { rows: CompareRow[] } };
  trace: { with: { from: Point; to: Point; radius: number; search: string; graph: string; weight?: number; block?: Point; side?: number }; ok: Trace };
  wedges: { with: { from: Point; to: Point }; ok: Wedges };
  funnel: { with: { from: Point; to: Point }; ok: Funnel };
  profile: { with: { seed: number }; ok: { rows: ProfileRow[] } };
  strategies: {
    with: { trips: (readonly [Point, Point])[]; people: number; settings: Record<string, string | number>; mesh: string; cell?: number; threads?: number; frames: boolean };
    ok: StrategyRun;
  };
  troubles: { with: Nothing; ok: { troubles: Trouble[] } };
  replay_run: { with: Nothing; ok: Opened };
  back_to_run: { with: Nothing; ok: Opened };
  cancel: { with: Nothing; ok: { cancelled: boolean } };
  see: { with: { from: Point }; ok: { region: Point[]; area: number } };
  play: { with: Nothing; ok: Nothing };
  pause: { with: Nothing; ok: Nothing };
  step: { with: { count: number }; ok: { step: number } };
  reset: { with: { seed: number }; ok: Nothing };
  speed: { with: { factor: number }; ok: Nothing };
  table: { with: { name: string; columns: { name: string; values: (string | number | null)[] }[] }; ok: { url: string } };
  measure: { with: { lines: { name: string; points: Point[] }[] }; ok: { measures: Measured[] } };
  settings: { with: Record<string, number | string | boolean | null>; ok: { settings: Setting[]; needs_reset?: boolean } };
  follow: { with: { agent: number | null }; ok: Nothing };
  route: { with: { agent: number }; ok: Route };
  density: { with: { cell: number | null }; ok: Nothing };
  team: { with: Nothing; ok: { team: TeamScenery | null } };
  figures: { with: Nothing; ok: { rows: FigureRow[]; json: unknown } };
  export: { with: { what: ExportKind; path?: string }; ok: { url?: string; path?: string } };
  replay: { with: { frame: number }; ok: Nothing };
  beside: { with: { path: string | null }; ok: Opened };
  series: { with: Nothing; ok: RecordedSeries };
  trails: { with: { seconds: number }; ok: { frame: number; lines: Point[][] } };
}

export type Verb = keyof Commands;
export type ExportKind = "csv" | "parquet" | "sqlite" | "figures";

export interface World {
  name: string;
  /** Another number is another document; with the same one it is another run of it. */
  document: number;
  kind: "scenario" | "scene" | "replay";
  bounds: Bounds;
  dt: number;
  agents: number;
  frames?: number;
  counts: Record<string, number>;
  build_ms: number;
  plays?: boolean;
  /** A replay that came without a map: the next scene that is opened becomes that. */
  lacks_map?: boolean;
  /** The run whose recording this is can be gone back to. */
  has_run?: boolean;
  /** Two recordings side by side. */
  is_two?: boolean;
}

/** Something is being opened; `doing` is null when that is over. */
export interface Opening {
  name: string | null;
  doing: string | null;
}

export interface ItemsChanged {
  items: Item[];
  removed: number[];
  undo: string | null;
  redo: string | null;
  edit_ms: number | null;
  faces_changed: number | null;
  region: Bounds | null;
  version: number;
  /** These are all the items there are. */
  all?: boolean;
  needs_reset?: boolean;
  /** There is something in the document that no file has. */
  unsaved?: boolean;
  counts?: Record<string, number>;
}

/** Obstacles that a scenario inserts: they stand in the map, and are nobody's to edit. */
export interface VisitorsChanged {
  items: Item[];
  removed: number[];
  all: boolean;
  counts: Record<string, number>;
}

export interface Stats {
  step: number;
  time: number;
  agents: number;
  arrived: number;
  waiting: number;
  searches: number;
  ms: number;
  mean_ms: number;
  density: number;
  travel_s: number | null;
  frame_ms: number;
  plays?: boolean;
  /** How many have no way, and how many do not get on. */
  no_way?: number;
  stuck?: number;
  /** Simulated seconds a second, of late. */
  real_time?: number | null;
  /** What measurement lines and areas have counted. */
  measures?: Measured[];
  /** By the key of a goal: how many have arrived there. */
  left?: [number, number][];
}

/** A measurement line (two points) or area of the run. */
export interface Measured {
  name: string;
  points: Point[];
  /** A line: how many went over it to its left and to its right, and how many a second of late. */
  crossed?: [number, number];
  flow?: number;
  width?: number;
  /** An area: how many are in it, and that for a square metre. */
  inside?: number;
  density?: number;
  area?: number;
  /** Metres a second, of those inside, or of those who went over it of late. */
  speed: number | null;
}

export interface Followed {
  /** Null when it has left. */
  agent: number | null;
  left?: boolean;
  points?: Point[];
  goal?: Point | null;
  position?: Point;
  way_left?: number | null;
  status?: string | number;
  speed?: number;
  radius?: number;
  /** Of a team. */
  domains?: DomainPlans;
}

/** A thing that goes to and fro, where it is now. */
export interface PlacedThing {
  key: number;
  at: Point;
  facing: number;
}

export type ServerEvent =
  | ({ event: "world" } & World)
  | ({ event: "items" } & ItemsChanged)
  | ({ event: "visitors" } & VisitorsChanged)
  | ({ event: "stats" } & Stats)
  | { event: "note"; text: string; level: "info" | "warning" | "error" }
  | { event: "done"; rows: FigureRow[] }
  | ({ event: "opening" } & Opening)
  | { event: "layers"; busy: LayerName[]; ms?: number; counts?: Record<string, number> }
  | { event: "things"; things: PlacedThing[] }
  | ({ event: "followed" } & Followed);
