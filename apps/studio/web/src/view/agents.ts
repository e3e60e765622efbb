// The crowd: each frame's bytes go to the graphics card as they came.

import { Container, UniformGroup } from "pixi.js";
import type { Frame } from "../protocol/wire.ts";
import { Batch, opaque } from "./batch.ts";
import { COLOURS, floats, GROUPS, type Theme } from "./palette.ts";
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
    uLeast: { value: 2, type: "f32" },
    uTrouble: { value: new Float32Array(3), type: "vec3<f32>" },
  });
  frame: Frame | null = null;

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
    this.theme("light");
  }


  theme(theme: Theme): void {
    this.style.uniforms.uTrouble.set(floats(COLOURS[theme].danger));
    this.style.update();
  }

  show(frame: Frame | null): void {
    this.frame = frame;
    if (frame) {
      this.style.uniforms.uBox.set(frame.box);
      this.style.uniforms.uLeast = leastPixels(frame.count) * this.stage.resolution;
      this.style.update();
    }
    this.batch.set(frame ? frame.words : new Uint32Array());
    this.stage.draw();
  }
}
