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

  /** It is not drawn any more, and its memory on the card is given back. */
  destroy(): void {
    const { geometry } = this.mesh;
    this.mesh.destroy();
    geometry.destroy(true);
  }

  private index(quads: number): void {
    const buffer = this.mesh.geometry.indexBuffer;
    if (!buffer || quads === this.indexed) return;
    buffer.data = cornersOf(quads);
    this.indexed = quads;
  }
}

let corners = new Uint32Array();

/** Corners of a number of quads, 0 1 3 and 1 2 3 of each; the same for all, so they are written once. */
function cornersOf(quads: number): Uint32Array {
  if (corners.length < 6 * quads) {
    corners = new Uint32Array(12 * quads);
    for (let i = 0, corner = 0; i < corners.length; i += 6, corner += 4) {
      corners[i] = corner;
      corners[i + 1] = corners[i + 3] = corner + 1;
      corners[i + 2] = corners[i + 5] = corner + 3;
      corners[i + 4] = corner + 2;
    }
  }
  return corners.subarray(0, 6 * quads);
}

/** How opaque things are drawn: over what was there, not mixed with it. */
export function opaque(): State {
  const state = State.for2d();
  state.blend = false;
  return state;
}
