// For those who learn: searches with their lists, searches that repair a plan, and geometry, step by step.

import assert from "node:assert/strict";
import { drag, eventually, keepScreenshot, onScreen, pixels, row, tab, worldNamed } from "./looking.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";

/** A hall with walls and ways around them on both sides. */
const HALL = {
  type: "FeatureCollection",
  features: [
    ["outline", [[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]],
    ["obstacle", [[12, 3], [13, 3], [13, 14], [12, 14], [12, 3]]],
    ["obstacle", [[20, 7], [21, 7], [21, 18], [20, 18], [20, 7]]],
    ["obstacle", [[28, 2], [30, 2], [30, 12], [28, 12], [28, 2]]],
  ].map(([kind, ring]) => ({ type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates: [ring] } })),
};

const number = async (page, name) => Number((await row(page, name))?.replaceAll(",", ""));

export async function playsAlgorithms({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Draw");
    await dropFile(page, "hall.geojson", JSON.stringify(HALL));
    await worldNamed(page, "hall.geojson");
    await tab(page, "Path");
    await eventually("a path", async () => Number.parseFloat((await row(page, "Length")) ?? ""));
    await lists(page, screenshots);
    await repairs(page, screenshots, print);
    await geometry(page, screenshots);
  });
}

const slider = (page) => page.getByLabel("Step of the search");

async function trace(page, search) {
  const field = page.getByLabel("Search", { exact: true });
  await field.selectOption(search);
  await page.getByRole("button", { name: "Trace", exact: true }).click();
  await eventually(`steps of ${search}`, async () => /of [\d,]+/.test((await row(page, "Step")) ?? ""));
  return Number(await slider(page).getAttribute("max"));
}

/** The open and the closed list: as long as they are, on the map, and back again step by step. */
async function lists(page, screenshots) {
  await page.getByLabel("Graph", { exact: true }).selectOption("grid");
  const steps = await trace(page, "a_star");
  assert.ok(steps > 20, `${steps} steps`);
  await slider(page).fill("1");
  assert.deepEqual([await number(page, "Closed list"), (await number(page, "Open list")) >= 3], [1, true]);
  await pixels(page);
  await slider(page).fill("20");
  assert.equal(await number(page, "Closed list"), 20);
  await eventually("both lists on the map", async () => (await pixels(page)).changed > 60);
  const open = await number(page, "Open list");
  await page.getByRole("button", { name: "One step", exact: true }).click();
  assert.equal(await number(page, "Closed list"), 21);
  await page.getByRole("button", { name: "One step back" }).click();
  assert.deepEqual([await number(page, "Closed list"), await number(page, "Open list")], [20, open], "a step back undoes a step");
  await slider(page).fill(String(Math.round(0.6 * steps)));
  await slider(page).scrollIntoViewIfNeeded();
  await keepScreenshot(page, screenshots, "player-a-star");
  // Dijkstra looks everywhere; a weight of 5 hardly anywhere.
  const blind = await trace(page, "dijkstra");
  await page.getByLabel("Search", { exact: true }).selectOption("weighted");
  await page.getByLabel("Weight", { exact: true }).fill("5");
  const greedy = await trace(page, "weighted");
  assert.ok(greedy < steps && steps < blind, `${greedy}, ${steps}, ${blind} steps`);
}

/** D* Lite, AD* and DPA*: a plan, an obstacle on it, and fewer expansions than from scratch; dragged, it is repaired there. */
async function repairs(page, screenshots, print) {
  const said = [];
  for (const search of ["d_star_lite", "ad_star", "dpa_star"]) {
    const steps = await trace(page, search);
    await page.getByText(/comes after step/).waitFor();
    await slider(page).fill(String(steps));
    await page.getByText("has come", { exact: true }).waitFor();
    await eventually("a repaired way", async () => (await row(page, "At most")) === "1.00 × the shortest");
    said.push(`${search}: ${await number(page, "Repair expands")} of ${await number(page, "A\\* from scratch")}`);
    await slider(page).scrollIntoViewIfNeeded();
    await keepScreenshot(page, screenshots, `player-${search.replaceAll("_", "-")}`);
  }
  print(`expansions of a repair, and of A* from scratch: ${said.join("; ")}`);
  // Of DPA* the lists are known, also after the obstacle.
  assert.ok((await number(page, "Closed list")) > 0);
  const before = await row(page, "Best way so far");
  const obstacle = page.locator(".label", { hasText: "obstacle" });
  const box = await obstacle.boundingBox();
  const [away] = await onScreen(page, [36, 4]);
  await drag(page, { x: box.x - 16, y: box.y + 11 }, away);
  await eventually("planned for the obstacle elsewhere: no way has to change", async () => {
    // A plan with fewer steps may come between asking for its last one and going there.
    const isThere = await slider(page).fill(await slider(page).getAttribute("max")).then(() => true, () => false);
    return isThere && (await number(page, "Repair expands")) === 0 && (await row(page, "Obstacle")) === "has come" && (await row(page, "Best way so far")) !== before;
  });
}

async function geometry(page, screenshots) {
  const tracing = page.getByLabel("Step of the search");
  assert.equal(await tracing.count(), 1);
  const choose = page.getByLabel("Geometry", { exact: true });
  const show = page.getByRole("button", { name: "Show it" });
  const at = page.getByLabel("Step of the geometry");
  const end = async () => at.fill(await at.getAttribute("max"));
  await choose.selectOption("wedges");
  await show.click();
  await at.waitFor();
  assert.equal(await tracing.count(), 0, "the search makes room");
  await at.fill(String(Math.round(0.7 * Number(await at.getAttribute("max")))));
  await at.scrollIntoViewIfNeeded();
  await keepScreenshot(page, screenshots, "player-wedges");
  // The path of a point is a little shorter than that of the disc that is shown.
  const [point, disc] = [Number.parseFloat(await row(page, "Shortest path of a point")), Number.parseFloat(await row(page, "Length"))];
  assert.ok(point <= disc && point > disc - 2, `${point} m for a point, ${disc} m for a disc`);
  await choose.selectOption("funnel");
  await show.click();
  await at.waitFor();
  const portals = Number(await at.getAttribute("max")) - 1;
  assert.ok(portals > 3, `${portals} portals`);
  await at.fill("3");
  await at.scrollIntoViewIfNeeded();
  await keepScreenshot(page, screenshots, "player-funnel");
  assert.equal(await row(page, "Portal"), `3 of ${portals}`);
  await end();
  const length = Number.parseFloat(await row(page, "Shortest in the corridor"));
  assert.ok(length > 25 && length < 60, `${length} m`);
  assert.ok((await number(page, "Bends so far")) >= 1, "around the walls");

  await choose.selectOption("sight");
  await show.click();
  await eventually("a polygon of some corners", async () => Number(await at.getAttribute("max")) > 4 && /m²/.test((await row(page, "In sight")) ?? ""));
  await at.fill("4");
  await keepScreenshot(page, screenshots, "player-sight");

  await choose.selectOption("axis");
  await show.click();
  await eventually("discs", async () => (await row(page, "Touch two walls")) !== null);
  await end();
  const [touching, all] = (await row(page, "Touch two walls")).split(" of ");
  assert.equal(touching, all, "in the end all discs touch");
  await pixels(page);
  await at.fill("60");
  await eventually("smaller discs on the map", async () => (await pixels(page)).changed > 500);
  await keepScreenshot(page, screenshots, "player-axis");
  await page.getByRole("button", { name: "Take it away" }).click();
  await at.waitFor({ state: "detached" });
}
