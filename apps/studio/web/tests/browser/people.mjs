// Sources and goals: drawn in any order, as many people as there is room for, and the end of a run.

import assert from "node:assert/strict";
import { ask, drag, eventually, itemsOfServer, keepScreenshot, newWorld, onScreen, tab, toast } from "./looking.mjs";
import { withStudio } from "./server.mjs";

export async function comesAndGoes({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await newWorld(page, 30, 20);
    const kind = page.getByLabel("What the tools draw", { exact: true });
    await kind.selectOption("source");
    await page.getByRole("button", { name: /^Rectangle/ }).click();
    const [a, b, c, d] = await onScreen(page, [2, 8], [5, 11], [24, 8], [28, 12]);
    await drag(page, a, b);
    // 50 do not stand on 9 m², but some do.
    await toast(page, /There is room for \d+ of the 50 people/, "warning");
    const source = async () => (await itemsOfServer(page)).find((item) => item.kind === "source")?.source;
    await eventually("a source without a goal", async () => (await source())?.goal === null);
    const { inside } = await ask(page);
    assert.ok(inside > 10 && inside < 50, `${inside} people have come`);

    await kind.selectOption("goal");
    await drag(page, c, d);
    await eventually("the source leads to the goal that came later", async () => {
      const items = await itemsOfServer(page);
      return items.find((item) => item.kind === "source").source.goal === items.find((item) => item.kind === "goal")?.key;
    });
    await page.keyboard.press("Control+z");
    await eventually("with the goal undone it leads nowhere again", async () => (await source()).goal === null);
    await page.keyboard.press("Control+y");
    await eventually("the goal again", async () => (await source()).goal !== null);

    // To the end, as fast as it goes: nobody is left in the picture, and nothing of the table is cut.
    await tab(page, "Run");
    await page.getByLabel("Speed", { exact: true }).selectOption("0");
    const play = page.getByRole("button", { name: /^Play/ });
    if ((await play.count()) > 0) await play.click();
    await page.locator("summary", { hasText: "This run's figures" }).waitFor({ timeout: 60_000 });
    assert.match(await page.locator(".transport").innerText(), /\b0 inside/);
    assert.equal((await ask(page)).inside, 0, "people in the last frame");
    for (const [width, height] of [[1280, 720], [820, 1180], [390, 844]]) {
      await page.setViewportSize({ width, height });
      const cut = () => page.evaluate(() => [...document.querySelectorAll(".side, .side .section, .side .rows > div")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => `${e.className} ${e.scrollWidth} in ${e.clientWidth}`));
      // Charts take their new width a moment later.
      await eventually(`nothing cut off at ${width} × ${height}`, async () => (await cut()).length === 0);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await keepScreenshot(page, screenshots, "run-ended");

    // Another world knows nothing of this one.
    await page.keyboard.press("h");
    await tab(page, "Draw");
    await drag(page, ...(await onScreen(page, [12, 4], [14, 6])));
    await eventually("a second goal", async () => (await itemsOfServer(page)).length === 4);
    await newWorld(page, 50, 30, true);
    await tab(page, "Mesh");
    assert.equal(await page.getByText("No edit yet.").count(), 1, "the last edit was of the world before");
  });
}
