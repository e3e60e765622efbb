// Charts say their values, compare runs and note what happened; who has no way is told with the reason; a run is replayed at once.

import assert from "node:assert/strict";
import { drag, eventually, itemsOfServer, keepScreenshot, newWorld, onScreen, pauseRun, pixels, place, row, stepOf, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const titles = (page) => page.locator(".charts .u-title").allInnerTexts();

export async function charts({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Run");
    // Not as fast as it can: the run would be over before its charts are looked at.
    await page.getByLabel("Speed", { exact: true }).selectOption("4");
    await eventually("a run of some length", async () => (await stepOf(page)) > 150);
    await page.getByLabel("Speed", { exact: true }).selectOption("1");
    await page.keyboard.press("b");
    const at = await place(page, 0.3, 0.5);
    await page.mouse.move(at.x, at.y);
    await page.mouse.click(at.x, at.y);
    await page.keyboard.press("l");
    await page.locator(".log li", { hasText: "draw obstacle" }).waitFor();

    const chart = page.locator(".charts .u-over").nth(2);
    await chart.scrollIntoViewIfNeeded();
    await chart.hover();
    await eventually("values under the pointer in every chart", async () => (await titles(page)).filter((text) => / at [\d.]+ s/.test(text)).length >= 3);
    assert.match((await titles(page))[2], /^People inside: \d+ at [\d.]+ s/);
    await page.getByRole("button", { name: /^Reset: start/ }).click();
    await page.getByText("Dashed: the run before").waitFor();
    await eventually("a second run", async () => (await stepOf(page)) > 20);
    await page.locator(".charts .u-over").nth(2).hover();
    await eventually("both runs are read", async () => (await titles(page)).some((text) => /before [\d.,]+/.test(text)));
    await keepScreenshot(page, screenshots, "run-charts");
    await colours(page, screenshots);
    await replaysAtOnce(page, screenshots);
    await tellsTroubles(page, screenshots);
  });
}

/** Colours tell sources, models or sizes, each with its legend. */
async function colours(page, screenshots) {
  const tell = page.getByLabel("What colours tell");
  await tell.scrollIntoViewIfNeeded();
  await tell.selectOption("model");
  await page.locator(".legend li", { hasText: /^ORCA/ }).waitFor();
  await tell.selectOption("size");
  await page.locator(".ramp", { hasText: "18 cm" }).waitFor();
  await eventually("everyone in colours of the ramp", async () => (await pixels(page)).colours > 20);
  await keepScreenshot(page, screenshots, "run-sizes");
  await tell.selectOption("source");
}

/** The run just made is looked at without a file, with heat, and then goes on. */
async function replaysAtOnce(page, screenshots) {
  await page.keyboard.press("Space");
  await pauseRun(page);
  const before = await stepOf(page);
  await tab(page, "Replay");
  await page.getByRole("button", { name: "Replay this run" }).click();
  const slider = page.getByLabel("Frame", { exact: true });
  await slider.waitFor();
  await eventually("all of its frames", async () => Number(await slider.getAttribute("max")) === before);
  await slider.fill("0");
  await eventually("the first", async () => /frame 1 of/.test(await page.locator(".clock").innerText()));
  await pixels(page);
  await page.locator(".toggle", { hasText: "Density as heat" }).click();
  await eventually("heat", async () => (await pixels(page)).changed > 500);
  await keepScreenshot(page, screenshots, "replay-heat");
  await page.locator(".toggle", { hasText: "Density as heat" }).click();
  await page.getByRole("button", { name: "Back to the run" }).click();
  await eventually("the run where it was", async () => (await stepOf(page)) === before);
  assert.ok((await itemsOfServer(page)).some(({ kind }) => kind === "source"), "with its people");
}

/** A goal behind a wall: how many have no way, and why. */
async function tellsTroubles(page, screenshots) {
  await newWorld(page, 40, 20, true);
  const kind = page.getByLabel("What the tools draw", { exact: true });
  const [a, b, c, d, e, f] = await onScreen(page, [4, 6], [12, 14], [30, 8], [36, 12], [20, -2], [20, 22]);
  for (const [what, from, to] of [["source", a, b], ["goal", c, d]]) {
    await kind.selectOption(what);
    await page.getByRole("button", { name: /^Rectangle/ }).click();
    await drag(page, from, to);
    await eventually(`a ${what}`, async () => (await itemsOfServer(page)).some((item) => item.kind === what));
  }
  await page.keyboard.press("w");
  for (const { x, y } of [e, f]) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press("Enter");
  await eventually("a wall", async () => (await itemsOfServer(page)).some((item) => item.kind === "wall"));
  await tab(page, "Run");
  const play = page.getByRole("button", { name: /^Play/ });
  if ((await play.count()) > 0) await play.click();
  await eventually("people without a way", async () => Number(await row(page, "Without a way")) > 10, 30_000);
  await page.getByRole("button", { name: "Why, and where" }).click();
  await page.getByText("The goal is walled off.").waitFor();
  await page.getByRole("button", { name: /^person \d+/ }).first().click();
  await keepScreenshot(page, screenshots, "run-troubles");
}
