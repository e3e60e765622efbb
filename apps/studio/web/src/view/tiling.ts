// The world cut into square tiles: what lies in one is uploaded together, and drawn only where that tile is drawn. Pure.

import type { Box } from "../geometry/plane.ts";

/** The usual number of lines or triangles in a tile: with fewer there are too many draws, with more an edit uploads too much. */
const A_TILE = 600;
const MOST_ACROSS = 8;

export class Tiling {
  readonly across: number;
  private readonly box: Box;

  /** Tiles over a box in which a number of things lie, evenly as far as is known. */
  constructor(box: Box, things: number) {
    this.box = box;
    this.across = Math.max(1, Math.min(MOST_ACROSS, Math.round(Math.sqrt(things / A_TILE))));
  }

  /** The tile of a place; places outside belong to the nearest one. */
  at(x: number, y: number): number {
    const [x0, y0, x1, y1] = this.box;
    const cell = (share: number) => Math.max(0, Math.min(this.across - 1, Math.floor(share * this.across) || 0));
    return cell((y - y0) / (y1 - y0)) * this.across + cell((x - x0) / (x1 - x0));
  }
}

export interface Tile {
  words: Float32Array;
  box: Box;
}

/**
 * Deals things out to the tiles their middles lie in. Each thing has `corners` vertices of x, y and a value; within a tile
 * they keep their order, so that a tile in which nothing has changed comes out as it was.
 */
export function dealt(vertices: Float32Array, corners: number, tiling: Tiling): Map<number, Tile> {
  const size = 3 * corners;
  const things = Math.floor(vertices.length / size);
  const tileOf = new Uint8Array(things);
  const counts = new Uint32Array(tiling.across * tiling.across);
  for (let i = 0; i < things; i++) {
    let [x, y] = [0, 0];
    for (let k = i * size; k < (i + 1) * size; k += 3) {
      x += vertices[k];
      y += vertices[k + 1];
    }
    const tile = tiling.at(x / corners, y / corners);
    tileOf[i] = tile;
    counts[tile]++;
  }
  const tiles: { words: Float32Array; box: [number, number, number, number]; filled: number }[] = [];
  for (const count of counts) tiles.push({ words: new Float32Array(count * size), box: [Infinity, Infinity, -Infinity, -Infinity], filled: 0 });
  for (let i = 0; i < things; i++) {
    const tile = tiles[tileOf[i]];
    const { words, box } = tile;
    for (let k = i * size; k < (i + 1) * size; k += 3) {
      const [x, y] = [vertices[k], vertices[k + 1]];
      words[tile.filled++] = x;
      words[tile.filled++] = y;
      words[tile.filled++] = vertices[k + 2];
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
  }
  return new Map(tiles.map((tile, i) => [i, tile] as const).filter(([, { words }]) => words.length > 0));
}

/** Are these the same bits? */
export function same(a: Float32Array, b: Float32Array): boolean {
  if (a.length !== b.length) return false;
  const [x, y] = [a, b].map((words) => new Uint32Array(words.buffer, words.byteOffset, words.length));
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}
