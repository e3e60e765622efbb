// Meshes whose vertices are replaced as a whole: what a frame, a layer or the drawn items become.

import { Buffer, BufferUsage, Geometry, Mesh, type Shader, State } from "pixi.js";

type Words = Float32Array | Uint32Array;
type Format = "float32x2" | "float32x3" | "float32x4" | "unorm16x2" | "unorm8x2" | "unorm8x4";

export interface Attribute {
  format: Format;
  offset: number;
}

/** A mesh over one interleaved buffer. */
export class Batch {
  readonly mesh: Mesh<Geometry, Shader>;
  private readonly buffer: Buffer;
  private readonly empty: Words;
  private readonly quads: boolean;
  private indexed = 1;

  constructor(
    shader: Shader,
    topology: "triangle-list" | "line-list" | "point-list",
    stride: number,
    attributes: Record<string, Attribute>,
    quads = false,
  ) {
    // A buffer of no length cannot be made; one vertex of zeros, hidden, stands for none.
    this.empty = new Float32Array((stride / 4) * (quads ? 4 : 3));
    this.buffer = new Buffer({ data: this.empty, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    const geometry = new Geometry({
      topology,
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, { format, offset }]) => [
          name,
          { buffer: this.buffer, format, stride, offset },
        ]),
      ),
      ...(quads ? { indexBuffer: new Uint32Array([0, 1, 3, 1, 2, 3]) } : {}),
    });
    this.mesh = new Mesh({ geometry, shader });
    this.mesh.visible = false;
    this.quads = quads;
  }

  /** New vertices. They are not copied: who gives them lets go of them, or says that they are other ones `again`. */
  set(words: Words, again = false): void {
    this.mesh.visible = words.length > 0;
    if (words.length === 0) return;
    if (this.quads) this.index((words.length / this.empty.length) | 0);
    if (again && this.buffer.data === words) this.buffer.update();
    else this.buffer.data = words;
  }

  /** Corners of so many quads, 0 1 3 and 1 2 3 of each; grown by doubling since the indices never differ. */
  private index(quads: number): void {
    const buffer = this.mesh.geometry.indexBuffer;
    if (!buffer) return;
    if (quads !== this.indexed) {
      const indices = new Uint32Array(6 * quads);
      for (let i = 0; i < quads; i++) {
        const corner = 4 * i;
        indices.set([corner, corner + 1, corner + 3, corner + 1, corner + 2, corner + 3], 6 * i);
      }
      buffer.data = indices;
      this.indexed = quads;
    }
  }
}

/** How opaque things are drawn: over what was there, not mixed with it. */
export function opaque(): State {
  const state = State.for2d();
  state.blend = false;
  return state;
}
