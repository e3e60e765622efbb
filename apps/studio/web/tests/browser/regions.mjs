// Regions: drawn, given another kind, saved and opened again; nobody who walks is asked to begin again.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drag, eventually, itemsOfServer, keepScreenshot, newWorld, pixels, place, row, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const regionsOf = async (page) => (await itemsOfServer(page)).filter(({ kind }) => kind === "region");

export async function marksRegions({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    await newWorld(page);
    await page.keyboard.press("r");
    await drag(page, await place(page, 0.45, 0.4), await place(page, 0.55, 0.6));
    await eventually("an obstacle", async () => (await itemsOfServer(page)).some(({ kind }) => kind === "obstacle"));

    await page.getByLabel("What the tools draw", { exact: true }).selectOption("region");
    await pixels(page);
    await drag(page, await place(page, 0.15, 0.3), await place(page, 0.5, 0.7));
    await eventually("a region of grass", async () => (await regionsOf(page)).some(({ name }) => name === "grass"));
    await eventually("and it is drawn", async () => (await pixels(page)).changed > 1000);
    await page.getByLabel("Kind of region").fill("water");
    await page.getByLabel("Kind of region").blur();
    await page.keyboard.press("r");
    await drag(page, await place(page, 0.6, 0.3), await place(page, 0.85, 0.7));
    await eventually("a region of water", async () => (await regionsOf(page)).some(({ name }) => name === "water"));
    assert.equal(await page.locator("text=Reset the run now").count(), 0, "a region is in nobody's way");
    await keepScreenshot(page, screenshots, "regions");

    await tab(page, "Mesh");
    await eventually("both are counted", async () => (await row(page, "Regions")) === "2");
    await page.keyboard.press("Control+1");
    await page.keyboard.press("Control+z");
    await eventually("undone", async () => (await regionsOf(page)).length === 1);
    await page.keyboard.press("Control+y");
    await eventually("done again", async () => (await regionsOf(page)).length === 2);

    await page.keyboard.press("Control+s");
    await page.getByLabel("File name").fill("park");
    await page.locator("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await eventually("saved", () => readdirSync(server.folder).includes("park.toml"));
    await page.waitForSelector("dialog", { state: "detached" });
    const scene = readdirSync(server.folder).find((name) => name.startsWith("park") && name.endsWith(".geojson"));
    assert.match(readFileSync(join(server.folder, scene), "utf8"), /"region"/, "the scene beside it has them");
    await page.keyboard.press("Control+o");
    await page.locator(".files button", { hasText: "park.toml" }).click();
    await eventually("opened again with their kinds", async () => {
      const names = (await regionsOf(page)).map(({ name }) => name).sort();
      return names.join() === "grass,water";
    });
  });
}
