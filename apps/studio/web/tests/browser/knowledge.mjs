// Run: what people believe. News of a shut door spreads, and colours tell who has not heard of it.

import assert from "node:assert/strict";
import { ask, eventually, keepScreenshot, pauseRun, pixels, stepOf, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const KNOWS = [0x2f, 0x7f, 0xb5];
const IS_MISTAKEN = [0xc9, 0xa2, 0x27];

export async function tellsWhoKnows({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "news" }, async (page) => {
    await tab(page, "Run");
    await pauseRun(page);
    await page.getByRole("button", { name: /^Reset: start/ }).click();
    await page.getByLabel("What colours tell", { exact: true }).selectOption("knowledge");
    const legend = page.getByRole("list", { name: "Colours of people" });
    assert.equal(await legend.locator("li").count(), 2, "who knows, and who does not");
    const look = async () => {
      await pixels(page);
      const count = ([r, g, b]) => page.evaluate(([r, g, b]) => {
        let found = 0;
        for (let i = 0; i < window.nowPixels.length; i += 4) {
          if (Math.abs(window.nowPixels[i] - r) + Math.abs(window.nowPixels[i + 1] - g) + Math.abs(window.nowPixels[i + 2] - b) < 12) found++;
        }
        return found;
      }, [r, g, b]);
      return { knows: await count(KNOWS), mistaken: await count(IS_MISTAKEN) };
    };
    await ask(page, { do: "step", count: 150 });
    await eventually("150 steps", async () => (await stepOf(page)) >= 150);
    await eventually("before the door is shut all know everything", async () => {
      const { knows, mistaken } = await look();
      return knows > 100 && mistaken === 0;
    });
    // The door is shut after 200 steps, and only those near it see that.
    await ask(page, { do: "step", count: 150 });
    await eventually("300 steps", async () => (await stepOf(page)) >= 300);
    let now = await look();
    await eventually("some who have not heard of it, and some who have", async () => {
      now = await look();
      return now.knows > 20 && now.mistaken > 20;
    });
    print(`news: ${now.knows} pixels of those who know, ${now.mistaken} of those who do not`);
    await keepScreenshot(page, screenshots, "run-knowledge");

    // The setting is the scenario's; without it nobody is mistaken, and the legend says so.
    await page.locator("summary", { hasText: /^Settings/ }).click();
    const believes = page.getByLabel("Plan on what they believe ⟳", { exact: true });
    assert.equal(await believes.inputValue(), "on");
    await believes.selectOption("off");
    await page.getByRole("button", { name: "Reset with these" }).click();
    await page.getByText(/^Everybody knows all that stands here/).waitFor();
  });
}
