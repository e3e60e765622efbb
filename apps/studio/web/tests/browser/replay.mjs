// Replay: what a run recorded is opened again and scrubbed through.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertNotBlank, eventually, keepScreenshot, pixels, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

export async function replays({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "crossing" }, async (page) => {
    await tab(page, "Run");
    await page.waitForTimeout(3000);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Sqlite", exact: true }).click()]);
    const bytes = readFileSync(await file.path());
    await tab(page, "Replay");
    assert.match(await page.locator(".empty").innerText(), /No recording is open/);
    const transfer = await page.evaluateHandle((data) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], "recorded.sqlite"));
      return transfer;
    }, bytes.toString("base64"));
    await page.dispatchEvent("#app", "drop", { dataTransfer: transfer });
    const slider = page.getByLabel("Frame", { exact: true });
    await slider.waitFor({ timeout: 15_000 });
    const pause = page.getByRole("button", { name: /^Pause/ });
    if ((await pause.count()) > 0) await pause.click();
    const frames = Number(await slider.getAttribute("max")) + 1;
    assert.ok(frames > 10, `${frames} frames`);
    await slider.fill("0");
    await eventually("the first frame", async () => /frame 1 of/.test(await page.locator(".clock").innerText()));
    await page.waitForTimeout(300);
    await pixels(page);
    await slider.fill(String(frames - 1));
    await eventually("the last frame, with people elsewhere", async () => (await pixels(page)).changed > 50);
    await assertNotBlank(page, "the replay");
    await keepScreenshot(page, screenshots, "replay");
    print(`a recording of ${frames} frames, ${(bytes.length / 1024).toFixed(0)} kB`);
  });
}
