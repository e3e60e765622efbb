// Density as heat: a small picture of the grid, stretched over the world.

import { Sprite, Texture } from "pixi.js";
import type { Density } from "../protocol/wire.ts";
import { HEAT, rampAt } from "./palette.ts";
import type { Stage } from "./stage.ts";

/** People per m² at which the last colour is reached: beyond, a crowd hardly moves. */
export const DENSEST = 4;
const PER_UNIT = 25;

export class DensityView {
  readonly drawable = new Sprite(Texture.EMPTY);
  private readonly canvas = document.createElement("canvas");
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
    this.drawable.visible = false;
  }

  take(density: Density): void {
    const { columns, rows } = density;
    const context = this.canvas.getContext("2d");
    if (!context || columns === 0 || rows === 0) return;
    const resized = this.canvas.width !== columns || this.canvas.height !== rows;
    if (resized) [this.canvas.width, this.canvas.height] = [columns, rows];
    const image = context.createImageData(columns, rows);
    for (let i = 0; i < columns * rows; i++) {
      const crowding = density.values[i] / PER_UNIT / DENSEST;
      if (crowding === 0) continue;
      const [r, g, b] = rampAt(HEAT, crowding);
      image.data.set([r, g, b, 150 + 80 * Math.min(1, 2 * crowding)], 4 * i);
    }
    context.putImageData(image, 0, 0);
    if (resized || this.drawable.texture === Texture.EMPTY) {
      this.drawable.texture.destroy(this.drawable.texture !== Texture.EMPTY);
      this.drawable.texture = Texture.from(this.canvas, true);
    } else {
      this.drawable.texture.source.update();
    }
    this.drawable.position.set(density.min[0], density.min[1]);
    this.drawable.setSize(columns * density.cell, rows * density.cell);
    this.drawable.visible = true;
    this.stage.draw();
  }

  hide(): void {
    this.drawable.visible = false;
    this.stage.draw();
  }
}
