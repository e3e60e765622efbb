// The map's inside: triangulation, clearance, axis and the rest, each as the server last said it. They lie in tiles, and only
// tiles that have changed are uploaded and drawn again: an edit changes few of them.

import { signal } from "@preact/signals";
import { Container, UniformGroup } from "pixi.js";
import { type Box, joined } from "../geometry/plane.ts";
import type { Layer, LayerName } from "../protocol/wire.ts";
import { Batch } from "./batch.ts";
import { COLOURS, floats, FORBIDDEN, RAMP, type Theme, WISHED } from "./palette.ts";
import { layerShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";
import { Tiles } from "./tiles.ts";
import { dealt, Tiling } from "./tiling.ts";

/** How long a changed region glows. */
const FLASH_MS = 900;

/** The ramp of wishes reaches this weight at least: a faint wish is not shown as a strong one. */
const LEAST_WEIGHT = 5;

interface Style {
  colour(theme: Theme): [string, number];
  /** Coloured by the vertices' values. */
  ramp: boolean;
}

/** Free cells of the grid, and from one half up blocked ones. */
const FREE_OR_BLOCKED = ["#4f9fc4", "#4f9fc4", "#4f9fc4", "#c9606b", "#c9606b", "#c9606b"];

/** Straight arcs of a shortest path map, and from one half up curved ones. */
export const STRAIGHT_OR_CURVED = ["#7f6fd0", "#7f6fd0", "#7f6fd0", "#d8433f", "#d8433f", "#d8433f"];

const RAMPS: Partial<Record<LayerName, readonly string[]>> = { grid: FREE_OR_BLOCKED, path_map: STRAIGHT_OR_CURVED, multiplier: WISHED };

const STYLES: Record<LayerName, Style> = {
  walls: { colour: (t) => [COLOURS[t].wall, 0.9], ramp: false },
  triangulation: { colour: (t) => [COLOURS[t].mesh, 0.9], ramp: false },
  clearance: { colour: () => ["#000000", 0.78], ramp: true },
  axis: { colour: () => ["#000000", 1], ramp: true },
  quadtree: { colour: (t) => [COLOURS[t].waiting, 0.55], ramp: false },
  quadtree_graph: { colour: (t) => [COLOURS[t].graph, 0.6], ramp: false },
  cells: { colour: (t) => [COLOURS[t].goal, 0.85], ramp: false },
  grid: { colour: () => ["#000000", 0.55], ramp: true },
  changed: { colour: () => ["#f2a33a", 0.55], ramp: false },
  outline: { colour: (t) => [COLOURS[t].obstacleEdge, 1], ramp: false },
  hybrid: { colour: (t) => [COLOURS[t].graph, 0.8], ramp: false },
  sampled: { colour: (t) => [COLOURS[t].accent, 0.55], ramp: false },
  path_map: { colour: () => ["#000000", 1], ramp: true },
  isochrone: { colour: (t) => [COLOURS[t].goal, 1], ramp: false },
  multiplier: { colour: () => ["#000000", 0.6], ramp: true },
  forbidden: { colour: () => [FORBIDDEN, 0.5], ramp: false },
};

/** Surfaces first, then lines over them, what has just changed on top. */
const ORDER: LayerName[] = [
  "multiplier", "forbidden", "clearance", "grid", "cells", "triangulation", "quadtree", "quadtree_graph", "axis",
  "hybrid", "sampled", "path_map", "isochrone", "outline", "walls", "changed",
];

const TOPOLOGY = { segments: "line-list", triangles: "triangle-list", points: "point-list" } as const;
const CORNERS = { segments: 2, triangles: 3, points: 1 } as const;

type LayerStyle = ReturnType<typeof newStyle>;

function newStyle(ramp: readonly string[]) {
  return new UniformGroup({
    uColour: { value: new Float32Array(4), type: "vec4<f32>" },
    uRange: { value: new Float32Array(2), type: "vec2<f32>" },
    uRamp: { value: new Float32Array(ramp.flatMap(floats)), type: "vec3<f32>", size: 6 },
    uSize: { value: 3, type: "f32" },
  });
}

interface Shown {
  tiles: Tiles;
  tiling: Tiling | null;
  style: LayerStyle;
}

/** What each layer consists of. */
const KINDS: Record<LayerName, Layer["kind"]> = {
  walls: "segments", triangulation: "segments", clearance: "triangles", axis: "segments", quadtree: "segments",
  quadtree_graph: "segments", cells: "segments", grid: "points", changed: "triangles", outline: "segments", hybrid: "segments",
  sampled: "segments", path_map: "segments", isochrone: "segments", multiplier: "triangles", forbidden: "triangles",
};

export class LayersView {
  readonly drawable = new Container();
  private readonly shown = new Map<LayerName, Shown>();
  private readonly stage: Stage;
  private look: Theme = "light";
  private flashedAt = 0;
  /** The side of a cell of the grid, in metres. */
  cell = 1;
  /** The clearance that the last colour of the ramp stands for. */
  private top = 0;
  /** The medial axis as it last came: segments of x, y and clearance. */
  readonly axis = signal<Float32Array | null>(null);
  /** The weight of wishes that the ends of their ramp stand for. */
  readonly largestWeight = signal(0);

  constructor(stage: Stage) {
    this.stage = stage;
    for (const name of ORDER) {
      const style = newStyle(RAMPS[name] ?? RAMP);
      const shader = layerShader(stage.view, style);
      const make = () => new Batch(shader, TOPOLOGY[KINDS[name]], 12, { vertex: { format: "float32x3", offset: 0 } });
      const tiles = new Tiles(stage, make, () => (name === "grid" ? this.cell : 0));
      this.shown.set(name, { tiles, tiling: null, style });
      this.drawable.addChild(tiles.drawable);
    }
    this.theme("light");
    const grid = this.shown.get("grid")?.style;
    grid?.uniforms.uRange.set([0, 1]);
    const arcs = this.shown.get("path_map")?.style;
    arcs?.uniforms.uRange.set([0, 1]);
    arcs?.update();
    stage.before.push((now) => {
      // Cells a little apart, so that they can be counted; never too small to be seen.
      const pixels = 0.86 * this.cell * stage.camera.peek().scale * stage.resolution;
      if (grid) grid.uniforms.uSize = Math.max(1, Math.min(256, pixels));
      grid?.update();
      return this.fade(now);
    });
  }

  get largestClearance(): number {
    return this.top;
  }

  theme(theme: Theme): void {
    this.look = theme;
    for (const [name, { style }] of this.shown) {
      const [hex, alpha] = STYLES[name].colour(theme);
      style.uniforms.uColour.set([...floats(hex), alpha]);
      style.update();
    }
    this.stage.draw();
  }

  /** Takes a layer; `world` is the box it lies in. */
  take(layer: Layer, world: Box): void {
    const shown = this.shown.get(layer.layer);
    if (!shown || layer.kind !== KINDS[layer.layer]) return;
    const corners = CORNERS[layer.kind];
    // What has just changed is small, and gone soon: one tile.
    if (layer.layer === "changed") shown.tiling = new Tiling(world, 0);
    else if (!shown.tiling || shown.tiles.isEmpty) shown.tiling = new Tiling(world, layer.vertices.length / 3 / corners);
    if (layer.layer === "axis") this.axis.value = layer.vertices;
    const tiles = dealt(layer.vertices, corners, shown.tiling);
    const changed = [...tiles].map(([tile, { words, box }]) => shown.tiles.set(tile, words, box));
    for (const tile of shown.tiles.tiles) if (!tiles.has(tile)) changed.push(shown.tiles.delete(tile));
    if (layer.layer === "clearance" || layer.layer === "axis") this.stretch(layer.vertices, layer.layer === "clearance");
    if (layer.layer === "multiplier") this.spread(layer.vertices);
    if (layer.layer === "changed") this.flashedAt = performance.now();
    const where = changed.filter((box) => box !== null);
    if (where.length > 0) this.stage.draw(where.reduce(joined));
  }

  /** Draws these and no others. */
  show(on: ReadonlySet<LayerName>): void {
    for (const [name, { tiles }] of this.shown) tiles.drawable.visible = on.has(name);
    this.stage.draw();
  }

  /** Nothing of another world. */
  clear(): void {
    for (const { tiles } of this.shown.values()) tiles.clear();
    this.axis.value = null;
    this.stage.draw();
  }

  /** The ramp ends at the widest place seen; by halves of powers of two, so that an edit seldom changes every colour. */
  private stretch(vertices: Float32Array, rescale: boolean): void {
    let most = rescale ? 0 : this.top;
    for (let i = 2; i < vertices.length; i += 3) if (vertices[i] > most) most = vertices[i];
    if (most <= 0) return;
    const power = 2 ** Math.floor(Math.log2(most));
    const before = this.top;
    this.top = most <= power ? power : most <= 1.5 * power ? 1.5 * power : 2 * power;
    if (this.top !== before) this.stage.draw();
    for (const name of ["clearance", "axis"] as const) {
      const style = this.shown.get(name)?.style;
      style?.uniforms.uRange.set([0, this.top]);
      style?.update();
    }
  }

  /** The ramp of wishes ends at the largest weight that is felt somewhere; what neither repels nor attracts is in its middle. */
  private spread(vertices: Float32Array): void {
    let most = LEAST_WEIGHT;
    for (let i = 2; i < vertices.length; i += 3) most = Math.max(most, Math.abs(vertices[i]));
    if (most === this.largestWeight.value) return;
    this.largestWeight.value = most;
    const style = this.shown.get("multiplier")?.style;
    style?.uniforms.uRange.set([-most, most]);
    style?.update();
    this.stage.draw();
  }

  private fade(now: number): Box | null {
    const shown = this.shown.get("changed");
    const where = shown?.tiles.box ?? null;
    if (!shown || !where) return null;
    const left = 1 - (now - this.flashedAt) / FLASH_MS;
    this.stage.draw(where);
    if (left <= 0) {
      shown.tiles.clear();
      return null;
    }
    const [hex, alpha] = STYLES.changed.colour(this.look);
    shown.style.uniforms.uColour.set([...floats(hex), alpha * left]);
    shown.style.update();
    return where;
  }
}
