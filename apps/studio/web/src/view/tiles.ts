// Meshes that lie in tiles, each with the box it covers, so that a drawing of a part leaves out those that are elsewhere.

import { Container } from "pixi.js";
import { type Box, joined } from "../geometry/plane.ts";
import type { Batch } from "./batch.ts";
import type { Stage } from "./stage.ts";
import { same } from "./tiling.ts";

interface Held {
  batch: Batch;
  words: Float32Array;
  box: Box;
}

export class Tiles {
  readonly drawable = new Container();
  private readonly held = new Map<number, Held>();
  private readonly make: () => Batch;
  private readonly reach: () => number;

  /** `reach`: how far things are drawn beyond their places, in metres; a few pixels are known of anyway. */
  constructor(stage: Stage, make: () => Batch, reach = () => 0) {
    this.make = make;
    this.reach = reach;
    stage.cull.push((part) => {
      for (const { batch, box } of this.held.values()) {
        batch.mesh.renderable = part === "all" || (box[0] <= part[2] && box[2] >= part[0] && box[1] <= part[3] && box[3] >= part[1]);
      }
    });
  }

  get isEmpty(): boolean {
    return this.held.size === 0;
  }

  /** What a tile holds from now on. Returns where that is another picture than before; null where it is the same. */
  set(tile: number, words: Float32Array, box: Box): Box | null {
    const before = this.held.get(tile);
    if (before && same(before.words, words)) return null;
    const batch = before?.batch ?? this.make();
    if (!before) this.drawable.addChild(batch.mesh);
    batch.set(words);
    const reach = this.reach();
    const around: Box = [box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach];
    this.held.set(tile, { batch, words, box: around });
    return joined(before?.box ?? around, around);
  }

  /** Takes a tile away. Returns where it was. */
  delete(tile: number): Box | null {
    const before = this.held.get(tile);
    if (!before) return null;
    before.batch.destroy();
    this.held.delete(tile);
    return before.box;
  }

  clear(): void {
    for (const tile of this.tiles) this.delete(tile);
  }

  get tiles(): number[] {
    return [...this.held.keys()];
  }

  /** The box around all of it; null around nothing. */
  get box(): Box | null {
    const boxes = [...this.held.values()].map(({ box }) => box);
    return boxes.length > 0 ? boxes.reduce(joined) : null;
  }
}
