// What the page knows, as signals: panels read them, the studio (studio.ts) writes them.

import { computed, signal } from "@preact/signals";
import type { ConnectionState } from "./protocol/connection.ts";
import type { FigureRow, Followed, Hello, Item, Opening, PlacedThing, Setting, Stats, World } from "./protocol/messages.ts";
import type { LayerName } from "./protocol/wire.ts";
import type { Point } from "./geometry/plane.ts";
import type { Theme } from "./view/palette.ts";

export const ACTIVITIES = ["draw", "mesh", "path", "run", "replay"] as const;
export type Activity = (typeof ACTIVITIES)[number];

export const activity = signal<Activity>("run");
export const connection = signal<ConnectionState>("connecting");
/** Lost for so long that a person should be told. */
export const away = signal(false);
export const hello = signal<Hello | null>(null);
export const world = signal<World | null>(null);
/** What is being opened meanwhile. */
export const opening = signal<Opening | null>(null);
export const theme = signal<Theme>("light");

/** The items by key. The map itself is changed in place; `itemsVersion` says that it has been. */
export const items = new Map<number, Item>();
export const itemsVersion = signal(0);
/** Obstacles that come and go by themselves, by key. */
export const visitors = new Map<number, Item>();
export const selection = signal<ReadonlySet<number>>(new Set());
export const selected = computed(() => {
  itemsVersion.value;
  return [...selection.value].map((key) => items.get(key)).filter((item) => item !== undefined);
});
export const undoable = signal<string | null>(null);
export const redoable = signal<string | null>(null);
/** There is something in the document that no file has. */
export const unsaved = signal(false);
/** Floors, sources, goals or waiting places were edited since the run began. */
export const needsReset = signal(false);

export interface LastEdit {
  ms: number | null;
  faces: number | null;
  version: number;
  /** From sending it to having it on the screen. */
  roundTrip: number | null;
}
export const lastEdit = signal<LastEdit | null>(null);
/** Milliseconds of the last edits, in the map and to the screen. */
export const editTimes = signal<{ map: readonly number[]; screen: readonly number[] }>({ map: [], screen: [] });
export const mapCounts = signal<Record<string, number>>({});

/** The outline of free space is shown at first: it is where obstacles are that nobody drew. */
export const layersOn = signal<ReadonlySet<LayerName>>(new Set(["outline"]));
/** What wishes make of a place is shown as colour. */
export const showWishes = signal(true);
/** Wishes that were written in Path; null: those of whoever is chosen. */
export const pathWishes = signal<string | null>(null);
/** Whose wishes are shown; null: of the first who have some. */
export const wishersChosen = signal<number | null>(null);
/** The sources whose people have wishes. */
export const wishers = computed(() => {
  itemsVersion.value;
  return [...items.values()].filter(({ source }) => (source?.wishes ?? "").trim() !== "");
});
/** The wishes that are shown: what is written in Path, else of the source that is selected or chosen. */
export const wishesShown = computed(() => {
  if (activity.value === "path" && pathWishes.value !== null) return pathWishes.value;
  const all = wishers.value;
  const one = (activity.value === "draw" ? all.find(({ key }) => selection.value.has(key)) : undefined) ?? all.find(({ key }) => key === wishersChosen.value) ?? all[0];
  return one?.source?.wishes ?? "";
});
/** Things that go to and fro, where they are now. */
export const placedThings = signal<ReadonlyMap<number, PlacedThing>>(new Map());

/** Those that are in the picture of the activity: people are watched without the map's inside. */
export const layersSeen = computed<ReadonlySet<LayerName>>(() => {
  const edits = activity.value === "draw" || activity.value === "mesh";
  const on = [...layersOn.value].filter((name) => edits || activity.value === "path" || name === "outline");
  if (showWishes.value && wishesShown.value.trim() !== "" && activity.value !== "replay") on.push("multiplier", "forbidden");
  return new Set(edits ? [...on, "changed"] : on);
});
export const gridCell = signal(1);
/** The radius of the walkers that grid, hybrid graph and sampled roadmap are for. */
export const meshRadius = signal(0.3);
/** The least width and height of a square of the quad-tree, in metres. */
export const leastSquare = signal(1);
export const leastHeight = signal(1);
/** How many nearest squares each square of the quad-tree is joined to. */
export const neighbours = signal(8);
/** How many points the sampled roadmap is made of. */
export const samples = signal(1000);
/** How far the isochrone reaches, in metres. */
export const isochrone = signal(10);
/** Where the shortest path map starts: the start of the path. */
export const sourceOfPaths = signal<Point | null>(null);
/** How long the server drew the layers. */
export const layersMs = signal<number | null>(null);
/** Layers that are being made beside everything else. */
export const layersBusy = signal<readonly LayerName[]>([]);
export const largestClearance = signal(0);

export const playing = signal(false);
export const speed = signal(1);
export const seed = signal(1);
export const step = signal(0);
export const time = signal(0);
export const stats = signal<Stats | null>(null);
export const settings = signal<Setting[]>([]);
export const showDensity = signal(false);
export const followed = signal<Followed | null>(null);
export const figures = signal<FigureRow[] | null>(null);

export const replayFrame = signal(0);
/** Seconds for which a trail is drawn behind everyone; 0: not at all. */
export const trailSeconds = signal(0);

export const pointer = signal<Point | null>(null);

export type Dialog = "none" | "gallery" | "files" | "beside" | "dxf" | "save" | "help" | "new" | "scale" | "unsaved" | "strategies";
export const dialog = signal<Dialog>("none");
/** The word whose meaning was asked for. */
export const termAsked = signal<string | null>(null);
/** What waits until it is said what becomes of work that is not saved. */
export const onceDecided = signal<(() => void) | null>(null);
/** Two places of the floor plan whose distance is being asked for. */
export const scaleEnds = signal<readonly [Point, Point] | null>(null);

export interface Label {
  at: Point;
  text: string;
  tone: "plain" | "danger" | "accent";
  /** To the left of its place, where another is to the right. */
  left?: true;
}
export const labels = signal<Label[]>([]);
/** The names of things. */
export const thingLabels = signal<Label[]>([]);
/** What is measured while something is drawn or dragged. */
export const toolLabel = signal<Label | null>(null);
