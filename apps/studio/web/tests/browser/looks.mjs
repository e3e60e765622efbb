// The page at the sizes and in the colours it is used in: nothing sticks out of the window, everything can be reached, and
// axe-core has nothing serious to say of any activity or dialog.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assertNotBlank, eventually, keepScreenshot, openPage, tab } from "./looking.mjs";
import { startServer } from "./server.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ALL = ["Draw", "Mesh", "Path", "Run", "Replay"];
const WINDOWS = [
  ["desktop-light", { viewport: { width: 1280, height: 720 } }],
  ["desktop-dark", { viewport: { width: 1280, height: 720 }, colorScheme: "dark" }],
  ["large-dark", { viewport: { width: 1920, height: 1080 }, colorScheme: "dark" }],
  ["tablet-light", { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ["phone-dark", { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" }],
  ["phone-light", { viewport: { width: 390, height: 844 }, hasTouch: true }],
];
/** Each with the key that opens it. */
const DIALOGS = [["help", "?"], ["gallery", "g"], ["open", "Control+o"], ["save", "Control+s"]];

export async function looks({ browser, binary, screenshots, print }) {
  const server = await startServer(binary, "blocked-door");
  let looked = 0;
  try {
    for (const [name, options] of WINDOWS) {
      const { page, context, trouble } = await openPage(browser, server.url, options);
      const accessible = name.startsWith("desktop") || name === "phone-light";
      for (const activity of ALL) {
        await tab(page, activity);
        if (activity === "Path") await page.locator(".rows, .notice").first().waitFor();
        if (activity === "Run") await assertNotBlank(page, `${activity}, ${name}`);
        await fits(page, `${activity}, ${name}`);
        await keepScreenshot(page, screenshots, `${name}-${activity.toLowerCase()}`);
        if (accessible) looked += await isAccessible(page, `${activity}, ${name}`);
        await reachesEnd(page, `${activity}, ${name}`);
      }
      for (const [dialog, key] of DIALOGS) {
        await page.keyboard.press(key);
        await page.waitForSelector("dialog[open]");
        await keepScreenshot(page, screenshots, `${name}-${dialog}`);
        if (accessible) looked += await isAccessible(page, `${dialog}, ${name}`);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
      }
      await tab(page, "Draw");
      await page.getByRole("button", { name: "New world" }).click();
      await page.waitForSelector("dialog[open]");
      if (accessible) looked += await isAccessible(page, `new world, ${name}`);
      assert.deepEqual(trouble, []);
      await context.close();
    }
  } finally {
    await server.stop();
  }
  print(`axe-core looked at ${looked} activities and dialogs`);
}

/** Nothing is cut: not by the window, not by the panel, and every button of the bars is in sight. */
async function fits(page, what) {
  const cut = await page.evaluate(() => {
    const wide = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => `${e.className || e.tagName}: ${e.scrollWidth} in ${e.clientWidth}`);
    const outside = [...document.querySelectorAll(".top button, .transport button, .transport .clock, .strip button")].filter((e) => {
      const { left, right, width } = e.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > window.innerWidth + 0.5);
    });
    return [...wide("html, .side, .side .section, .transport, .top"), ...outside.map((e) => e.getAttribute("aria-label") ?? e.textContent)];
  });
  assert.deepEqual(cut, [], `${what}: cut off`);
}

/** The panel's last part comes into sight by scrolling. */
async function reachesEnd(page, what) {
  await eventually(`${what}: the end of the panel`, () => page.evaluate(() => {
    const [side, all] = [document.querySelector(".side"), [...document.querySelectorAll(".panel > .section")]];
    side.scrollTo(0, side.scrollHeight);
    const [end, box] = [Math.max(...all.map((e) => e.getBoundingClientRect().bottom)), side.getBoundingClientRect()];
    const inside = all.every((e) => e.getBoundingClientRect().right <= box.right + 1);
    return inside && end <= box.bottom + 1;
  }));
}

/** No serious or critical finding; returns one, for counting. */
async function isAccessible(page, what) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((n) => n.target.join(" ")).join(", ")}`);
  });
  assert.deepEqual(found, [], `${what}: axe-core`);
  return 1;
}
