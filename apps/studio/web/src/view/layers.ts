// The map's inside: triangulation, clearance, axis and the rest, each a mesh of what the server last said of it.

import { Container, UniformGroup } from "pixi.js";
import type { Layer, LayerName } from "../protocol/wire.ts";
import { Batch } from "./batch.ts";
import { COLOURS, floats, RAMP, type Theme } from "./palette.ts";
import { layerShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

/** How long a changed region glows. */
const FLASH_MS = 900;

interface Style {
  colour(theme: Theme): [string, number];
  /** Coloured by the vertices' values. */
  ramp: boolean;
}

/** Free cells of the grid, and from one half up blocked ones. */
const FREE_OR_BLOCKED = ["#4f9fc4", "#4f9fc4", "#4f9fc4", "#c9606b", "#c9606b", "#c9606b"];

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
};

/** Surfaces first, then lines over them, what has just changed on top. */
const ORDER: LayerName[] = [
  "clearance", "grid", "cells", "triangulation", "quadtree", "quadtree_graph", "axis",
  "outline", "walls", "changed",
];

const TOPOLOGY = { segments: "line-list", triangles: "triangle-list", points: "point-list" } as const;

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
  parts: Batch[];
  style: LayerStyle;
  holder: Container;
}

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

  constructor(stage: Stage) {
    this.stage = stage;
    for (const name of ORDER) {
      const shown: Shown = { parts: [], style: newStyle(name === "grid" ? FREE_OR_BLOCKED : RAMP), holder: new Container() };
      this.shown.set(name, shown);
      this.drawable.addChild(shown.holder);
    }
    this.theme("light");
    const grid = this.shown.get("grid")?.style;
    grid?.uniforms.uRange.set([0, 1]);
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

  take(layer: Layer): void {
    const shown = this.shown.get(layer.layer);
    if (!shown) return;
    if (layer.replaces) this.clear(shown);
    const batch = new Batch(layerShader(this.stage.view, shown.style), TOPOLOGY[layer.kind], 12, {
      vertex: { format: "float32x3", offset: 0 },
    });
    batch.set(layer.vertices);
    shown.parts.push(batch);
    shown.holder.addChild(batch.mesh);
    if (layer.layer === "clearance" || layer.layer === "axis") this.stretch(layer.vertices, layer.replaces && layer.layer === "clearance");
    if (layer.layer === "changed") this.flashedAt = performance.now();
    this.stage.draw();
  }

  /** Draws these and no others. */
  show(on: ReadonlySet<LayerName>): void {
    for (const [name, { holder }] of this.shown) holder.visible = on.has(name);
    this.stage.draw();
  }

  forget(name: LayerName): void {
    const shown = this.shown.get(name);
    if (shown) this.clear(shown);
  }

  private clear(shown: Shown): void {
    for (const { mesh } of shown.parts) mesh.destroy();
    shown.parts = [];
  }

  /** The ramp ends at the widest place seen; by halves of powers of two, so that an edit seldom changes every colour. */
  private stretch(vertices: Float32Array, anew: boolean): void {
    let most = anew ? 0 : this.top;
    for (let i = 2; i < vertices.length; i += 3) if (vertices[i] > most) most = vertices[i];
    if (most <= 0) return;
    const power = 2 ** Math.floor(Math.log2(most));
    this.top = most <= power ? power : most <= 1.5 * power ? 1.5 * power : 2 * power;
    for (const name of ["clearance", "axis"] as const) {
      const style = this.shown.get(name)?.style;
      style?.uniforms.uRange.set([0, this.top]);
      style?.update();
    }
  }

  private fade(now: number): boolean {
    const shown = this.shown.get("changed");
    if (!shown || shown.parts.length === 0) return false;
    const left = 1 - (now - this.flashedAt) / FLASH_MS;
    if (left <= 0) {
      this.clear(shown);
      return false;
    }
    const [hex, alpha] = STYLES.changed.colour(this.look);
    shown.style.uniforms.uColour.set([...floats(hex), alpha * left]);
    shown.style.update();
    return true;
  }
}
