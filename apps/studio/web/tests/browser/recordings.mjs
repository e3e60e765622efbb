// A recording holds the map with its times: walls without width, and what came and went while people walked.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { eventually, itemsOfServer, keepScreenshot, tab } from "./looking.mjs";
import { dropFile } from "./draw.mjs";
import { dropBytes } from "./replay.mjs";
import { withStudio } from "./server.mjs";

const SCENE = { type: "FeatureCollection", features: [
  { type: "Feature", properties: { kind: "outline" }, geometry: { type: "Polygon", coordinates: [[[0, 0], [40, 0], [40, 20], [0, 20], [0, 0]]] } },
  { type: "Feature", properties: { kind: "obstacle" }, geometry: { type: "LineString", coordinates: [[20, 2], [20, 8], [24, 8]] } },
] };

/** A box stands from second 1 to second 2.5. */
const SCENARIO = `scene = "walls.geojson"
seed = 1
steps = 60

[[agents]]
count = 6
area = [[2, 2], [8, 2], [8, 18], [2, 18]]
goal = { area = [[32, 2], [38, 2], [38, 18], [32, 18]] }
radius = 0.25
speed = 1.3
arrival = "leave"

[[edits]]
at = 1.0
insert = [[10, 9], [12, 9], [12, 11], [10, 11]]
name = "box"

[[edits]]
at = 2.5
remove = "box"
`;

export async function records({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    writeFileSync(`${server.folder}/walls.geojson`, JSON.stringify(SCENE));
    await dropFile(page, "walls.toml", SCENARIO);
    await page.waitForFunction(() => document.querySelector(".world-name")?.textContent === "walls.toml");
    await tab(page, "Run");
    await eventually("four seconds", async () => Number((await page.locator(".clock").first().innerText()).replace(/.*step /s, "")) >= 45);
    await page.getByRole("button", { name: /^Pause/ }).click();
    const files = {};
    for (const name of ["Sqlite", "Parquet"]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      files[name.toLowerCase()] = await file.path();
    }
    hasWallsForOthers(files.sqlite, print);
    for (const [ending, path] of Object.entries(files)) {
      await dropBytes(page, `again.${ending}`, readFileSync(path));
      await page.waitForFunction((name) => document.querySelector(".world-name")?.textContent === name, `again.${ending}`);
      await showsItAsItWas(page, ending);
      await keepScreenshot(page, screenshots, `replay-box-${ending}`);
    }
  });
}

/** The box comes, goes and, going back, is there again; the wall always is. */
async function showsItAsItWas(page, ending) {
  const slider = page.getByLabel("Frame", { exact: true });
  await slider.waitFor();
  for (const [frame, boxes] of [[2, 0], [14, 1], [20, 1], [30, 0], [14, 1], [0, 0]]) {
    await slider.fill(String(frame));
    await eventually(`${boxes} boxes in frame ${frame} of ${ending}`, async () => {
      const items = await itemsOfServer(page);
      const is = (kind) => items.filter((item) => item.kind === kind).length;
      return is("obstacle") === boxes && is("wall") === 1 && is("floor") === 1;
    });
  }
  const wall = (await itemsOfServer(page)).find(({ kind }) => kind === "wall");
  assert.equal(wall.rings[0].length, 3, "the wall as it was drawn");
}

/** What JuPedSim's tools read: every frame has its area, and the wall is a hole in each. */
function hasWallsForOthers(file, print) {
  const script = `
import sqlite3, sys
con = sqlite3.connect(sys.argv[1])
areas = dict(con.execute("SELECT hash, wkt FROM geometry"))
frames = dict(con.execute("SELECT frame, geometry_hash FROM frame_data"))
print([areas[frames[f]].count("(") - 2 for f in (2, 14, 30)], len(areas))
`;
  const said = execFileSync("python3", ["-c", script, file], { encoding: "utf8" }).trim();
  assert.equal(said, "[1, 2, 1] 2", "holes in frames 2, 14 and 30, and areas in all");
  print(`areas of the database, holes in frames 2, 14, 30 and areas in all: ${said}`);
}
