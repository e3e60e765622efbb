// Path: found, refused with its narrow place, compared, traced, and what is seen.

import assert from "node:assert/strict";
import { drag, eventually, keepScreenshot, pixels, place, row, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";

/** Two rooms with a door of a metre between them. */
export const ROOMS = {
  type: "FeatureCollection",
  features: [
    ["outline", [[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]],
    ["obstacle", [[19.5, 0], [20.5, 0], [20.5, 12], [19.5, 12], [19.5, 0]]],
    ["obstacle", [[19.5, 13], [20.5, 13], [20.5, 20], [19.5, 20], [19.5, 13]]],
    ["obstacle", [[8, 4], [14, 4], [14, 9], [8, 9], [8, 4]]],
    ["obstacle", [[27, 11], [33, 11], [33, 16], [27, 16], [27, 11]]],
  ].map(([kind, ring]) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates: [ring] } })),
};

export async function paths({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Draw");
    await dropFile(page, "rooms.geojson", JSON.stringify(ROOMS));
    await page.waitForFunction(() => document.querySelector(".world-name")?.textContent?.includes("rooms"));
    await tab(page, "Path");
    const length = await eventually("a path", async () => Number.parseFloat((await row(page, "Length")) ?? ""));
    assert.ok(length > 25 && length < 60, `a path of ${length} m between the rooms`);
    await keepScreenshot(page, screenshots, "path");

    await pixels(page);
    const start = await labelled(page, "Start");
    await drag(page, start, await place(page, 0.12, 0.28));
    await eventually("another path", async () => Math.abs(Number.parseFloat((await row(page, "Length")) ?? "") - length) > 0.5);
    assert.ok((await pixels(page)).changed > 100, "and it is drawn");

    await page.getByLabel("Radius").fill("0.6");
    await page.waitForSelector(".notice.danger");
    assert.match(await page.locator(".notice.danger").innerText(), /No path/);
    const narrow = await page.locator(".label.danger").innerText();
    assert.match(narrow, /1\.00 m wide|100 cm wide/, `the door's width is said at its place: ${narrow}`);
    await keepScreenshot(page, screenshots, "path-too-narrow");
    await page.getByLabel("Radius").fill("0.3");
    await page.waitForSelector(".notice.danger", { state: "detached" });

    await page.getByRole("button", { name: "Compare" }).click();
    await page.waitForSelector("table.figures");
    const searches = await page.locator("table.figures tbody tr").count();
    assert.ok(searches >= 2, `${searches} searches compared`);
    await keepScreenshot(page, screenshots, "path-compare");

    await page.getByRole("button", { name: "Trace", exact: true }).click();
    const steps = await eventually("a trace with steps", async () => /of ([\d,]+)/.exec((await row(page, "Step")) ?? "")?.[1]);
    await eventually("played to its end", async () => (await row(page, "Step")) === `${steps} of ${steps}`, 15_000);
    await keepScreenshot(page, screenshots, "path-trace");
    print(`${searches} searches compared, ${steps} steps traced`);

    await page.locator(".toggle", { hasText: "What is seen" }).click();
    await page.waitForSelector("text=m² in sight");
    await keepScreenshot(page, screenshots, "path-sight");
  });
}

/** The place that a label of the map points at. */
async function labelled(page, text) {
  const box = await page.locator(".label", { hasText: text }).boundingBox();
  return { x: box.x - 16, y: box.y + 11 };
}
