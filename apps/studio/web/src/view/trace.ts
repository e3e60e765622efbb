// A search under way: the tree of what it has expanded. All of it lies in one buffer, in the order of the steps, so that
// playing only shows more of it.

import { Container } from "pixi.js";
import type { Trace } from "../protocol/messages.ts";
import { Batch } from "./batch.ts";
import { COLOURS, type Theme, word } from "./palette.ts";
import { flatShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

export class TraceView {
  readonly drawable = new Container();
  private readonly lines: Batch;
  private readonly stage: Stage;
  private look: Theme = "light";
  private made: { trace: Trace; look: Theme; vertices: Float32Array } | null = null;

  constructor(stage: Stage) {
    this.stage = stage;
    this.lines = new Batch(flatShader(stage.view), "line-list", 12, {
      place: { format: "float32x2", offset: 0 },
      tint: { format: "unorm8x4", offset: 8 },
    });
    this.drawable.addChild(this.lines.mesh);
  }

  theme(theme: Theme): void {
    this.look = theme;
  }

  /** The first so many steps; nothing without a trace. */
  show(trace: Trace | null, steps: number): void {
    if (trace && (this.made?.trace !== trace || this.made.look !== this.look)) {
      this.made = { trace, look: this.look, vertices: vertices(trace, COLOURS[this.look].graph) };
    }
    this.lines.set(trace && this.made ? this.made.vertices.subarray(0, 6 * steps) : new Float32Array());
    this.stage.draw();
  }
}

/** A segment a step, from the parent to the node; a start is a segment of no length. */
function vertices({ nodes, steps }: Trace, colour: string): Float32Array {
  const floats = new Float32Array(6 * steps.length);
  const words = new Uint32Array(floats.buffer);
  const tint = word(colour, 0.8);
  steps.forEach(([node, parent], i) => {
    const to = nodes[node] ?? [0, 0];
    const from = nodes[parent ?? node] ?? to;
    floats.set([from[0], from[1], 0, to[0], to[1], 0], 6 * i);
    words[6 * i + 2] = words[6 * i + 5] = tint;
  });
  return floats;
}
