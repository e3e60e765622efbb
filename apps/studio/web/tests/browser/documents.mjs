// The pictures of the README, taken from the page itself.

import { fileURLToPath } from "node:url";
import { drag, eventually, keepScreenshot, onScreen, pauseRun, row, standsStill, stepOf, tab } from "./looking.mjs";
import { dropFile } from "./draw.mjs";
import { labelled, ROOMS } from "./path.mjs";
import { withStudio } from "./server.mjs";

const FOLDER = fileURLToPath(new URL("../../../docs", import.meta.url));

export async function documents({ browser, binary }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Run");
    await eventually("a crowd at the door", async () => (await stepOf(page)) > 90);
    await page.keyboard.press("h");
    await eventually("and heat", async () => (await stepOf(page)) > 115);
    await keepScreenshot(page, FOLDER, "run");
  });
  await withStudio({ browser, binary, first: "office" }, async (page) => {
    await tab(page, "Run");
    await pauseRun(page);
    await tab(page, "Mesh");
    for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
    await standsStill(page);
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
    // Until what was said of opening is gone.
    await page.waitForFunction(() => document.querySelectorAll(".toast").length === 0);
    await standsStill(page);
    await keepScreenshot(page, FOLDER, "path");
  });
  await withStudio({ browser, binary, first: "behind-the-house" }, async (page) => {
    await tab(page, "Run");
    await pauseRun(page);
    await tab(page, "Path");
    const wished = async () => Number.parseFloat((await row(page, "Wished length")) ?? "");
    await eventually("a plan", async () => (await wished()) > 0);
    const [start, goal] = await onScreen(page, [5, 12], [55, 12]);
    await drag(page, await labelled(page, "Start"), start);
    await drag(page, await labelled(page, "Goal"), goal);
    await eventually("it goes behind the house, the shortest path in front", async () => (await wished()) > Number.parseFloat(await row(page, "Length")) + 2);
    await page.mouse.move(5, 400);
    await page.locator("summary", { hasText: /^Wishes$/ }).evaluate((heading) => heading.scrollIntoView());
    await page.waitForFunction(() => document.querySelectorAll(".toast").length === 0);
    await standsStill(page);
    await keepScreenshot(page, FOLDER, "wishes");
  });
}
