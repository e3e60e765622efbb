// Path: found, refused with its narrow place, compared, traced, and what is seen.

import assert from "node:assert/strict";
import { drag, eventually, keepScreenshot, pixels, place, row, standsStill, tab } from "./looking.mjs";
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

/** The shortest path map of the start, and how far one gets from there; both follow it. */
async function mapsAllPaths(page, screenshots) {
  for (const name of ["Shortest path map", "Isochrone"]) {
    await pixels(page);
    await page.locator(".toggle", { hasText: name }).click();
    await eventually(`${name} on the map`, async () => (await pixels(page)).changed > 100);
  }
  await keepScreenshot(page, screenshots, "path-map");
  await drag(page, await labelled(page, "Start"), await place(page, 0.12, 0.7));
  await standsStill(page);
  await keepScreenshot(page, screenshots, "path-map-dragged");
  for (const name of ["Shortest path map", "Isochrone"]) await page.locator(".toggle", { hasText: name }).click();
}

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
    await page.locator(".label.accent", { hasText: "nearest place" }).waitFor();
    await page.getByRole("button", { name: "Go to the nearest place instead" }).click();
    await page.waitForSelector(".notice.danger", { state: "detached" });
    assert.ok(Number.parseFloat(await row(page, "Length")) > 1, "and there is a path there");
    await page.getByLabel("Radius").fill("0.3");
    const [goal, back] = [await labelled(page, "Goal"), await place(page, 0.88, 0.5)];
    await drag(page, goal, back);
    await eventually("the goal beyond the door again", async () => Number.parseFloat((await row(page, "Length")) ?? "") > 25);

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
    await traceAnytime(page, screenshots, print);

    await mapsAllPaths(page, screenshots);

    await page.locator(".toggle", { hasText: "What is seen" }).click();
    await page.waitForSelector("text=m² in sight");
    await keepScreenshot(page, screenshots, "path-sight");
    await keepsToItsSide(page, screenshots, print);
  });
}

/** ARA*: a way soon, then better ones, each with its bound; in the end the shortest. */
async function traceAnytime(page, screenshots, print) {
  await page.locator(".field", { hasText: /^Search/ }).locator("select").selectOption("ara_star");
  await page.locator(".field", { hasText: /^On/ }).locator("select").selectOption("grid");
  await page.getByRole("button", { name: "Trace", exact: true }).click();
  const seen = [];
  await eventually("played to its end", async () => {
    const [step, epsilon, best, bound] = [await row(page, "Step"), await row(page, "Works with ε"), await row(page, "Best way so far"), await row(page, "At most")];
    if (epsilon && best?.endsWith("m") && seen.at(-1)?.best !== best) seen.push({ epsilon, best, bound });
    const [at, all] = step?.split(" of ") ?? [];
    return all && at === all && epsilon === "1.0";
  }, 30_000);
  assert.match(await row(page, "At most"), /^1\.00 ×/, "in the end it is the shortest");
  assert.ok((await row(page, "Best way so far"))?.endsWith("m"));
  const slider = page.getByLabel("Step of the search");
  await slider.fill("3");
  assert.equal(await row(page, "Best way so far"), "none yet");
  assert.equal(await row(page, "Works with ε"), "2.0");
  await slider.fill(await slider.getAttribute("max"));
  await page.locator(".side").evaluate((side) => side.scrollTo(0, 99_999));
  await keepScreenshot(page, screenshots, "path-ara-star");
  print(`ARA* on the grid: ${seen.map(({ best, bound }) => `${best} (${bound})`).join(", then ")}`);
}

/** Four walls without width, each with a way round one end: no search is shorter than the exact one, also on the grid of Mesh. */
async function keepsToItsSide(page, screenshots, print) {
  const wall = (x, y0, y1) => ({ type: "Feature", properties: { kind: "obstacle" }, geometry: { type: "LineString", coordinates: [[x, y0], [x, y1]] } });
  const floor = { type: "Feature", properties: { kind: "outline" }, geometry: { type: "Polygon", coordinates: [[[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]] } };
  const features = [floor, wall(8.2, 0, 12), wall(16.25, 8, 20), wall(24, 0, 12), wall(31.9, 8, 20)];
  await dropFile(page, "walls.geojson", JSON.stringify({ type: "FeatureCollection", features }));
  await page.waitForFunction(() => document.querySelector(".world-name")?.textContent?.includes("walls"));
  await tab(page, "Mesh");
  await page.getByLabel("Grid cell in metres").fill("0.8");
  await page.getByLabel("Grid cell in metres").press("Enter");
  await tab(page, "Path");
  // Not the points of flattened arcs: around four walls there are at most four.
  await eventually("some bends", async () => [2, 3, 4].includes(Number(await row(page, "Bends"))));
  await page.getByRole("button", { name: "Compare" }).click();
  const grid = page.locator("table.figures tbody tr", { hasText: "A* on the grid" });
  // The table of the world before may still be shown.
  await eventually("the cells that Mesh has set", async () => /cells of 0\.80 m/.test((await grid.getAttribute("title").catch(() => "")) ?? ""));
  const length = async (name) => Number.parseFloat(await page.locator("table.figures tbody tr", { hasText: name }).locator("td").nth(1).innerText());
  const [exact, onGrid] = [await length("exact, a point"), await length("A* on the grid")];
  // From middle to middle: both ends may be half a cell nearer to each other.
  assert.ok(onGrid > exact - 0.8, `${onGrid} m on the grid, ${exact} m exactly`);
  const fills = await page.locator("table.figures .swatch rect").evaluateAll((all) => all.map((e) => e.getAttribute("fill")));
  assert.equal(new Set(fills).size, fills.length, "a colour each");
  await keepScreenshot(page, screenshots, "path-walls");
  await page.getByRole("button", { name: "Measure" }).click();
  await eventually("what queries cost, for five radii", async () => (await page.locator("table.profile tbody tr").count()) === 5);
  assert.match(await page.locator("table.profile tbody tr").first().innerText(), /a point\s+100 %\s+[\d.]+ [µm]s/);
  print(`four walls without width: ${exact} m exactly, ${onGrid} m on a grid of 0.8 m`);
}

/** The place that a label of the map points at. */
export async function labelled(page, text) {
  const box = await page.locator(".label", { hasText: text }).boundingBox();
  return { x: box.x - 16, y: box.y + 11 };
}
