// Mesh: layers come and go, an edit changes them, its cost is said.

import assert from "node:assert/strict";
import { assertNotBlank, drag, eventually, keepScreenshot, pauseRun, pixels, place, row, standsStill, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const LAYERS = ["Triangulation", "Clearance", "Medial axis", "Convex cells", "Quad-tree", "Quad-tree graph", "Grid", "Highways", "Sampled roadmap", "Shortest path map", "Isochrone"];

/** How many single pixels of the last picture are as bright as the floor, in the middle of others that are not. */
function holes(page) {
  return page.evaluate(() => {
    const { width } = document.querySelector(".canvas canvas").getBoundingClientRect();
    const [rgba, across] = [window.nowPixels, Math.round(width)];
    const bright = (i) => rgba[4 * i] > 225 && rgba[4 * i + 1] > 225 && rgba[4 * i + 2] > 225;
    let count = 0;
    for (let i = across + 1; i < rgba.length / 4 - across - 1; i++) {
      if (bright(i) && ![i - 1, i + 1, i - across, i + across].some(bright)) count++;
    }
    return count;
  });
}

/** Only what an edit changed was drawn; drawing everything must give the same picture. */
async function drawnInPartsAsAWhole(page) {
  await page.locator(".toggle", { hasText: /^Grid/ }).first().click();
  await drag(page, await place(page, 0.62, 0.3), await place(page, 0.66, 0.36));
  await page.keyboard.press("Control+z");
  await drag(page, await place(page, 0.25, 0.62), await place(page, 0.28, 0.7));
  // Bars and messages over the map change by themselves.
  const over = (visibility) => page.evaluate((now) => (document.querySelector(".over").style.visibility = now), visibility);
  await over("hidden");
  await standsStill(page);
  await page.evaluate(() => (window.inParts = window.nowPixels));
  await page.keyboard.press("0");
  await standsStill(page);
  const changed = await page.evaluate(() => window.inParts.reduce((sum, c, i) => sum + (c === window.nowPixels[i] ? 0 : 1), 0));
  await over("");
  assert.equal(changed, 0, "pixels that differ from a drawing of everything");
}

/** How much there is of what a layer shows, and that each parameter makes it another number. */
async function countsLayers(page) {
  const number = async (name) => Number((await row(page, name))?.replaceAll(",", "") ?? "x");
  const change = async (label, value, count) => {
    const before = await eventually(`${count} is counted`, async () => (await number(count)) > 0 && number(count));
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).press("Enter");
    await eventually(`another ${label}: not ${before} ${count}`, async () => (await number(count)) > 0 && (await number(count)) !== before);
  };
  for (const layer of ["Quad-tree graph", "Highways", "Sampled roadmap"]) await page.locator(".toggle", { hasText: new RegExp(`^${layer}`) }).first().click();
  await change("Grid cell in metres", "0.7", "Grid cells");
  await change("Radius in metres", "0.6", "Open cells");
  await change("Least width of the quad-tree in metres", "2", "Squares");
  await change("Neighbours k", "3", "Square ways");
  await change("Samples", "400", "Samples kept");
  await change("Radius in metres", "0.2", "Sample ways");
  assert.ok((await number("Highways")) > 0, "highways are counted");
  for (const layer of ["Quad-tree graph", "Highways", "Sampled roadmap", "Grid"]) await page.locator(".toggle", { hasText: new RegExp(`^${layer}`) }).first().click();
}

export async function meshes({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "office" }, async (page) => {
    await tab(page, "Run");
    // So that only layers change the picture.
    await pauseRun(page);
    await tab(page, "Mesh");
    for (const layer of LAYERS) {
      await standsStill(page);
      await page.locator(".toggle", { hasText: new RegExp(`^${layer}`) }).first().click();
      await eventually(`${layer} on the map`, async () => (await pixels(page)).changed > 100);
      if (layer === "Clearance") assert.equal(await holes(page), 0, "no light shines through between the triangles");
      await keepScreenshot(page, screenshots, `mesh-${layer.toLowerCase().replaceAll(" ", "-")}`);
      await page.locator(".toggle", { hasText: new RegExp(`^${layer}`) }).first().click();
    }
    for (const layer of ["Clearance", "Triangulation", "Medial axis"]) {
      await page.locator(".toggle", { hasText: new RegExp(`^${layer}`) }).first().click();
    }
    await assertNotBlank(page, "the map's inside");
    await page.keyboard.press("Control+1");
    await page.keyboard.press("r");
    await tab(page, "Mesh");
    await drag(page, await place(page, 0.42, 0.45), await place(page, 0.47, 0.55));
    const roundTrip = await eventually("the edit's cost", async () => {
      const said = await row(page, "From hand to screen");
      return said && said !== "–" && said;
    });
    await keepScreenshot(page, screenshots, "mesh-edit-flash");
    await drawnInPartsAsAWhole(page);
    await countsLayers(page);
    print(`an edit in the office, three layers shown: in the map ${await row(page, "In the map")}, from hand to screen ${roundTrip}`);
  });
}
