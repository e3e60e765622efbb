// Draw: every tool, selecting, moving, turning, undo, saving; and the server's map has it all.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { assertNotBlank, drag, eventually, itemsOfServer, keepScreenshot, newWorld, place } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const countOf = (items, kind) => items.filter((item) => item.kind === kind).length;

export async function draws({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    await newWorld(page);
    await drawEveryShape(page);
    await assertNotBlank(page, "the drawing");
    await keepScreenshot(page, screenshots, "draw");
    await moveSeveral(page, screenshots);
    await moveAndUndo(page);
    await peopleComeAndGo(page);
    await saveAndOpen(page, server.folder);
    await dropFiles(page);
    await traceFloorPlan(page, screenshots);
  });
}

async function drawEveryShape(page) {
  const at = (x, y) => place(page, x, y);
  await page.keyboard.press("r");
  await drag(page, await at(0.2, 0.2), await at(0.32, 0.36));
  await page.keyboard.press("c");
  await drag(page, await at(0.5, 0.3), await at(0.55, 0.35));
  await page.keyboard.press("f");
  const start = await at(0.7, 0.25);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let i = 0; i <= 24; i++) {
    const angle = (i / 24) * 2 * Math.PI;
    await page.mouse.move(start.x + 40 * Math.sin(angle), start.y + 35 * (1 - Math.cos(angle)));
  }
  await page.mouse.up();
  await page.keyboard.press("p");
  for (const [x, y] of [[0.25, 0.6], [0.38, 0.55], [0.42, 0.75], [0.3, 0.8]]) await click(page, await at(x, y));
  await page.keyboard.press("Enter");
  await page.keyboard.press("w");
  for (const [x, y] of [[0.55, 0.55], [0.7, 0.55], [0.7, 0.8]]) await click(page, await at(x, y));
  await page.keyboard.press("Enter");
  await eventually("four obstacles and a wall in the server's map", async () => {
    const items = await itemsOfServer(page);
    return countOf(items, "obstacle") === 4 && countOf(items, "wall") === 1;
  });
  const wall = (await itemsOfServer(page)).find((item) => item.kind === "wall");
  assert.equal(wall.rings[0].length, 3, "the wall has the three corners that were clicked");
}

async function click(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}

/** Two at once: they follow the hand, also in the server's map, and go back with one undo. */
async function moveSeveral(page, screenshots) {
  await page.keyboard.press("v");
  const lowest = async () => {
    const drawn = (await itemsOfServer(page)).filter((item) => item.shape?.rectangle || item.shape?.circle);
    return drawn.sort((a, b) => a.key - b.key).map((item) => Math.min(...item.rings[0].map(([, y]) => y)));
  };
  const before = await lowest();
  assert.equal(before.length, 2, "a rectangle and a circle");
  // Everything that lies in a frame is selected.
  await drag(page, await place(page, 0.15, 0.12), await place(page, 0.6, 0.45));
  await page.waitForSelector("text=2 selected");
  const [from, to] = [await place(page, 0.26, 0.28), await place(page, 0.26, 0.36)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  const held = await eventually("both in the map, where the hand holds them", async () => {
    const now = await lowest();
    return now.every((y, i) => y < before[i] - 1) && now;
  });
  await keepScreenshot(page, screenshots, "draw-dragging");
  await page.mouse.up();
  await eventually("and they stay there", async () => JSON.stringify(await lowest()) === JSON.stringify(held));
  await page.keyboard.press("Control+z");
  await eventually("both back with one undo", async () => (await lowest()).every((y, i) => Math.abs(y - before[i]) < 1e-9));
  // A drag that is given up leaves everything where it was.
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await eventually("given up", async () => (await lowest()).every((y, i) => Math.abs(y - before[i]) < 1e-9));
  const empty = await place(page, 0.85, 0.5);
  await page.mouse.click(empty.x, empty.y);
}

async function moveAndUndo(page) {
  await page.keyboard.press("v");
  const rectangle = async () => (await itemsOfServer(page)).find((item) => item.kind === "obstacle" && item.shape?.rectangle);
  const before = await rectangle();
  await drag(page, await place(page, 0.26, 0.28), await place(page, 0.26, 0.42));
  const moved = await eventually("the rectangle moved down", async () => {
    const now = await rectangle();
    return now.rings[0][0][1] < before.rings[0][0][1] - 1 && now;
  });
  assert.ok(Math.abs(moved.rings[0][0][0] - before.rings[0][0][0]) < 1.5, "and not aside");
  await page.keyboard.press("Control+z");
  await eventually("undo", async () => Math.abs((await rectangle()).rings[0][0][1] - before.rings[0][0][1]) < 1e-9);
  await page.keyboard.press("Control+y");
  await eventually("redo", async () => Math.abs((await rectangle()).rings[0][0][1] - moved.rings[0][0][1]) < 1e-9);
  await page.keyboard.press("Delete");
  await eventually("deleted", async () => countOf(await itemsOfServer(page), "obstacle") === 3);
}

async function peopleComeAndGo(page) {
  const kind = page.getByLabel("What the tools draw", { exact: true });
  await kind.selectOption("goal");
  await page.getByRole("button", { name: /^Rectangle/ }).click();
  await drag(page, await place(page, 0.78, 0.4), await place(page, 0.86, 0.6));
  await eventually("a goal", async () => countOf(await itemsOfServer(page), "goal") === 1);
  await kind.selectOption("source");
  await drag(page, await place(page, 0.12, 0.42), await place(page, 0.19, 0.62));
  const source = await eventually("a source that walks to the goal", async () => {
    const items = await itemsOfServer(page);
    const goal = items.find((item) => item.kind === "goal");
    return items.find((item) => item.kind === "source" && item.source?.goal === goal.key);
  });
  assert.equal(source.source.count, 50);
  await kind.selectOption("obstacle");
}

async function saveAndOpen(page, folder) {
  await page.keyboard.press("Control+s");
  await page.getByLabel("File name").fill("drawn");
  await page.locator("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await eventually("saved", () => readdirSync(folder).includes("drawn.toml"));
  const before = await itemsOfServer(page);
  await page.waitForSelector("dialog", { state: "detached" });
  await page.keyboard.press("Control+o");
  await page.locator(".files button", { hasText: "drawn.toml" }).click();
  await eventually("opened again with as much in it", async () => {
    const now = await itemsOfServer(page);
    return now.length === before.length && countOf(now, "source") === 1;
  });
}

async function dropFiles(page) {
  const square = { type: "FeatureCollection", features: [[0, 0, 30, 20, "outline"], [10, 5, 14, 9, "obstacle"]].map(([x0, y0, x1, y1, kind]) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates: [[[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]] } })) };
  await dropFile(page, "dropped.geojson", JSON.stringify(square));
  await eventually("the dropped scene", async () => {
    const items = await itemsOfServer(page);
    return countOf(items, "floor") === 1 && countOf(items, "obstacle") === 1;
  });
  await dropFile(page, "nonsense.geojson", "{ this is no GeoJSON");
  await page.waitForSelector(".toast.error:has-text('nonsense.geojson')");
  assert.equal(countOf(await itemsOfServer(page), "obstacle"), 1, "what was there stays");
}

/** A picture of 80 by 40 pixels, whose left and right edge are said to be 20 m apart. */
async function traceFloorPlan(page, screenshots) {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(80, 40);
    const context = canvas.getContext("2d");
    context.fillStyle = "#d7e8c8";
    context.fillRect(0, 0, 80, 40);
    context.strokeRect(8, 8, 30, 24);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob()], "plan.png", { type: "image/png" }));
    document.querySelector("#app").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  });
  const said = page.locator("p.help", { hasText: "plan.png" });
  const width = async () => Number.parseFloat((await said.innerText()).split(":")[1]);
  const before = await eventually("the floor plan", width);
  await page.getByRole("button", { name: "Set scale" }).click();
  for (const x of [0.3, 0.6]) await click(page, await place(page, x, 0.5));
  await page.getByLabel("Metres", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Set the scale" }).click();
  await eventually("another scale", async () => Math.abs((await width()) - before) > 0.5);
  await keepScreenshot(page, screenshots, "draw-floor-plan");
}

export async function dropFile(page, name, content, type = "") {
  const transfer = await page.evaluateHandle(
    ([name, content, type]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], name, { type }));
      return transfer;
    },
    [name, content, type],
  );
  await page.dispatchEvent("#app", "drop", { dataTransfer: transfer });
}
