// Grid lines behind the drawing, at distances that suit the scale.

import type { Container } from "pixi.js";
import { gridStep } from "../geometry/snap.ts";
import { Batch } from "./batch.ts";
import { visibleBox } from "./camera.ts";
import { COLOURS, type Theme, word } from "./palette.ts";
import { flatShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

export class GridView {
  private readonly batch: Batch;
  private readonly stage: Stage;
  private look: Theme = "light";
  private drawnFor = "";
  on = true;

  constructor(stage: Stage) {
    this.stage = stage;
    this.batch = new Batch(flatShader(stage.view), "line-list", 12, {
      place: { format: "float32x2", offset: 0 },
      tint: { format: "unorm8x4", offset: 8 },
    });
    stage.before.push(() => this.refresh());
  }

  get drawable(): Container {
    return this.batch.mesh;
  }

  theme(theme: Theme): void {
    this.look = theme;
    this.drawnFor = "";
    this.stage.draw();
  }

  show(on: boolean): void {
    this.on = on;
    this.drawnFor = "";
    this.stage.draw();
  }

  private refresh(): null {
    const camera = this.stage.camera.peek();
    const size = this.stage.size.peek();
    const step = gridStep(camera.scale);
    const [x0, y0, x1, y1] = visibleBox(camera, size).map((v) => Math.round(v / step));
    // Redrawn when the lines in sight are others, not at every pixel of movement.
    const key = [this.on, step, x0, y0, x1, y1].join();
    if (key === this.drawnFor) return null;
    this.drawnFor = key;
    if (!this.on) {
      this.batch.set(new Float32Array());
      return null;
    }
    const across = Math.min(x1 - x0 + 3, 600);
    const up = Math.min(y1 - y0 + 3, 600);
    const floats = new Float32Array(6 * (across + up));
    const words = new Uint32Array(floats.buffer);
    let at = 0;
    const line = (ax: number, ay: number, bx: number, by: number, strong: boolean): void => {
      const colour = word(COLOURS[this.look].gridLine, strong ? 1 : 0.55);
      for (const [x, y] of [[ax, ay], [bx, by]]) {
        floats[at] = x * step;
        floats[at + 1] = y * step;
        words[at + 2] = colour;
        at += 3;
      }
    };
    for (let i = 0; i < across; i++) line(x0 - 1 + i, y0 - 1, x0 - 1 + i, y1 + 1, (x0 - 1 + i) % 5 === 0);
    for (let i = 0; i < up; i++) line(x0 - 1, y0 - 1 + i, x1 + 1, y0 - 1 + i, (y0 - 1 + i) % 5 === 0);
    this.batch.set(floats);
    return null;
  }
}
