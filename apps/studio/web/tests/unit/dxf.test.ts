import assert from "node:assert/strict";
import { test } from "node:test";
import { NotADrawing, parseDxf } from "../../src/geometry/dxf.ts";

const dxf = (entities: string[], blocks: string[] = [], units = 4): string =>
  ["0", "SECTION", "2", "HEADER", "9", "$INSUNITS", "70", String(units), "0", "ENDSEC",
    "0", "SECTION", "2", "BLOCKS", ...blocks, "0", "ENDSEC",
    "0", "SECTION", "2", "ENTITIES", ...entities, "0", "ENDSEC", "0", "EOF"].join("\n");

const LINE = ["0", "LINE", "8", "WALLS", "10", "0", "20", "0", "11", "2000", "21", "1000"];
const HALF = ["0", "LWPOLYLINE", "8", "ROUND", "90", "2", "70", "1", "10", "0", "20", "0", "42", "1", "10", "1000", "20", "0", "42", "0"];
const OLD = ["0", "POLYLINE", "8", "OLD", "66", "1", "0", "VERTEX", "8", "OLD", "10", "0", "20", "0", "0", "VERTEX", "8", "OLD", "10", "5", "20", "5", "0", "SEQEND"];
const DOOR = ["0", "BLOCK", "8", "0", "2", "DOOR", "10", "0", "20", "0", "0", "LINE", "8", "0", "10", "0", "20", "0", "11", "1000", "21", "0", "0", "ENDBLK"];
const INSERT = ["0", "INSERT", "8", "DOORS", "2", "DOOR", "10", "3000", "20", "0", "50", "90"];

const near = (a: readonly number[], b: readonly number[]) => assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-9, `${a} is not ${b}`);

test("lines, bulges, old polylines and blocks come in metres, by layer", () => {
  const { lines, unit } = parseDxf(dxf([...LINE, ...HALF, ...OLD, ...INSERT], DOOR));
  assert.equal(unit, 0.001);
  assert.deepEqual(lines.map(({ layer }) => layer), ["WALLS", "ROUND", "OLD", "DOORS"]);
  near(lines[0].points[1], [2, 1]);
  const round = lines[1].points;
  assert.ok(round.length > 10, "half a circle, and the line back");
  for (const p of round) assert.ok(Math.abs(Math.hypot(p[0] - 0.5, p[1]) - 0.5) < 1e-9 || p[1] === 0);
  assert.ok(round.every(([, y]) => y <= 1e-12), "a positive bulge turns left: below a line to the right");
  near(lines[3].points[0], [3, 0]);
  near(lines[3].points[1], [3, 1]);
});

test("a drawing without a unit keeps its numbers, and what is left out is counted", () => {
  const { lines, unit, skipped } = parseDxf(dxf([...LINE, "0", "HATCH", "8", "X"], [], 0));
  assert.equal(unit, null);
  near(lines[0].points[1], [2000, 1000]);
  assert.equal(skipped.get("HATCH"), 1);
});

test("cut at every byte, it is read or refused", () => {
  const whole = dxf([...LINE, ...HALF, ...OLD, ...INSERT], DOOR);
  let read = 0;
  for (let end = 0; end <= whole.length; end++) {
    try {
      assert.ok(parseDxf(whole.slice(0, end)).lines.every(({ points }) => points.flat().every(Number.isFinite)));
      read++;
    } catch (error) {
      assert.ok(error instanceof NotADrawing, String(error));
    }
  }
  assert.ok(read > 10);
});

test("a block that contains itself ends, and what is no drawing is refused", () => {
  const self = ["0", "BLOCK", "2", "A", "10", "0", "20", "0", ...Array.from({ length: 40 }, () => ["0", "INSERT", "2", "A", "8", "0"]).flat(), "0", "ENDBLK"];
  assert.throws(() => parseDxf(dxf(["0", "INSERT", "2", "A", "8", "0"], self)), NotADrawing);
  for (const text of ["", "hello\nworld\n", "AutoCAD Binary DXF\r\n", "0\nSECTION\n"]) assert.throws(() => parseDxf(text), NotADrawing);
});
