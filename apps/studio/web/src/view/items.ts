// What was drawn: floors, regions, obstacles, walls, sources, goals, waiting places. Obstacles and walls lie in tiles, and each item's
// triangles are kept: an edit triangulates one outline, copies those of its tile, and draws the box it is in.

import { type Container, earcut, UniformGroup } from "pixi.js";
import { type Box, boxOf, joined, type Point } from "../geometry/plane.ts";
import type { Item, ItemKind } from "../protocol/messages.ts";
import { Batch, opaque } from "./batch.ts";
import { COLOURS, edgeOf, fillOf, type Theme, word } from "./palette.ts";
import { flatShader, lineShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";
import { Tiles } from "./tiles.ts";
import { Tiling } from "./tiling.ts";

interface Drawn {
  item: Item;
  box: Box;
  /** The tile it lies in. */
  tile: number;
  /** x, y, colour a corner. */
  fill: Float32Array;
  /** Both ends and the colour at each of a line's four corners. */
  line: Float32Array;
}

/** Outlines of a whole city would run together if they were as bold as those of a room. */
const linePixels = (scale: number): number => (scale < 5 ? 1 : 2);
const FLAT = { place: { format: "float32x2", offset: 0 }, tint: { format: "unorm8x4", offset: 8 } } as const;
const ENDS = { ends: { format: "float32x4", offset: 0 }, tint: { format: "unorm8x4", offset: 16 } } as const;

/** Floors lie under everything, people's places over obstacles; there are few of these, so each is a tile as a whole. */
const FLOORS = -1;
/** Regions lie on floors and under obstacles. */
const REGIONS = -2;
const PLACES = 1000;
const isStanding = (kind: ItemKind): boolean => kind === "obstacle" || kind === "wall";

export class ItemsView {
  private readonly floors: Tiles;
  private readonly regionFills: Tiles;
  private readonly regionLines: Tiles;
  private readonly fills: Tiles;
  private readonly placeFills: Tiles;
  private readonly floorLines: Tiles;
  private readonly lines: Tiles;
  private readonly placeLines: Tiles;
  private readonly drawn = new Map<number, Drawn>();
  /** The items of each tile, by key. */
  private readonly tiles = new Map<number, Map<number, Drawn>>();
  private readonly stage: Stage;
  private readonly stale = new Set<number>();
  private tiling = new Tiling([0, 0, 1, 1], 0);
  /** With more items than this, smaller tiles are better. */
  private enough = 0;
  private look: Theme = "light";

  constructor(stage: Stage) {
    this.stage = stage;
    const style = new UniformGroup({ uWidth: { value: 2, type: "f32" } });
    const flat = flatShader(stage.view);
    const line = lineShader(stage.view, style);
    const fills = () => new Tiles(stage, () => new Batch(flat, "triangle-list", 12, FLAT));
    const lines = () => new Tiles(stage, () => new Batch(line, "triangle-list", 20, ENDS, true));
    this.floors = new Tiles(stage, () => {
      const batch = new Batch(flat, "triangle-list", 12, FLAT);
      // Floors are opaque and large: not blending them is felt where pixels are computed by the processor.
      batch.mesh.state = opaque();
      return batch;
    });
    [this.regionFills, this.fills, this.placeFills] = [fills(), fills(), fills()];
    [this.floorLines, this.regionLines, this.lines, this.placeLines] = [lines(), lines(), lines(), lines()];
    stage.before.push(() => {
      style.uniforms.uWidth = linePixels(stage.camera.peek().scale) * stage.resolution;
      style.update();
      this.refresh();
      return null;
    });
  }

  /** Floors alone: they go under the map's layers. */
  get below(): Container {
    return this.floors.drawable;
  }

  get above(): Container[] {
    const tiles = [this.regionFills, this.fills, this.placeFills, this.floorLines, this.regionLines, this.lines, this.placeLines];
    return tiles.map(({ drawable }) => drawable);
  }

  theme(theme: Theme): void {
    this.look = theme;
    for (const { item } of [...this.drawn.values()]) this.put([item], []);
    this.stage.draw();
  }

  put(items: readonly Item[], removed: readonly number[]): void {
    for (const key of removed) this.takeOut(key);
    for (const item of items) this.takeOut(item.key);
    if (this.drawn.size + items.length > this.enough) this.tileAnew(items);
    for (const item of items) this.putIn(this.make(item));
  }

  clear(): void {
    for (const key of [...this.drawn.keys()]) this.takeOut(key);
    this.enough = 0;
    this.stage.draw();
  }

  /** Larger or smaller tiles, for as many items as there are and will be. */
  private tileAnew(coming: readonly Item[]): void {
    const all = [...this.drawn.values()];
    const boxes = [...all.map(({ box }) => box), ...coming.map(boxAround)];
    const edges = all.reduce((sum, { line }) => sum + line.length / 20, 0) + coming.reduce((sum, { rings }) => sum + rings.reduce((n, ring) => n + ring.length, 0), 0);
    if (boxes.length === 0) return;
    this.enough = 4 * boxes.length;
    for (const { item } of all) this.takeOut(item.key);
    this.tiling = new Tiling(boxes.reduce(joined), edges);
    for (const drawn of all) this.putIn({ ...drawn, tile: this.tileOf(drawn.item.kind, drawn.box) });
  }

  private tileOf(kind: ItemKind, [x0, y0, x1, y1]: Box): number {
    if (!isStanding(kind)) return kind === "floor" ? FLOORS : kind === "region" ? REGIONS : PLACES;
    return this.tiling.at((x0 + x1) / 2, (y0 + y1) / 2);
  }

  private putIn(drawn: Drawn): void {
    const { item, tile, box } = drawn;
    this.drawn.set(item.key, drawn);
    const members = this.tiles.get(tile) ?? new Map<number, Drawn>();
    this.tiles.set(tile, members.set(item.key, drawn));
    this.stale.add(tile);
    this.stage.draw(box);
  }

  private takeOut(key: number): void {
    const drawn = this.drawn.get(key);
    if (!drawn) return;
    this.drawn.delete(key);
    this.tiles.get(drawn.tile)?.delete(key);
    this.stale.add(drawn.tile);
    this.stage.draw(drawn.box);
  }

  /** Rebuilds the tiles in which something has changed. */
  private refresh(): void {
    for (const tile of this.stale) {
      const members = [...(this.tiles.get(tile)?.values() ?? [])];
      const [fills, lines] =
        tile === FLOORS ? [this.floors, this.floorLines]
        : tile === REGIONS ? [this.regionFills, this.regionLines]
        : tile === PLACES ? [this.placeFills, this.placeLines]
        : [this.fills, this.lines];
      if (members.length === 0) {
        fills.delete(tile);
        lines.delete(tile);
        continue;
      }
      const box = members.map((member) => member.box).reduce(joined);
      fills.set(tile, concatenated(members.map(({ fill }) => fill)), box);
      lines.set(tile, concatenated(members.map(({ line }) => line)), box);
    }
    this.stale.clear();
  }

  private make(item: Item): Drawn {
    const colours = COLOURS[this.look];
    const fill = fillOf(item, colours);
    const box = boxAround(item);
    return {
      item,
      box,
      tile: this.tileOf(item.kind, box),
      fill: !fill ? new Float32Array() : item.fill ? triangleVertices(item.fill, word(...fill)) : fillVertices(item.rings, word(...fill)),
      line: lineVertices(item.rings, item.kind !== "wall", word(edgeOf(item, colours))),
    };
  }
}

const boxAround = (item: Item): Box => boxOf(item.rings.flat()) ?? [0, 0, 0, 0];

function concatenated(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function triangleVertices(corners: readonly Point[], colour: number): Float32Array {
  const floats = new Float32Array(3 * corners.length);
  const words = new Uint32Array(floats.buffer);
  corners.forEach(([x, y], i) => {
    floats[3 * i] = x;
    floats[3 * i + 1] = y;
    words[3 * i + 2] = colour;
  });
  return floats;
}

function fillVertices(rings: Item["rings"], colour: number): Float32Array {
  const outer = rings[0];
  if (!outer || outer.length < 3) return new Float32Array();
  const places: number[] = [];
  const holes: number[] = [];
  rings.forEach((ring, i) => {
    if (i > 0) holes.push(places.length / 2);
    for (const [x, y] of ring) places.push(x, y);
  });
  const indices = earcut(places, holes, 2);
  const floats = new Float32Array(3 * indices.length);
  const words = new Uint32Array(floats.buffer);
  indices.forEach((corner, i) => {
    floats[3 * i] = places[2 * corner];
    floats[3 * i + 1] = places[2 * corner + 1];
    words[3 * i + 2] = colour;
  });
  return floats;
}

function lineVertices(rings: Item["rings"], closed: boolean, colour: number): Float32Array {
  const edges = rings.reduce((sum, ring) => sum + Math.max(0, closed ? ring.length : ring.length - 1), 0);
  const floats = new Float32Array(20 * edges);
  const words = new Uint32Array(floats.buffer);
  let at = 0;
  for (const ring of rings) {
    const count = closed ? ring.length : ring.length - 1;
    for (let i = 0; i < count; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
      for (let corner = 0; corner < 4; corner++, at += 5) {
        floats[at] = a[0];
        floats[at + 1] = a[1];
        floats[at + 2] = b[0];
        floats[at + 3] = b[1];
        words[at + 4] = colour;
      }
    }
  }
  return floats;
}
