// Editing as in a drawing program: corners, edges, sizes, numbers, copies, and undo that says what it undoes.

import assert from "node:assert/strict";
import { drag, eventually, itemsOfServer, keepScreenshot, newWorld, onScreen, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const obstacles = async (page) => (await itemsOfServer(page)).filter(({ kind }) => kind === "obstacle" || kind === "wall");
const boxOf = ({ rings }) => {
  const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((n) => Math.round(n * 100) / 100);
};
const undoSays = async (page, what) => eventually(`undo says "${what}"`, async () => (await page.getByRole("button", { name: /^Undo/ }).getAttribute("title"))?.includes(`Undo: ${what}`));

export async function edits({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await newWorld(page);
    await resizes(page, screenshots);
    await reshapes(page, screenshots);
    await copies(page, screenshots);
    await editsHoles(page);
    await widensDoors(page, screenshots);
  });
}

/** A rectangle is selected as soon as it is drawn; its corners and sides, and the numbers, give it another size. */
async function resizes(page, screenshots) {
  await page.keyboard.press("r");
  const [a, b] = await onScreen(page, [10, 10], [20, 20]);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.locator(".label.accent", { hasText: "10.00 m × 10.00 m" }).waitFor();
  await page.mouse.up();
  await page.locator("summary", { hasText: "Selected: obstacle" }).waitFor();
  await page.keyboard.press("v");
  const [corner, to, side, further] = await onScreen(page, [20, 20], [24, 22], [24, 15], [26, 15]);
  await drag(page, corner, to);
  await eventually("a corner dragged", async () => boxOf((await obstacles(page))[0]).join() === "10,10,24,22");
  await drag(page, (await onScreen(page, [24, 16]))[0], (await onScreen(page, [26, 16]))[0]);
  await eventually("a side dragged", async () => boxOf((await obstacles(page))[0]).join() === "10,10,26,22");
  await undoSays(page, "resize obstacle");
  for (const [name, value] of [["Left", "4"], ["Lower", "5"], ["Width", "8"], ["Height", "3"]]) {
    const field = page.getByLabel(name, { exact: true });
    await field.fill(value);
    await field.press("Enter");
    await eventually(`${name} counts`, async () => boxOf((await obstacles(page))[0]).some((n) => n === Number(value) || n === 4 + Number(value) || n === 5 + Number(value)));
  }
  await eventually("placed by numbers", async () => boxOf((await obstacles(page))[0]).join() === "4,5,12,8");
  await page.locator(".canvas canvas").hover();
  await keepScreenshot(page, screenshots, "edit-rectangle");
  assert.ok(side && further);
}

/** A polygon: a corner is dragged, one more made, one deleted; an edge is dragged. */
async function reshapes(page, screenshots) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  for (const { x, y } of await onScreen(page, [30, 10], [40, 10], [44, 18], [30, 20])) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press("Enter");
  const polygon = async () => (await obstacles(page))[1]?.rings[0] ?? [];
  await eventually("a polygon", async () => (await polygon()).length === 4);
  await page.keyboard.press("v");
  const has = (x, y) => async () => (await polygon()).some((p) => Math.abs(p[0] - x) < 0.01 && Math.abs(p[1] - y) < 0.01);
  await drag(page, ...(await onScreen(page, [44, 18], [46, 22])));
  await eventually("its corner moved", has(46, 22));
  await undoSays(page, "move a corner of obstacle");
  await drag(page, ...(await onScreen(page, [35, 10], [35, 8])));
  await eventually("its edge moved", async () => (await has(30, 8)()) && (await has(40, 8)()));
  const [edge] = await onScreen(page, [30, 16]);
  await page.mouse.dblclick(edge.x, edge.y);
  await eventually("a corner more", async () => (await polygon()).length === 5);
  await keepScreenshot(page, screenshots, "edit-polygon");
  const [extra] = await onScreen(page, [30, 16]);
  await page.mouse.click(extra.x, extra.y);
  await page.keyboard.press("Delete");
  await eventually("and gone again", async () => (await polygon()).length === 4);
  await undoSays(page, "delete a corner of obstacle");
}

/** Copies are selected; several are aligned, and undone as one. */
async function copies(page, screenshots) {
  await page.keyboard.press("Control+d");
  await eventually("a duplicate", async () => (await obstacles(page)).length === 3);
  await page.locator("summary", { hasText: "Selected: obstacle" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "3 obstacles" }).click();
  await page.locator("summary", { hasText: "3 selected" }).waitFor();
  await page.getByRole("button", { name: "Left", exact: true }).click();
  await eventually("all at the left", async () => new Set((await obstacles(page)).map((item) => boxOf(item)[0])).size === 1);
  await undoSays(page, "align 3 items");
  await keepScreenshot(page, screenshots, "edit-several");
  await page.keyboard.press("Control+z");
  await eventually("back again", async () => new Set((await obstacles(page)).map((item) => boxOf(item)[0])).size > 1);
  await page.keyboard.press("Escape");
}

/** The holes of a floor are moved and deleted as obstacles are. */
async function editsHoles(page) {
  const { dropFile } = await import("./draw.mjs");
  await dropFile(page, "hole.wkt", "POLYGON ((0 0, 40 0, 40 20, 0 20, 0 0), (10 5, 16 5, 16 11, 10 11, 10 5))");
  await page.getByRole("button", { name: "Go on without saving" }).click();
  await eventually("the floor with a hole", async () => (await itemsOfServer(page))[0]?.rings.length === 2);
  await tab(page, "Draw");
  await page.keyboard.press("v");
  await eventually("in the page", async () => (await page.locator(".tally .chip").allInnerTexts()).join() === "1 floor");
  const hole = async () => boxOf({ rings: [(await itemsOfServer(page))[0].rings[1] ?? []] }).join();
  await drag(page, ...(await onScreen(page, [10, 7], [14, 9])));
  await eventually("the hole moved", async () => (await hole()) === "14,7,20,13");
  await undoSays(page, "move a hole of floor");
  await page.keyboard.press("Delete");
  await eventually("and deleted", async () => (await itemsOfServer(page))[0].rings.length === 1);
}

/** A door is cut into a wall, selected, widened by a number and by hand, each in one step of undo. */
async function widensDoors(page, screenshots) {
  await newWorld(page, 40, 20, true);
  await page.keyboard.press("w");
  for (const { x, y } of await onScreen(page, [20, 0], [20, 20])) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press("Enter");
  const walls = async () => (await itemsOfServer(page)).filter(({ kind }) => kind === "wall");
  await eventually("a wall", async () => (await walls()).length === 1);
  await page.keyboard.press("d");
  const [at] = await onScreen(page, [20, 10]);
  await page.mouse.move(at.x, at.y);
  await page.locator(".label.accent", { hasText: "cut a door of 1.20 m" }).waitFor();
  await page.mouse.click(at.x, at.y);
  await eventually("two walls", async () => (await walls()).length === 2);
  await undoSays(page, "cut a door");
  const gap = async () => {
    const ys = (await walls()).flatMap(({ rings }) => rings[0].map(([, y]) => y)).sort((a, b) => a - b);
    return ys.length === 4 ? Math.round((ys[2] - ys[1]) * 100) / 100 : null;
  };
  assert.equal(await gap(), 1.2);
  const width = page.getByLabel("Width of the door");
  await width.fill("2");
  await width.press("Enter");
  await eventually("as wide as was asked for", async () => (await gap()) === 2);
  await undoSays(page, "widen the door of 2 items");
  await keepScreenshot(page, screenshots, "edit-door");
  await drag(page, ...(await onScreen(page, [20, 11], [20, 13])));
  await eventually("as wide as was dragged", async () => Math.abs((await gap()) - 6) < 0.3);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
  await eventually("one wall again, after three steps of undo", async () => (await walls()).length === 1);
}
