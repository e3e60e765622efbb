// The page draws what the map holds: outlines that cross themselves, what a scenario inserts, heat on one side of a wall.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { colourAt, eventually, FLOOR, itemsOfServer, keepScreenshot, near, newWorld, OBSTACLE, onScreen, row, stepOf, tab, worldNamed, worldOfServer } from "./looking.mjs";
import { dropFile } from "./draw.mjs";
import { withStudio } from "./server.mjs";

export async function tellsTheTruth({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    await newWorld(page);
    await crossings(page, screenshots);
    await visitors(page, server, screenshots);
    await heat(page, server, screenshots);
  });
}

/** A star whose middle is wound around twice, and a bow tie: filled where they wind at all, and nowhere else. */
async function crossings(page, screenshots) {
  await page.keyboard.press("p");
  const star = [0, 1, 2, 3, 4].map((i) => [20 + 10 * Math.sin((i * 4 * Math.PI) / 5), 20 + 10 * Math.cos((i * 4 * Math.PI) / 5)]);
  const tie = [[40, 14], [52, 26], [52, 14], [40, 26]];
  for (const outline of [star, tie]) {
    for (const { x, y } of await onScreen(page, ...outline)) {
      await page.mouse.move(x, y);
      await page.mouse.click(x, y);
    }
    await page.keyboard.press("Enter");
  }
  await eventually("both in the map", async () => (await itemsOfServer(page)).filter(({ kind }) => kind === "obstacle").length === 2);
  await page.keyboard.press("v");
  await page.keyboard.press("Escape");
  const inside = await onScreen(page, [20, 20], [20, 26.5], [51, 20], [41, 20]);
  const outside = await onScreen(page, [20.3, 9.3], [46.3, 24.3], [46.3, 15.3], [10.3, 13.3]);
  await page.mouse.move(5, 400);
  for (const place of inside) await eventually(`filled at ${JSON.stringify(place)}`, async () => near(await colourAt(page, place), OBSTACLE));
  for (const place of outside) await eventually(`free at ${JSON.stringify(place)}`, async () => near(await colourAt(page, place), FLOOR));
  await keepScreenshot(page, screenshots, "draw-crossings");
}

const HALL = { type: "FeatureCollection", features: [
  { type: "Feature", properties: { kind: "outline" }, geometry: { type: "Polygon", coordinates: [[[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]] } },
  { type: "Feature", properties: { kind: "obstacle" }, geometry: { type: "LineString", coordinates: [[10, 0], [10, 20]] } },
] };

const scenario = (edits) => `about = "A hall"\nscene = "hall.geojson"\nsteps = 4000
[[agents]]
count = 60
area = [[6, 6], [9.7, 6], [9.7, 14], [6, 14]]
goal = { area = [[1, 1], [3, 1], [3, 3], [1, 3]] }
radius = 0.2
arrival = "stay"
${edits}`;

/** A box that a scenario inserts is as solid as one that was drawn, and is counted. */
async function visitors(page, server, screenshots) {
  writeFileSync(`${server.folder}/hall.geojson`, JSON.stringify(HALL));
  await dropFile(page, "box.toml", scenario("[[edits]]\nat = 1.0\ninsert = [[20, 5], [26, 5], [26, 12], [20, 12]]\n"));
  await page.getByRole("button", { name: "Go on without saving" }).click();
  await worldNamed(page, "box.toml");
  const vertices = async () => Number((await row(page, "Vertices"))?.replaceAll(",", ""));
  await tab(page, "Run");
  await eventually("two seconds", async () => (await stepOf(page)) > 20);
  const [middle, beside] = await onScreen(page, [23.3, 8.3], [32.3, 8.3]);
  await page.mouse.move(5, 400);
  await eventually("the box is filled", async () => near(await colourAt(page, middle), OBSTACLE));
  assert.ok(near(await colourAt(page, beside), FLOOR));
  await keepScreenshot(page, screenshots, "run-visitor");
  await tab(page, "Mesh");
  await eventually("and counted", async () => (await vertices()) === (await worldOfServer(page)).counts.vertices);
}

/** People crowd on one side of a wall; on the other there is no heat. */
async function heat(page, server, screenshots) {
  await dropFile(page, "hall.toml", scenario(""));
  await worldNamed(page, "hall.toml");
  await tab(page, "Run");
  await page.keyboard.press("h");
  const [crowd, beyond] = await onScreen(page, [8, 10], [10.6, 10]);
  await page.mouse.move(5, 400);
  await eventually("heat where people are", async () => !near(await colourAt(page, crowd), FLOOR));
  assert.ok(near(await colourAt(page, beyond), FLOOR), "none beyond the wall");
  await keepScreenshot(page, screenshots, "run-heat-wall");
  await page.keyboard.press("h");
}
