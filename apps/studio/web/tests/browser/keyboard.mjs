// The keyboard: what was clicked does not take its keys, dialogs begin with what one came for, things are drawn without a mouse.

import assert from "node:assert/strict";
import { drag, eventually, itemsOfServer, newWorld, place, tab, worldOfServer } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const plays = async (page) => (await page.getByRole("button", { name: /^Pause/ }).count()) > 0;

export async function listensToKeys({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Run");
    await eventually("playing", () => plays(page));
    await page.keyboard.press("Space");
    await eventually("paused by Space after a click on the tab", async () => !(await plays(page)));
    await page.locator("summary", { hasText: "Export" }).click();
    await page.locator("summary", { hasText: "Export" }).click();
    await page.keyboard.press("Space");
    await eventually("playing again after a click on a heading", () => plays(page));
    assert.ok(await page.locator("details", { hasText: "Trajectories as CSV" }).last().evaluate((e) => e.open), "and the heading is as it was");

    // Space with the pointer moves the view, and only that.
    await page.mouse.move(400, 300);
    await page.keyboard.down("Space");
    await drag(page, await place(page, 0.4, 0.4), await place(page, 0.5, 0.5));
    await page.keyboard.up("Space");
    await page.keyboard.press("Space");
    await eventually("paused by the Space after it", async () => !(await plays(page)));

    await tab(page, "Draw");
    for (const [open, selector] of [["New world", "input"], ["Open", ".files button, input"], ["Save", "input"]]) {
      await page.getByRole("button", { name: open, exact: true }).click();
      await page.waitForSelector("dialog");
      await eventually(`${open} begins with what one came for`, () => page.evaluate((s) => document.activeElement?.matches(`dialog :is(${s})`), selector));
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    await page.getByRole("button", { name: "New world" }).click();
    await page.waitForFunction(() => document.activeElement?.matches("dialog input"));
    await page.keyboard.type("50");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    await eventually("a world by Enter", async () => (await worldOfServer(page)).bounds.join() === "0,0,50,40");
    await drawByKeys(page);
    await newWorld(page, 60, 40, true);
  });
}

async function drawByKeys(page) {
  await page.keyboard.press("r");
  for (const key of ["ArrowLeft", "ArrowUp", "Space", "ArrowRight", "Shift+ArrowRight", "ArrowDown", "Shift+ArrowDown", "Space"]) await page.keyboard.press(key);
  const rectangle = await eventually("a rectangle", async () => (await itemsOfServer(page)).find(({ kind }) => kind === "obstacle"));
  assert.equal(rectangle.rings[0].length, 4);
  await page.keyboard.press("w");
  for (const key of ["Shift+ArrowLeft", "Space", "Shift+ArrowUp", "Space", "Shift+ArrowLeft", "Space", "Enter"]) await page.keyboard.press(key);
  await eventually("a wall of three corners", async () => (await itemsOfServer(page)).find(({ kind }) => kind === "wall")?.rings[0].length === 3);
  await page.keyboard.press("Escape");
}
