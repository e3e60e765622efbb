// A search under way: the tree of what it has expanded, its open and its closed list. The tree lies in one buffer, in the order
// of the steps, so that playing only shows more of it.

import { Container } from "pixi.js";
import { listsAt } from "../geometry/search_lists.ts";
import type { Trace } from "../protocol/messages.ts";
import { Batch } from "./batch.ts";
import { RAMP, rampAt, word } from "./palette.ts";
import { flatShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

/** What waits, what was expanded, and what a repair expanded. */
export const LIST_COLOURS = { open: "#d98032", closed: "#2f7fb5", again: "#b5628f" } as const;

/** Nodes are as large as this share of the usual distance between them, within these bounds in pixels. */
const SHARE = 0.3;
const PIXELS = [1.2, 5] as const;

export class TraceView {
  readonly drawable = new Container();
  private readonly lines: Batch;
  private readonly nodes: Batch;
  private readonly stage: Stage;
  private made: { trace: Trace; vertices: Float32Array; spacing: number } | null = null;
  private shown = 0;
  private drawnAt = 0;

  constructor(stage: Stage) {
    this.stage = stage;
    const attributes = { place: { format: "float32x2", offset: 0 }, tint: { format: "unorm8x4", offset: 8 } } as const;
    this.lines = new Batch(flatShader(stage.view), "line-list", 12, attributes);
    this.nodes = new Batch(flatShader(stage.view), "triangle-list", 12, attributes, true);
    this.drawable.addChild(this.lines.mesh, this.nodes.mesh);
    stage.before.push(() => {
      if (this.made && this.drawnAt !== stage.camera.peek().scale) this.showNodes();
      return null;
    });
  }

  /** The first `steps` steps; nothing without a trace. */
  show(trace: Trace | null, steps: number): void {
    if (trace && this.made?.trace !== trace) this.made = { trace, vertices: vertices(trace), spacing: spacing(trace) };
    if (!trace) this.made = null;
    this.shown = steps;
    this.lines.set(this.made ? this.made.vertices.subarray(0, 6 * steps) : new Float32Array());
    this.showNodes();
    this.stage.draw();
  }

  private showNodes(): void {
    const scale = this.stage.camera.peek().scale;
    this.drawnAt = scale;
    if (!this.made || this.shown === 0) return this.nodes.set(new Float32Array());
    const half = Math.min(PIXELS[1] / scale, Math.max(PIXELS[0] / scale, SHARE * this.made.spacing));
    this.nodes.set(squares(this.made.trace, this.shown, half));
  }
}

/** A square a node of the lists, what waits on top. */
function squares(trace: Trace, shown: number, half: number): Float32Array {
  const lists = listsAt(trace, shown);
  const all = [["closed", lists.closed], ["again", lists.again], ["open", lists.open]] as const;
  const floats = new Float32Array(12 * all.reduce((sum, [, nodes]) => sum + nodes.length, 0));
  const words = new Uint32Array(floats.buffer);
  let at = 0;
  for (const [name, nodes] of all) {
    const tint = word(LIST_COLOURS[name], name === "closed" ? 0.75 : 1);
    for (const node of nodes) {
      const [x, y] = trace.nodes[node] ?? [0, 0];
      for (const [dx, dy] of [[-half, -half], [half, -half], [half, half], [-half, half]]) {
        floats[at] = x + dx;
        floats[at + 1] = y + dy;
        words[at + 2] = tint;
        at += 3;
      }
    }
  }
  return floats;
}

/** The usual distance between nodes that follow each other. */
function spacing({ nodes, steps, edit }: Trace): number {
  if (edit) return edit.cell;
  const lengths = steps.slice(0, 2000).flatMap(([node, parent]) => {
    const [a, b] = [nodes[node], nodes[parent ?? node]];
    return a && b && a !== b ? [Math.hypot(a[0] - b[0], a[1] - b[1])] : [];
  });
  return lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 1;
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
