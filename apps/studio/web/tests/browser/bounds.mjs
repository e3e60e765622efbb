// The world's bounds change while it is drawn: what is drawn stays, in the page and on the map.

import assert from "node:assert/strict";
import { drag, eventually, itemsOfServer, newWorld, onScreen, pixels, tab, worldOfServer } from "./looking.mjs";
import { withStudio } from "./server.mjs";

/** What the panel says there is; it says so while nothing is selected. */
async function chips(page) {
  await page.keyboard.press("Escape");
  return (await page.locator(".tally .chip").allInnerTexts()).join(", ");
}

export async function grows({ browser, binary }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await newWorld(page);
    const kind = page.getByLabel("What the tools draw", { exact: true });
    await page.keyboard.press("r");
    const [a, b, c, d] = await onScreen(page, [20, 10], [30, 20], [50, 15], [63, 25]);
    await drag(page, a, b);
    await eventually("an obstacle", async () => (await chips(page)).includes("1 obstacle"));
    await kind.selectOption("floor");
    await drag(page, c, d);
    await eventually("a floor past the edge", async () => (await worldOfServer(page)).bounds[2] > 61);
    await eventually("two floors and the obstacle, still in the page", async () => (await chips(page)) === "2 floors, 1 obstacle");
    await page.keyboard.press("Control+z");
    await eventually("the floor undone", async () => (await chips(page)) === "1 floor, 1 obstacle");
    assert.equal((await worldOfServer(page)).bounds[2], 60);

    // A floor that is moved takes the bounds with it.
    await page.keyboard.press("v");
    const [edge, to] = await onScreen(page, [60, 30], [66, 30]);
    await drag(page, edge, to);
    await eventually("the floor moved", async () => (await worldOfServer(page)).bounds[0] > 4);
    await page.locator("summary", { hasText: "Selected: floor" }).waitFor();
    await eventually("both still counted", async () => (await chips(page)) === "1 floor, 1 obstacle");

    // The page draws what it says: with the obstacle deleted its place looks different.
    await pixels(page);
    await page.mouse.click((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.keyboard.press("Delete");
    await eventually("the obstacle gone", async () => (await itemsOfServer(page)).length === 1);
    await eventually("from the picture, too", async () => (await pixels(page)).changed > 1000);
    await tab(page, "Run");
  });
}
