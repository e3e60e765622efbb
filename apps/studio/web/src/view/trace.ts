// A search under way: the tree of what it has expanded. All of it lies in one buffer, in the order of the steps, so that
// playing only shows more of it.

import { Container } from "pixi.js";
import type { Trace } from "../protocol/messages.ts";
import { Batch } from "./batch.ts";
import { RAMP, rampAt } from "./palette.ts";
import { flatShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

export class TraceView {
  readonly drawable = new Container();
  private readonly lines: Batch;
  private readonly stage: Stage;
  private made: { trace: Trace; vertices: Float32Array } | null = null;

  constructor(stage: Stage) {
    this.stage = stage;
    this.lines = new Batch(flatShader(stage.view), "line-list", 12, {
      place: { format: "float32x2", offset: 0 },
      tint: { format: "unorm8x4", offset: 8 },
    });
    this.drawable.addChild(this.lines.mesh);
  }

  /** The first so many steps; nothing without a trace. */
  show(trace: Trace | null, steps: number): void {
    if (trace && this.made?.trace !== trace) this.made = { trace, vertices: vertices(trace) };
    this.lines.set(trace && this.made ? this.made.vertices.subarray(0, 6 * steps) : new Float32Array());
    this.stage.draw();
  }
}

/** A segment a step, from the parent to the node, coloured by when it was; a start is a segment of no length. */
function vertices({ nodes, steps }: Trace): Float32Array {
  const floats = new Float32Array(6 * steps.length);
  const words = new Uint32Array(floats.buffer);
  steps.forEach(([node, parent], i) => {
    const to = nodes[node] ?? [0, 0];
    const from = nodes[parent ?? node] ?? to;
    floats.set([from[0], from[1], 0, to[0], to[1], 0], 6 * i);
    const [r, g, b] = rampAt(RAMP, i / steps.length);
    words[6 * i + 2] = words[6 * i + 5] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  });
  return floats;
}
