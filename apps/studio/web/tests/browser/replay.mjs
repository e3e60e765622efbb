// Replay: what a run recorded is opened again and scrubbed through.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertNotBlank, eventually, keepScreenshot, pixels, pressPause, standsStill, stepOf, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";

export async function replays({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "crossing" }, async (page) => {
    await tab(page, "Run");
    await eventually("a run of some length", async () => (await stepOf(page)) > 25);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Sqlite", exact: true }).click()]);
    const bytes = readFileSync(await file.path());
    await tab(page, "Replay");
    assert.match(await page.locator(".empty").innerText(), /No recording is open/);
    await dropBytes(page, "recorded.sqlite", bytes);
    const slider = page.getByLabel("Frame", { exact: true });
    await slider.waitFor({ timeout: 15_000 });
    await pressPause(page);
    const frames = Number(await slider.getAttribute("max")) + 1;
    assert.ok(frames > 10, `${frames} frames`);
    await slider.fill("0");
    await eventually("the first frame", async () => /frame 1 of/.test(await page.locator(".clock").innerText()));
    await standsStill(page);
    await slider.fill(String(frames - 1));
    await eventually("the last frame, with people elsewhere", async () => (await pixels(page)).changed > 50);
    await assertNotBlank(page, "the replay");
    await keepScreenshot(page, screenshots, "replay");
    print(`a recording of ${frames} frames, ${(bytes.length / 1024).toFixed(0)} kB`);
    await withoutMap(page, bytes, screenshots);
  });
}

/** A recording that does not say where it was walks on an empty floor, until its scene is dropped. */
async function withoutMap(page, bytes, screenshots) {
  const bare = Buffer.from(bytes.toString("latin1").replaceAll("geometry", "geometrx"), "latin1");
  await dropBytes(page, "bare.sqlite", bare);
  await page.waitForSelector(".notice:has-text('no map')");
  await pressPause(page);
  await keepScreenshot(page, screenshots, "replay-without-map");
  await pixels(page);
  const ring = [[-40, -4], [40, -4], [40, 4], [-40, 4], [-40, -4]];
  await dropFile(page, "street.geojson", JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: { kind: "outline" }, geometry: { type: "Polygon", coordinates: [ring] } }] }));
  await page.waitForSelector(".notice:has-text('no map')", { state: "detached" });
  await eventually("the scene under the people", async () => (await pixels(page)).changed > 1000);
  assert.ok((await page.getByLabel("Frame", { exact: true }).count()) > 0, "it is still a replay");
  assert.match(await page.locator(".world-name").innerText(), /bare/);
}

export async function dropBytes(page, name, bytes, type = "") {
  const transfer = await page.evaluateHandle(
    ([name, data, type]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name, { type }));
      return transfer;
    },
    [name, bytes.toString("base64"), type],
  );
  await page.dispatchEvent("#app", "drop", { dataTransfer: transfer });
}
