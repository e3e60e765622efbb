// Drawings of CAD programs (DXF, the text form): lines, polylines with bulges, arcs, circles and blocks, by layer. Pure; whatever
// the bytes, it answers or says why not.

import type { Point } from "./plane.ts";

export interface DxfLine {
  layer: string;
  points: Point[];
}

export interface Drawing {
  /** In metres, if the file says its unit; else in its own. */
  lines: DxfLine[];
  /** Metres a unit of the file; null where it does not say. */
  unit: number | null;
  /** Kinds of entities that were left out, and how many. */
  skipped: Map<string, number>;
}

/** What a file may hold at most. */
const MOST_POINTS = 400_000;
const MOST_PAIRS = 20_000_000;
const DEEPEST = 8;
/** The largest angle between corners of a flattened arc. */
const ARC_STEP = Math.PI / 16;

/** $INSUNITS: metres a unit. */
const UNITS: Record<number, number> = { 1: 0.0254, 2: 0.3048, 4: 0.001, 5: 0.01, 6: 1, 7: 1000, 14: 0.1 };

interface Entity {
  kind: string;
  /** Codes and their values, in order. */
  pairs: [number, string][];
}

interface Block {
  base: Point;
  entities: Entity[];
}

type Placing = (p: Point) => Point;

export class NotADrawing extends Error {}

export function parseDxf(text: string): Drawing {
  if (text.startsWith("AutoCAD Binary DXF")) throw new NotADrawing("this is a binary DXF; save it as text (ASCII)");
  const { header, blocks, entities } = sections(text);
  const code = Number(header.get("$INSUNITS") ?? "0");
  const unit = UNITS[code] ?? null;
  const drawing: Drawing = { lines: [], unit, skipped: new Map() };
  const scale = unit ?? 1;
  const work = { drawing, blocks, points: 0 };
  for (const entity of entities) draw(work, entity, ([x, y]) => [x * scale, y * scale], 0, null);
  if (drawing.lines.length === 0) throw new NotADrawing("there are no lines, polylines, arcs or circles in it");
  return drawing;
}

interface Read {
  header: Map<string, string>;
  blocks: Map<string, Block>;
  entities: Entity[];
}

function sections(text: string): Read {
  const read: Read = { header: new Map(), blocks: new Map(), entities: [] };
  const rows = text.split(/\r\n|\r|\n/);
  if (rows.length > 2 * MOST_PAIRS) throw new NotADrawing("it is too large");
  let section = "";
  let variable = "";
  let block: Block | null = null;
  let blockName = "";
  let entity: Entity | null = null;
  let any = false;
  for (let i = 0; i + 1 < rows.length; i += 2) {
    const code = Number(rows[i].trim());
    if (!Number.isInteger(code) || rows[i].trim() === "") throw new NotADrawing(`line ${i + 1} should be a group code`);
    const value = rows[i + 1].trim();
    if (code === 0) {
      any = true;
      entity = null;
      if (value === "SECTION") section = "?";
      else if (value === "ENDSEC") section = "";
      else if (section === "BLOCKS" && value === "BLOCK") block = { base: [0, 0], entities: [] };
      else if (section === "BLOCKS" && value === "ENDBLK") {
        if (block && blockName) read.blocks.set(blockName, block);
        [block, blockName] = [null, ""];
      } else if (section === "ENTITIES" || (section === "BLOCKS" && block)) {
        entity = { kind: value, pairs: [] };
        (section === "ENTITIES" ? read.entities : (block as Block).entities).push(entity);
      }
    } else if (section === "?" && code === 2) section = value;
    else if (section === "HEADER" && code === 9) variable = value;
    else if (section === "HEADER") read.header.set(variable, value);
    else if (entity) entity.pairs.push([code, value]);
    else if (block && code === 2) blockName = value;
    else if (block && code === 10) block.base = [number(value), block.base[1]];
    else if (block && code === 20) block.base = [block.base[0], number(value)];
  }
  if (!any) throw new NotADrawing("it does not begin as a DXF does");
  return { ...read, entities: joinVertices(read.entities), blocks: new Map([...read.blocks].map(([name, b]) => [name, { ...b, entities: joinVertices(b.entities) }])) };
}

/** A POLYLINE of old has its corners as entities of their own behind it. */
function joinVertices(entities: Entity[]): Entity[] {
  const joined: Entity[] = [];
  let line: Entity | null = null;
  for (const entity of entities) {
    if (entity.kind === "POLYLINE") {
      line = { kind: "LWPOLYLINE", pairs: entity.pairs.filter(([code]) => code === 8 || code === 70) };
      joined.push(line);
    } else if (entity.kind === "VERTEX" && line) line.pairs.push(...entity.pairs.filter(([code]) => code === 10 || code === 20 || code === 42));
    else if (entity.kind === "SEQEND") line = null;
    else joined.push(entity);
  }
  return joined;
}

const number = (text: string | undefined): number => {
  const value = Number(text);
  return text !== undefined && text !== "" && Number.isFinite(value) ? value : 0;
};
const first = ({ pairs }: Entity, code: number): string | undefined => pairs.find(([c]) => c === code)?.[1];
const point = (entity: Entity, x: number, y: number): Point => [number(first(entity, x)), number(first(entity, y))];

interface Work {
  drawing: Drawing;
  blocks: Map<string, Block>;
  points: number;
}

function draw(work: Work, entity: Entity, place: Placing, depth: number, around: string | null): void {
  const own = first(entity, 8) ?? "0";
  // What lies on layer 0 of a block is on the layer that the block is put on.
  const layer = own === "0" && around !== null ? around : own;
  const add = (points: Point[]): void => {
    const placed = points.map(place).filter(([x, y]) => Math.abs(x) < 1e7 && Math.abs(y) < 1e7);
    if (placed.length < 2) return;
    work.points += placed.length;
    if (work.points > MOST_POINTS) throw new NotADrawing(`it has more than ${MOST_POINTS.toLocaleString("en-US")} corners`);
    work.drawing.lines.push({ layer, points: placed });
  };
  switch (entity.kind) {
    case "LINE": return add([point(entity, 10, 20), point(entity, 11, 21)]);
    case "LWPOLYLINE": return add(polyline(entity));
    case "CIRCLE": return add(arc(point(entity, 10, 20), number(first(entity, 40)), 0, 2 * Math.PI));
    case "ARC": {
      const [from, to] = [50, 51].map((code) => (number(first(entity, code)) * Math.PI) / 180);
      return add(arc(point(entity, 10, 20), number(first(entity, 40)), from, to <= from ? to + 2 * Math.PI : to));
    }
    case "INSERT": return insert(work, entity, place, depth, layer);
    default:
      work.drawing.skipped.set(entity.kind, (work.drawing.skipped.get(entity.kind) ?? 0) + 1);
  }
}

function insert(work: Work, entity: Entity, place: Placing, depth: number, layer: string): void {
  const block = work.blocks.get(first(entity, 2) ?? "");
  if (!block || depth >= DEEPEST) return;
  const at = point(entity, 10, 20);
  const [sx, sy] = [41, 42].map((code) => number(first(entity, code) ?? "1") || 1);
  const angle = (number(first(entity, 50)) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const inside: Placing = ([x, y]) => {
    const [dx, dy] = [(x - block.base[0]) * sx, (y - block.base[1]) * sy];
    return place([at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos]);
  };
  for (const part of block.entities) {
    // A block in itself, many times at each level, would never end.
    if (++work.points > MOST_POINTS) throw new NotADrawing(`it has more than ${MOST_POINTS.toLocaleString("en-US")} corners`);
    draw(work, part, inside, depth + 1, layer);
  }
}

function polyline(entity: Entity): Point[] {
  const corners: { at: [number, number]; bulge: number }[] = [];
  for (const [code, value] of entity.pairs) {
    const last = corners.at(-1);
    if (code === 10) corners.push({ at: [number(value), 0], bulge: 0 });
    else if (code === 20 && last) last.at[1] = number(value);
    else if (code === 42 && last) last.bulge = number(value);
  }
  const closed = (number(first(entity, 70)) & 1) === 1;
  const points: Point[] = [];
  corners.forEach(({ at, bulge }, i) => {
    points.push(at);
    const next = corners[i + 1] ?? (closed ? corners[0] : undefined);
    if (next && bulge !== 0) points.push(...bulged(at, next.at, bulge));
  });
  if (closed && corners[0]) points.push(corners[0].at);
  return points;
}

/** The corners between two points of an arc; a bulge is the tangent of a quarter of its angle. */
function bulged(a: Point, b: Point, bulge: number): Point[] {
  const angle = 4 * Math.atan(bulge);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const off = (1 - bulge * bulge) / (4 * bulge);
  const centre: Point = [(a[0] + b[0]) / 2 - dy * off, (a[1] + b[1]) / 2 + dx * off];
  const radius = Math.hypot(a[0] - centre[0], a[1] - centre[1]);
  const from = Math.atan2(a[1] - centre[1], a[0] - centre[0]);
  return arc(centre, radius, from, from + angle).slice(1, -1);
}

function arc([x, y]: Point, radius: number, from: number, to: number): Point[] {
  if (!(radius > 0)) return [];
  const steps = Math.max(2, Math.min(256, Math.ceil(Math.abs(to - from) / ARC_STEP)));
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = from + ((to - from) * i) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
