// The crowd: each frame's bytes go to the graphics card as they came, or as they are on the way to the next.

import { Container, UniformGroup } from "pixi.js";
import type { Frame } from "../protocol/wire.ts";
import { Batch, opaque } from "./batch.ts";
import { between, follows } from "./between.ts";
import { COLOURS, floats, GROUPS, RAMP, type Theme } from "./palette.ts";
import { agentShader } from "./shaders.ts";
import type { Stage } from "./stage.ts";

/** An agent is never smaller than this on the screen; a large crowd is drawn finer, or it would be one blot. */
const leastPixels = (count: number): number => (count < 5000 ? 3.5 : 2);

export class AgentsView {
  /** Whether it is shown is up to whoever holds it; whether there is anybody, to the mesh inside. */
  readonly drawable = new Container();
  private readonly batch: Batch;
  private readonly stage: Stage;
  private readonly style = new UniformGroup({
    uBox: { value: new Float32Array(4), type: "vec4<f32>" },
    uGroups: { value: new Float32Array(GROUPS.flatMap(floats)), type: "vec3<f32>", size: 16 },
    // From the smallest radius to the largest, where sizes are what colours tell; else both 0.
    uRadii: { value: new Float32Array(2), type: "vec2<f32>" },
    uRamp: { value: new Float32Array(RAMP.flatMap(floats)), type: "vec3<f32>", size: 6 },
    // The colours of who knows and of who believes what is not so, where that is what colours tell; else the first is negative.
    uKnown: { value: new Float32Array([-1, 0, 0]), type: "vec3<f32>" },
    uMistaken: { value: new Float32Array(3), type: "vec3<f32>" },
    uLeast: { value: 2, type: "f32" },
    uSize: { value: 1, type: "f32" },
    uTrouble: { value: new Float32Array(3), type: "vec3<f32>" },
  });
  frame: Frame | null = null;
  private before: Frame | null = null;
  private cameAt = 0;
  /** How long from frame to frame, of late. */
  private interval = 100;
  private mixed = new Uint32Array();
  /** The colours that are set. */
  private colours = "";

  constructor(stage: Stage) {
    this.stage = stage;
    this.batch = new Batch(agentShader(stage.view, this.style), "point-list", 8, {
      place: { format: "unorm16x2", offset: 0 },
      turn: { format: "unorm8x2", offset: 4 },
      size: { format: "unorm8x2", offset: 6 },
    });
    // Discs are cut out, not blended: half the work where pixels are computed by the processor.
    this.batch.mesh.state = opaque();
    this.drawable.addChild(this.batch.mesh);
    stage.before.push((now) => this.walk(now));
    this.theme("light");
  }

  /** Smaller, so that what lies under them is seen. */
  dimmed(on: boolean): void {
    this.style.uniforms.uSize = on ? 0.4 : 1;
    this.resize();
    this.stage.draw();
  }

  /** A colour a group, or one by size between two radii, or one of two by what they know. */
  colour(groups: readonly string[], radii: readonly [number, number] | null, known: readonly [string, string] | null): void {
    const now = `${groups.join()} ${radii?.join() ?? ""} ${known?.join() ?? ""}`;
    // Every edit asks; few change anything, and a drawing of everything takes long.
    if (now === this.colours) return;
    this.colours = now;
    this.style.uniforms.uGroups.set(groups.slice(0, 16).flatMap(floats));
    this.style.uniforms.uRadii.set(radii ?? [0, 0]);
    this.style.uniforms.uKnown.set(known ? floats(known[0]) : [-1, 0, 0]);
    this.style.uniforms.uMistaken.set(floats((known ?? groups)[1]));
    this.style.update();
    this.stage.draw();
  }

  private resize(): void {
    const pixels = this.style.uniforms.uSize < 1 ? 1.2 : leastPixels(this.frame?.count ?? 0);
    this.style.uniforms.uLeast = pixels * this.stage.resolution;
    this.style.update();
  }

  theme(theme: Theme): void {
    this.style.uniforms.uTrouble.set(floats(COLOURS[theme].danger));
    this.style.update();
  }

  show(frame: Frame | null): void {
    const now = performance.now();
    const gap = now - this.cameAt;
    this.before = frame && this.frame && follows(this.frame, frame, gap) ? this.frame : null;
    if (this.before) this.interval = Math.min(0.7 * this.interval + 0.3 * gap, 2 * gap);
    this.cameAt = now;
    this.frame = frame;
    if (frame) {
      this.style.uniforms.uBox.set(frame.box);
      this.resize();
    }
    if (!this.before) this.batch.set(frame ? frame.words : new Uint32Array());
    // Where people are not shown, their walking is nothing to draw.
    if (this.drawable.visible) this.stage.draw();
  }

  /** Shows everyone on the way from the last frame to this one; once more, as long as they have not got there. */
  private walk(now: number): "all" | null {
    const { before, frame } = this;
    if (!before || !frame || !this.drawable.visible) return null;
    this.stage.draw();
    const t = Math.min(1, (now - this.cameAt) / this.interval);
    if (this.mixed.length !== frame.words.length) this.mixed = new Uint32Array(frame.words.length);
    between(before, frame, Math.max(0, t), this.mixed);
    this.batch.set(this.mixed, true);
    if (t < 1) return "all";
    this.before = null;
    return null;
  }
}
