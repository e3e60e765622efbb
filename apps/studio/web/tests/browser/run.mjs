// Run: people move, stop, are followed, walk around what is dropped; charts, heat, exports.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertNotBlank, eventually, itemsOfServer, keepScreenshot, pauseRun, pixels, place, stepOf, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

export async function runs({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary }, async (page, server) => {
    await eventually("steps", async () => (await stepOf(page)) > 0, 15_000);
    print(`from starting the program to the first moving frame in the page: ${((performance.now() - server.startedAt) / 1000).toFixed(2)} s`);
    await tab(page, "Run");
    await assertNotBlank(page, "the crowd");
    await eventually("people who move", async () => (await pixels(page)).changed > 50);
    await eventually("some steps", async () => (await stepOf(page)) > 15);
    await keepScreenshot(page, screenshots, "run");

    await pauseRun(page);
    const paused = await stepOf(page);
    await page.waitForTimeout(300);
    assert.equal(await stepOf(page), paused, "paused is paused");
    // The page may have been a frame behind when it was paused; after one step it is not.
    const step = page.getByRole("button", { name: /^One step/ });
    await step.click();
    await eventually("a step", async () => (await stepOf(page)) > paused);
    await page.waitForTimeout(300);
    const once = await stepOf(page);
    await step.click();
    await eventually("one step", async () => (await stepOf(page)) === once + 1);

    await followOne(page);
    await keepScreenshot(page, screenshots, "run-follow");
    await page.getByRole("button", { name: /^Play/ }).click();

    const before = (await itemsOfServer(page)).filter((item) => item.kind === "obstacle").length;
    await page.keyboard.press("b");
    const at = await place(page, 0.5, 0.5);
    await page.mouse.move(at.x, at.y);
    await page.mouse.click(at.x, at.y);
    const obstacles = async () => (await itemsOfServer(page)).filter((item) => item.kind === "obstacle").length;
    await eventually("the dropped box in the server's map", async () => (await obstacles()) === before + 1);
    await page.keyboard.press("x");
    await page.mouse.click(at.x, at.y);
    await eventually("the box taken away", async () => (await obstacles()) === before);
    await page.keyboard.press("l");

    await page.keyboard.press("h");
    await page.locator(".ramp", { hasText: "a m²" }).waitFor();
    await eventually("heat on the map", async () => (await pixels(page)).changed > 50);
    await keepScreenshot(page, screenshots, "run-heat");
    await page.keyboard.press("h");

    await setWhileRunning(page, screenshots);
    await exportEverything(page, print);
    await page.getByLabel("Seed", { exact: true }).fill("7");
    await page.getByLabel("Seed", { exact: true }).press("Enter");
    await eventually("a run of some length", async () => (await stepOf(page)) > 30);
    await page.getByRole("button", { name: /^Reset: start/ }).click();
    await eventually("a run from the start", async () => (await stepOf(page)) < 30);
  });
}

/** The length of a step counts at once; how people avoid each other needs a new start, which is offered. */
async function setWhileRunning(page, screenshots) {
  await page.locator("summary", { hasText: /^Settings/ }).click();
  const dt = page.getByLabel("Length of a step", { exact: true });
  const before = await stepOf(page);
  await dt.fill("0.2");
  await dt.press("Enter");
  await eventually("steps go on from where they were", async () => (await stepOf(page)) > before + 1);
  const clock = async () => {
    const [minutes, seconds] = (await page.locator(".clock b").first().innerText()).split(":").map(Number);
    return { seconds: 60 * minutes + seconds, step: await stepOf(page) };
  };
  await pauseRun(page);
  const then = await clock();
  for (let i = 0; i < 5; i++) await page.getByRole("button", { name: /^One step/ }).click();
  await eventually("five steps", async () => (await stepOf(page)) === then.step + 5);
  const now = await clock();
  assert.ok(Math.abs(now.seconds - then.seconds - 1) < 0.11, `five steps took ${now.seconds - then.seconds} s of 1`);
  assert.equal(await page.getByRole("button", { name: "Reset now" }).count(), 0);
  await page.getByLabel("Avoidance ⟳").selectOption("social_force");
  await page.getByRole("button", { name: "Reset with these" }).waitFor();
  await keepScreenshot(page, screenshots, "run-settings");
  await page.getByRole("button", { name: "Reset with these" }).click();
  await eventually("a new run", async () => (await stepOf(page)) < then.step);
  await page.getByRole("button", { name: "Reset now" }).waitFor({ state: "detached" });
  await dt.fill("0.1");
  await dt.press("Enter");
  const play = page.getByRole("button", { name: /^Play/ });
  if ((await play.count()) > 0) await play.click();
}

/** Hovers over the map until a person is under the pointer, then clicks. */
async function followOne(page) {
  const box = await page.locator(".canvas canvas").boundingBox();
  for (let i = 0; i < 400; i++) {
    const x = box.x + box.width * (0.1 + (0.8 * ((i * 0.618) % 1)));
    const y = box.y + box.height * (0.15 + (0.65 * ((i * 0.7549) % 1)));
    await page.mouse.move(x, y);
    if (i % 4 === 0) await page.waitForTimeout(15);
    if ((await page.locator("summary", { hasText: /^Person \d+/ }).count()) === 0) continue;
    await page.mouse.click(x, y);
    await page.waitForSelector("summary:has-text('Following person')", { timeout: 3000 });
    return;
  }
  throw new Error("nobody was under the pointer at 400 places");
}

async function exportEverything(page, print) {
  const sizes = [];
  for (const name of ["CSV", "Parquet", "Figures", "PNG"]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    const bytes = readFileSync(await file.path());
    assert.ok(bytes.length > 100, `${name} has ${bytes.length} bytes`);
    if (name === "Parquet") assert.equal(bytes.subarray(0, 4).toString(), "PAR1");
    if (name === "PNG") assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    sizes.push(`${name} ${(bytes.length / 1024).toFixed(0)} kB`);
  }
  print(`exported ${sizes.join(", ")}`);
}
