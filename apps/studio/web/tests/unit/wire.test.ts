import assert from "node:assert/strict";
import { test } from "node:test";
import { agentAt, agentOf, decode, encodeCommand, encodeFile, LARGEST_PART, WireError } from "../../src/protocol/wire.ts";

/** A message written field by field, as PROTOCOL.md lists them. */
function message(...fields: (["u8" | "u16" | "u32" | "f32", number] | ["text", string])[]): ArrayBuffer {
  const bytes: number[] = [];
  for (const [type, value] of fields) {
    if (type === "text") bytes.push(...new TextEncoder().encode(value));
    else {
      const view = new DataView(new ArrayBuffer(4));
      if (type === "f32") view.setFloat32(0, value, true);
      else view.setUint32(0, value, true);
      const size = { u8: 1, u16: 2, u32: 4, f32: 4 }[type];
      for (let i = 0; i < size; i++) bytes.push(view.getUint8(i));
    }
  }
  return new Uint8Array(bytes).buffer;
}

const frame = (flags: number, ...agents: [number, number, number, number, number][]): ArrayBuffer =>
  message(
    ["u8", 0x10], ["u8", flags], ["u16", 8], ["u32", 42], ["f32", 4.5], ["u32", agents.length],
    ["f32", -10], ["f32", 0], ["f32", 90], ["f32", 50],
    ...agents.flatMap(([x, y, heading, status, radius]): ["u8" | "u16", number][] => [
      ["u16", x], ["u16", y], ["u8", heading], ["u8", status], ["u16", radius],
    ]),
  );

test("a frame tells its step, its time and where each agent is", () => {
  const decoded = decode(frame(1, [0, 65535, 64, 0x21, 60], [32768, 0, 0, 4, 50]));
  assert.equal(decoded.type, "frame");
  if (decoded.type !== "frame") return;
  assert.deepEqual([decoded.step, decoded.time, decoded.count, decoded.renumbered, decoded.replay], [42, 4.5, 2, true, false]);
  const first = agentOf(decoded, 0);
  assert.deepEqual(first.at, [-10, 50]);
  assert.ok(Math.abs(first.heading - Math.PI / 2) < 1e-9);
  assert.deepEqual([first.status, first.group], [1, 2]);
  assert.ok(Math.abs(first.radius - 0.3) < 1e-9);
  const second = agentOf(decoded, 1);
  assert.ok(Math.abs(second.at[0] - 40) < 0.01);
  assert.equal(second.status, 4);
});

test("the agent under the pointer is the nearest one within its radius or reach", () => {
  const decoded = decode(frame(2, [0, 0, 0, 0, 60], [655, 0, 0, 0, 60]));
  if (decoded.type !== "frame") throw new Error("not a frame");
  assert.ok(decoded.replay);
  assert.equal(agentAt(decoded, [-9.9, 0], 0), 0);
  assert.equal(agentAt(decoded, [-9.1, 0], 0), 1);
  assert.equal(agentAt(decoded, [-9.5, 0], 0), null);
  assert.equal(agentAt(decoded, [-9.4, 0], 1), 1);
  const left = decode(frame(0, [0, 0, 0, 5, 0]));
  assert.equal(left.type === "frame" && agentAt(left, [-10, 0], 1), null, "who has left is not there");
});

test("a frame that is shorter than it says is refused", () => {
  const whole = frame(0, [1, 2, 3, 4, 5]);
  for (const length of [0, 1, 16, 31, 39]) assert.throws(() => decode(whole.slice(0, length)), WireError);
  assert.doesNotThrow(() => decode(whole));
});

test("a frame of another width an agent is refused, not misread", () => {
  const bytes = new Uint8Array(frame(0, [1, 2, 3, 4, 5]));
  bytes[2] = 12;
  assert.throws(() => decode(bytes.buffer), /12 bytes an agent/);
});

test("a layer tells its name, its kind and its vertices", () => {
  const decoded = decode(
    message(["u8", 0x11], ["u8", 3], ["u8", 1], ["u8", 0], ["u32", 7], ["u32", 2],
      ["f32", 1], ["f32", 2], ["f32", 0.5], ["f32", 3], ["f32", 4], ["f32", 0.75]),
  );
  if (decoded.type !== "layer") throw new Error("not a layer");
  assert.deepEqual([decoded.layer, decoded.kind, decoded.replaces, decoded.version], ["axis", "segments", true, 7]);
  assert.deepEqual([...decoded.vertices], [1, 2, 0.5, 3, 4, 0.75]);
});

test("layers of unknown name or kind are refused", () => {
  const layer = (name: number, kind: number) => message(["u8", 0x11], ["u8", name], ["u8", 1], ["u8", kind], ["u32", 1], ["u32", 0]);
  assert.doesNotThrow(() => decode(layer(9, 2)));
  assert.throws(() => decode(layer(16, 0)), WireError);
  assert.throws(() => decode(layer(0, 3)), WireError);
});

test("density is a grid of bytes", () => {
  const decoded = decode(
    message(["u8", 0x12], ["u8", 0], ["u8", 0], ["u8", 0], ["u32", 9], ["u16", 2], ["u16", 1], ["f32", -1], ["f32", -2], ["f32", 0.5], ["u8", 25], ["u8", 250]),
  );
  if (decoded.type !== "density") throw new Error("not density");
  assert.deepEqual([decoded.columns, decoded.rows, decoded.cell], [2, 1, 0.5]);
  assert.deepEqual([...decoded.values], [25, 250]);
  assert.deepEqual(decoded.min, [-1, -2]);
});

test("replies carry an answer or an error with its place", () => {
  const ok = decode(message(["u8", 1], ["text", '{"id": 7, "ok": {"step": 3}}']));
  assert.deepEqual(ok, { type: "reply", id: 7, ok: { step: 3 } });
  const no = decode(message(["u8", 1], ["text", '{"id": 8, "error": {"message": "no", "at": [1, 2]}}']));
  assert.deepEqual(no, { type: "refused", id: 8, error: { message: "no", at: [1, 2] } });
});

test("what is neither JSON nor of a known kind is refused", () => {
  assert.throws(() => decode(message(["u8", 1], ["text", "{"])), WireError);
  assert.throws(() => decode(message(["u8", 2], ["text", "7"])), WireError);
  assert.throws(() => decode(message(["u8", 0x77])), WireError);
  assert.throws(() => decode(new ArrayBuffer(0)), WireError);
});

test("no bytes crash the decoder: it answers or throws a WireError", () => {
  let seed = 12345;
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: random() % 80 }, () => random() & 255);
    if (bytes.length > 0) bytes[0] = [1, 2, 0x10, 0x11, 0x12][random() % 5];
    try {
      decode(bytes.buffer);
    } catch (error) {
      assert.ok(error instanceof WireError, `seed 12345, round ${round}: ${error}`);
    }
  }
});

test("a command is its kind byte and JSON with id and verb, whatever its parameters are called", () => {
  const bytes = encodeCommand(5, "path", { from: [1, 2], id: 99 });
  assert.equal(bytes[0], 1);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes.subarray(1))), { from: [1, 2], id: 5, do: "path" });
});

test("a file goes in parts that fit and together are the file", () => {
  const content = Uint8Array.from({ length: 2 * LARGEST_PART + 17 }, (_, i) => i % 251);
  const parts = [...encodeFile(3, "möbel.geojson", content)];
  assert.equal(parts.length, 3);
  const joined = new Uint8Array(content.length);
  for (const part of parts) {
    const view = new DataView(part.buffer);
    assert.ok(part.length <= 1024 * 1024);
    assert.deepEqual([view.getUint8(0), view.getUint32(1, true), view.getUint32(5, true)], [2, 3, content.length]);
    const name = view.getUint8(13);
    assert.equal(new TextDecoder().decode(part.subarray(14, 14 + name)), "möbel.geojson");
    joined.set(part.subarray(14 + name), view.getUint32(9, true));
  }
  assert.deepEqual(joined, content);
  assert.equal([...encodeFile(4, "empty", new Uint8Array())].length, 1);
});
