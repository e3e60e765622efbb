// Where people were in the last seconds: lines that fade away from them.

import type { Point } from "../geometry/plane.ts";
import { Batch } from "./batch.ts";
import { COLOURS, rgb, type Theme } from "./palette.ts";
import { flatShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

export class TrailsView {
  private readonly lines: Batch;
  private readonly stage: Stage;
  private colour = COLOURS.light.accent;

  constructor(stage: Stage) {
    this.stage = stage;
    this.lines = new Batch(flatShader(stage.view), "line-list", 12, {
      place: { format: "float32x2", offset: 0 },
      tint: { format: "unorm8x4", offset: 8 },
    });
  }

  get drawable() {
    return this.lines.mesh;
  }

  theme(theme: Theme): void {
    this.colour = COLOURS[theme].accent;
  }

  /** Lines from where people are back to where they were; none takes them away. */
  show(trails: readonly Point[][]): void {
    const segments = trails.reduce((sum, line) => sum + Math.max(0, line.length - 1), 0);
    // Where there were none and are none, nothing is to be drawn.
    if (segments === 0 && !this.lines.mesh.visible) return;
    const floats = new Float32Array(6 * segments);
    const words = new Uint32Array(floats.buffer);
    const [r, g, b] = rgb(this.colour);
    const tint = (left: number) => ((Math.round(220 * left) << 24) | (b << 16) | (g << 8) | r) >>> 0;
    let at = 0;
    for (const line of trails) {
      for (let i = 1; i < line.length; i++) {
        floats.set([line[i - 1][0], line[i - 1][1], 0, line[i][0], line[i][1], 0], at);
        words[at + 2] = tint(1 - (i - 1) / (line.length - 1));
        words[at + 5] = tint(1 - i / (line.length - 1));
        at += 6;
      }
    }
    this.lines.set(floats);
    this.stage.draw();
  }
}
