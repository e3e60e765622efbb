// The bytes of the protocol: commands and file parts out; replies, events, frames, layers and density in.

import type { Point } from "../geometry/plane.ts";
import type { ServerEvent } from "./messages.ts";

export const SUBPROTOCOL = "navigant.1";

/** The most bytes that a part of a dropped file holds. */
export const LARGEST_PART = 512 * 1024;

export const LAYER_NAMES = [
  "walls",
  "triangulation",
  "clearance",
  "axis",
  "quadtree",
  "quadtree_graph",
  "cells",
  "grid",
  "changed",
  "outline",
  "hybrid",
  "sampled",
  "path_map",
  "isochrone",
  "multiplier",
  "forbidden",
] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

const COMMAND = 0x01;
const FILE_PART = 0x02;
const FRAME_HEADER = 32;
const LAYER_HEADER = 12;
const DENSITY_HEADER = 24;

export interface Frame {
  type: "frame";
  /** The agents are not those of the last frame. */
  renumbered: boolean;
  replay: boolean;
  step: number;
  time: number;
  count: number;
  box: [number, number, number, number];
  /** Two words an agent, as they go to the graphics card. */
  words: Uint32Array;
}

export interface Layer {
  type: "layer";
  layer: LayerName;
  replaces: boolean;
  kind: "segments" | "triangles" | "points";
  version: number;
  /** x, y, value for each vertex. */
  vertices: Float32Array;
}

export interface Density {
  type: "density";
  step: number;
  columns: number;
  rows: number;
  min: Point;
  cell: number;
  /** People per m² × 25, row by row from the lowest y. */
  values: Uint8Array;
}

export interface ServerError {
  message: string;
  at: Point | null;
}

export type Reply = { type: "reply"; id: number; ok: unknown } | { type: "refused"; id: number; error: ServerError };

export type Incoming = Reply | { type: "event"; event: ServerEvent } | Frame | Layer | Density;

/** Bytes that are not what the protocol says. */
export class WireError extends Error {}

export function encodeCommand(id: number, verb: string, params: object): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ ...params, id, do: verb }));
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = COMMAND;
  bytes.set(text, 1);
  return bytes;
}

/** A file as the messages that carry it, in order; an empty file is one empty part. */
export function* encodeFile(id: number, name: string, content: Uint8Array): Generator<Uint8Array> {
  const title = new TextEncoder().encode(name).subarray(0, 255);
  let offset = 0;
  do {
    const part = content.subarray(offset, offset + LARGEST_PART);
    const bytes = new Uint8Array(14 + title.length + part.length);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, FILE_PART);
    view.setUint32(1, id, true);
    view.setUint32(5, content.length, true);
    view.setUint32(9, offset, true);
    view.setUint8(13, title.length);
    bytes.set(title, 14);
    bytes.set(part, 14 + title.length);
    yield bytes;
    offset += part.length;
  } while (offset < content.length);
}

export function decode(message: ArrayBuffer): Incoming {
  const kind = message.byteLength > 0 ? new DataView(message).getUint8(0) : -1;
  switch (kind) {
    case 0x01:
      return decodeReply(decodeJson(message));
    case 0x02:
      return { type: "event", event: decodeJson(message) as unknown as ServerEvent };
    case 0x10:
      return decodeFrame(message);
    case 0x11:
      return decodeLayer(message);
    case 0x12:
      return decodeDensity(message);
    default:
      throw new WireError(`a message of unknown kind ${kind}`);
  }
}

function decodeJson(message: ArrayBuffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 1)));
  } catch {
    throw new WireError("a message is not JSON");
  }
  if (typeof value !== "object" || value === null) throw new WireError("a message is not a JSON object");
  return value as Record<string, unknown>;
}

function decodeReply(reply: Record<string, unknown>): Reply {
  const id = typeof reply.id === "number" ? reply.id : 0;
  if ("error" in reply) {
    const error = reply.error as Partial<ServerError> | null;
    return { type: "refused", id, error: { message: String(error?.message ?? "refused"), at: error?.at ?? null } };
  }
  return { type: "reply", id, ok: reply.ok };
}

function need(message: ArrayBuffer, bytes: number, what: string): DataView {
  if (message.byteLength < bytes) throw new WireError(`${what} of ${message.byteLength} bytes, not ${bytes}`);
  return new DataView(message);
}

function decodeFrame(message: ArrayBuffer): Frame {
  const view = need(message, FRAME_HEADER, "a frame");
  const flags = view.getUint8(1);
  const bytesEach = view.getUint16(2, true);
  if (bytesEach !== 8) throw new WireError(`a frame with ${bytesEach} bytes an agent`);
  const count = view.getUint32(12, true);
  need(message, FRAME_HEADER + 8 * count, "a frame");
  return {
    type: "frame",
    renumbered: (flags & 1) !== 0,
    replay: (flags & 2) !== 0,
    step: view.getUint32(4, true),
    time: view.getFloat32(8, true),
    count,
    box: [16, 20, 24, 28].map((at) => view.getFloat32(at, true)) as Frame["box"],
    words: new Uint32Array(message, FRAME_HEADER, 2 * count),
  };
}

function decodeLayer(message: ArrayBuffer): Layer {
  const view = need(message, LAYER_HEADER, "a layer");
  const layer = LAYER_NAMES[view.getUint8(1)];
  const kind = (["segments", "triangles", "points"] as const)[view.getUint8(3)];
  if (!layer || !kind) throw new WireError("a layer of unknown name or kind");
  const count = view.getUint32(8, true);
  need(message, LAYER_HEADER + 12 * count, "a layer");
  return {
    type: "layer",
    layer,
    replaces: (view.getUint8(2) & 1) !== 0,
    kind,
    version: view.getUint32(4, true),
    vertices: new Float32Array(message, LAYER_HEADER, 3 * count),
  };
}

function decodeDensity(message: ArrayBuffer): Density {
  const view = need(message, DENSITY_HEADER, "density");
  const columns = view.getUint16(8, true);
  const rows = view.getUint16(10, true);
  need(message, DENSITY_HEADER + columns * rows, "density");
  return {
    type: "density",
    step: view.getUint32(4, true),
    columns,
    rows,
    min: [view.getFloat32(12, true), view.getFloat32(16, true)],
    cell: view.getFloat32(20, true),
    values: new Uint8Array(message, DENSITY_HEADER, columns * rows),
  };
}

/** One agent of a frame, in metres and radians. */
export interface AgentSight {
  at: Point;
  heading: number;
  status: number;
  group: number;
  radius: number;
}

export function agentOf(frame: Frame, index: number): AgentSight {
  const place = frame.words[2 * index];
  const rest = frame.words[2 * index + 1];
  const [x0, y0, x1, y1] = frame.box;
  return {
    at: [x0 + ((place & 0xffff) / 65535) * (x1 - x0), y0 + ((place >>> 16) / 65535) * (y1 - y0)],
    heading: ((rest & 0xff) / 256) * 2 * Math.PI,
    status: (rest >>> 8) & 0x07,
    group: (rest >>> 12) & 0x0f,
    radius: (rest >>> 16) * 0.005,
  };
}

/** The status of a place whose agent has left. */
export const NOBODY = 5;

/** The agent under a point (within its radius, or `reach` metres of its centre), if any; the nearest one. */
export function agentAt(frame: Frame, point: Point, reach: number): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (let i = 0; i < frame.count; i++) {
    const agent = agentOf(frame, i);
    if (agent.status === NOBODY) continue;
    const distance = Math.hypot(agent.at[0] - point[0], agent.at[1] - point[1]);
    if (distance < least && distance <= Math.max(agent.radius, reach)) {
      least = distance;
      best = i;
    }
  }
  return best;
}
