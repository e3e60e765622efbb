// A recording is looked at as a run is: charts of all of it, trails, people, and another recording beside it, in step.

import assert from "node:assert/strict";
import { ask, eventually, keepScreenshot, onScreen, pixels, pressPause, row, stepOf, tab, worldNamed, worldOfServer } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const titles = (page) => page.locator(".charts .u-title").allInnerTexts();
const frameOf = async (page) => Number(/frame ([\d,]+) of/.exec(await page.locator(".clock").innerText())?.[1].replaceAll(",", ""));

export async function comparesRecordings({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "blocked-door" }, async (page) => {
    for (const [name, seed] of [["a.sqlite", 1], ["b.parquet", 2]]) {
      await ask(page, { do: "pause" }, { do: "reset", seed }, { do: "step", count: 120 });
      await eventually("a run of 120 steps", async () => (await stepOf(page)) === 120);
      const { replies } = await ask(page, { do: "export", what: name.split(".")[1], path: name });
      assert.ok(replies[0].ok, JSON.stringify(replies[0]));
    }
    await tab(page, "Replay");
    await page.getByRole("button", { name: "Open a trajectory" }).click();
    await page.locator(".files button", { hasText: "a.sqlite" }).click();
    await worldNamed(page, "a.sqlite");
    const slider = page.getByLabel("Frame", { exact: true });
    await slider.waitFor();
    await pressPause(page);
    await wholeRecording(page, slider, screenshots);
    await besideIt(page, slider, screenshots);
  });
}

/** Charts are of the whole recording at once; a click goes there. People have trails, and a past and a future. */
async function wholeRecording(page, slider, screenshots) {
  await slider.fill("60");
  await eventually("values of three charts at the time shown", async () => (await titles(page)).length === 3 && (await titles(page)).every((t) => / at 6\.0 s/.test(t)));
  assert.match((await titles(page))[0], /^People inside: \d+ at/);
  assert.match((await titles(page))[1], /^Mean speed, m\/s: [\d.]+ at/);
  await pixels(page);
  await page.getByLabel("Length of trails in seconds").fill("8");
  await eventually("trails", async () => (await pixels(page)).changed > 100);
  const chart = page.locator(".charts .u-over").first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + 0.25 * box.width, box.y + box.height / 2);
  await eventually("the frame that was clicked", async () => (await frameOf(page)) > 20 && (await frameOf(page)) < 45);
  await page.mouse.move(5, 400);
  // Somebody, wherever that is.
  const { replies } = await ask(page, { do: "route", agent: 0 });
  const { position, past, walked } = replies[0].ok;
  assert.ok(past.length > 20 && walked > 0, "it has come from somewhere");
  const [at] = await onScreen(page, position);
  await page.mouse.move(at.x - 3, at.y);
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y);
  await eventually("who it is", async () => Number.parseFloat((await row(page, "Has walked")) ?? "") > 0);
  const before = await row(page, "Has walked");
  await slider.fill(String((await frameOf(page)) + 4));
  await eventually("further on", async () => (await row(page, "Has walked")) !== before);
  await keepScreenshot(page, screenshots, "replay-trails");
  await page.keyboard.press("Escape");
  await page.getByLabel("Length of trails in seconds").fill("0");
}

/** Two recordings in one world, the second to the right of the first, both at the same time. */
async function besideIt(page, slider, screenshots) {
  const alone = (await worldOfServer(page)).bounds;
  await page.getByRole("button", { name: "Another beside it" }).click();
  await page.locator(".files button", { hasText: "b.parquet" }).click();
  await worldNamed(page, "a.sqlite | b.parquet");
  const both = (await worldOfServer(page)).bounds;
  assert.ok(both[2] - both[0] > 2 * (alone[2] - alone[0]), `${both} is twice as wide as ${alone}`);
  await pressPause(page);
  await slider.fill("100");
  await eventually("figures of both", async () => (await titles(page))[0] !== undefined && /^People inside: \d+ and \d+ at 10\.0 s/.test((await titles(page))[0]));
  await page.locator(".side").evaluate((side) => side.scrollTo(0, 99_999));
  await keepScreenshot(page, screenshots, "replay-beside");
  await page.getByRole("button", { name: "Alone again" }).click();
  await worldNamed(page, "a.sqlite");
  await eventually("as wide as before", async () => (await worldOfServer(page)).bounds.join() === alone.join());
}
