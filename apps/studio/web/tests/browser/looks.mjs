// The page at the sizes and in the colours it is used in; nothing may stick out of the window.

import assert from "node:assert/strict";
import { assertNotBlank, keepScreenshot, openPage, tab } from "./looking.mjs";
import { startServer } from "./server.mjs";

const ALL = ["Draw", "Mesh", "Path", "Run", "Replay"];
const WINDOWS = [
  ["desktop-dark", { viewport: { width: 1280, height: 720 }, colorScheme: "dark" }, ALL],
  ["tablet-light", { viewport: { width: 1024, height: 768 }, hasTouch: true }, ALL],
  ["tablet-upright-dark", { viewport: { width: 768, height: 1024 }, hasTouch: true, colorScheme: "dark" }, ALL],
];

export async function looks({ browser, binary, screenshots }) {
  const server = await startServer(binary);
  try {
    for (const [name, options, activities] of WINDOWS) {
      const { page, context, trouble } = await openPage(browser, server.url, options);
      for (const activity of activities) {
        await tab(page, activity);
        await page.waitForTimeout(300);
        if (activity === "Path") await page.locator(".rows, .notice").first().waitFor();
        if (activity === "Run") await assertNotBlank(page, `${activity}, ${name}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wider <= 0, `${activity}, ${name}: ${wider} pixels stick out`);
        await keepScreenshot(page, screenshots, `${name}-${activity.toLowerCase()}`);
      }
      await page.keyboard.press("?");
      await page.waitForSelector("dialog");
      await keepScreenshot(page, screenshots, `${name}-help`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await page.waitForSelector(".card");
      await keepScreenshot(page, screenshots, `${name}-gallery`);
      assert.deepEqual(trouble, []);
      await context.close();
    }
  } finally {
    server.stop();
  }
}
