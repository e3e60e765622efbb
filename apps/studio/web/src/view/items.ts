// What was drawn: floors, obstacles, walls, sources, goals, waiting places. Each item's triangles are kept, so that an
// edit triangulates one outline and only copies the others.

import { type Container, earcut, UniformGroup } from "pixi.js";
import type { Item, ItemKind } from "../protocol/messages.ts";
import { Batch, opaque } from "./batch.ts";
import { COLOURS, edgeOf, fillOf, type Theme, word } from "./palette.ts";
import { flatShader, lineShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

interface Drawn {
  item: Item;
  /** x, y, colour a corner. */
  fill: Float32Array;
  /** Both ends and the colour at each of a line's four corners. */
  line: Float32Array;
}

/** Outlines of a whole city would run together if they were as bold as those of a room. */
const linePixels = (scale: number): number => (scale < 5 ? 1 : 2);
const FLAT = { place: { format: "float32x2", offset: 0 }, tint: { format: "unorm8x4", offset: 8 } } as const;

/** Floors lie under everything, people's places over obstacles. */
const DEPTH: Record<ItemKind, number> = { floor: 0, obstacle: 1, wall: 2, source: 3, goal: 3, waiting: 3 };

export class ItemsView {
  private readonly floors: Batch;
  private readonly fills: Batch;
  private readonly lines: Batch;
  private readonly drawn = new Map<number, Drawn>();
  private readonly stage: Stage;
  private look: Theme = "light";
  private stale = false;

  constructor(stage: Stage) {
    this.stage = stage;
    const style = new UniformGroup({ uWidth: { value: 2, type: "f32" } });
    this.floors = new Batch(flatShader(stage.view), "triangle-list", 12, FLAT);
    // Floors are opaque and large: not blending them is felt where pixels are computed by the processor.
    this.floors.mesh.state = opaque();
    this.fills = new Batch(flatShader(stage.view), "triangle-list", 12, FLAT);
    const ends = { ends: { format: "float32x4", offset: 0 }, tint: { format: "unorm8x4", offset: 16 } } as const;
    this.lines = new Batch(lineShader(stage.view, style), "triangle-list", 20, ends, true);
    stage.before.push(() => {
      style.uniforms.uWidth = linePixels(stage.camera.peek().scale) * stage.resolution;
      style.update();
      return this.refresh();
    });
  }

  /** Floors alone: they go under the map's layers. */
  get below(): Container {
    return this.floors.mesh;
  }

  get above(): Container[] {
    return [this.fills.mesh, this.lines.mesh];
  }

  theme(theme: Theme): void {
    this.look = theme;
    for (const { item } of this.drawn.values()) this.drawn.set(item.key, this.make(item));
    this.touch();
  }

  put(items: readonly Item[], removed: readonly number[]): void {
    for (const key of removed) this.drawn.delete(key);
    for (const item of items) this.drawn.set(item.key, this.make(item));
    this.touch();
  }

  clear(): void {
    this.drawn.clear();
    this.touch();
  }

  private touch(): void {
    this.stale = true;
    this.stage.draw();
  }

  private refresh(): boolean {
    if (!this.stale) return false;
    this.stale = false;
    const all = [...this.drawn.values()].sort((a, b) => DEPTH[a.item.kind] - DEPTH[b.item.kind]);
    this.floors.set(joined(all.filter((d) => d.item.kind === "floor").map((d) => d.fill)));
    this.fills.set(joined(all.filter((d) => d.item.kind !== "floor").map((d) => d.fill)));
    this.lines.set(joined(all.map((d) => d.line)));
    return false;
  }

  private make(item: Item): Drawn {
    const colours = COLOURS[this.look];
    const fill = fillOf(item.kind, colours);
    return {
      item,
      fill: fill ? fillVertices(item.rings, word(...fill)) : new Float32Array(),
      line: lineVertices(item.rings, item.kind !== "wall", word(edgeOf(item.kind, colours))),
    };
  }
}

function joined(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
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
