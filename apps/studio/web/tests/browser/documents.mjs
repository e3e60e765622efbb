// The pictures of the README, taken from the page itself.

import { fileURLToPath } from "node:url";
import { eventually, keepScreenshot, row, tab } from "./looking.mjs";
import { dropFile } from "./draw.mjs";
import { ROOMS } from "./path.mjs";
import { withStudio } from "./server.mjs";

const FOLDER = fileURLToPath(new URL("../../../docs", import.meta.url));

export async function documents({ browser, binary }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Run");
    await page.waitForTimeout(9000);
    await page.keyboard.press("h");
    await page.waitForTimeout(2500);
    await keepScreenshot(page, FOLDER, "run");
  });
  await withStudio({ browser, binary, first: "office" }, async (page) => {
    await tab(page, "Mesh");
    for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
    await page.waitForTimeout(1500);
    await keepScreenshot(page, FOLDER, "mesh");
    await tab(page, "Draw");
    await dropFile(page, "rooms.geojson", JSON.stringify(ROOMS));
    await page.waitForFunction(() => document.querySelector(".world-name")?.textContent?.includes("rooms"));
    await tab(page, "Mesh");
    for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
    await tab(page, "Path");
    await eventually("a path", async () => Number.parseFloat((await row(page, "Length")) ?? ""));
    await page.getByLabel("Radius").fill("0.5");
    await page.waitForSelector(".notice.danger");
    await page.waitForTimeout(4500);
    await keepScreenshot(page, FOLDER, "path");
  });
}
