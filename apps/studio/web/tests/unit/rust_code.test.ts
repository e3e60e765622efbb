import assert from "node:assert/strict";
import { test } from "node:test";
import { rustCode } from "../../src/ui/rust_code.ts";

test("floors, obstacles and walls become outlines, people do not", () => {
  const item = { name: null, shape: null };
  const code = rustCode([
    { ...item, key: 1, kind: "floor", rings: [[[0, 0], [9, 0], [9, 9]], [[2, 1], [3, 1], [3, 2.5]]] },
    { ...item, key: 2, kind: "wall", rings: [[[1, 1], [1, 0.1 + 0.2]]] },
    { ...item, key: 3, kind: "goal", rings: [[[5, 5]]] },
  ]);
  assert.ok(code.includes("Outline::polygon([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]]).with_hole([[2.0, 1.0], [3.0, 1.0], [3.0, 2.5]]),"), code);
  assert.ok(code.includes("Outline::polyline([[1.0, 1.0], [1.0, 0.3]]),"), code);
  assert.ok(!code.includes("5.0"), code);
});
