// Use without end, by a seeded script: open, draw, write wishes, run, replay, close. Asked for by name; NAVIGANT_MINUTES says how long. The memory
// of the program and of the page is printed now and then, and neither may say anything in its console.

import assert from "node:assert/strict";
import { drag, eventually, place, tab } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const WORLDS = ["bottleneck", "blocked-door", "crossing", "office", "plaza", "models", "guard", "behind-the-house", "keep-off-the-grass"];

function draws(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export async function uses({ browser, binary, print }) {
  const seed = Number(process.env.NAVIGANT_SEED ?? 1);
  const until = performance.now() + 60_000 * Number(process.env.NAVIGANT_MINUTES ?? 2);
  const random = draws(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    const session = await page.context().newCDPSession(page);
    const heap = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      return Math.round(usedSize / 1048576);
    };
    const deeds = { open: () => open(page, pick), draw: () => draw(page, random, pick), run: () => run(page, pick), replay: () => replay(page, random), wish: () => wish(page, pick), close: () => close(page), undo: () => page.keyboard.press(pick(["Control+z", "Control+y"])) };
    const memory = [];
    const begun = performance.now();
    const tally = {};
    for (let i = 0; performance.now() < until; i++) {
      const name = pick(Object.keys(deeds));
      await deeds[name]().catch((error) => {
        throw new Error(`seed ${seed}, deed ${i}, ${name}: ${error.message}`);
      });
      tally[name] = (tally[name] ?? 0) + 1;
      if (i % 10 === 0) memory.push([i, server.memory(), await heap()]);
    }
    print(`seed ${seed}, ${((performance.now() - begun) / 60_000).toFixed(1)} minutes; deeds: ${Object.entries(tally).map(([name, n]) => `${name} ${n}`).join(", ")}`);
    print(`deed: memory of the program and of the page in MB: ${memory.map(([i, a, b]) => `${i}: ${a}, ${b}`).join("; ")}`);
    assert.equal(server.complaints(), "", "the program said something wrong");
    assert.ok(memory.length > 0);
  });
}

async function open(page, pick) {
  await page.getByRole("button", { name: "Gallery (G)" }).click();
  const name = pick(WORLDS);
  await page.locator(".card", { has: page.locator("strong", { hasText: new RegExp(`^${name}$`) }) }).click();
  await eventually(`${name} opened`, async () => {
    const anyway = page.getByRole("button", { name: "Go on without saving" });
    if ((await anyway.count()) > 0) await anyway.click();
    return (await page.locator(".world-name").innerText()) === name && (await page.locator("dialog").count()) === 0;
  }, 60_000);
}

const WISHES = ["", "avoid near wall weight 3", "prefer near wall weight 2\navoid in grass weight 5", "never in sight of guard", "via behind house", "admire all", "never near wall weight 1e9"];

/** Wishes of a path, right and wrong ones, and the ends dragged. */
async function wish(page, pick) {
  await tab(page, "Path");
  const heading = page.locator("details", { has: page.locator("summary", { hasText: /^Wishes$/ }) }).first();
  if ((await heading.getAttribute("open")) === null) await heading.locator("summary").click();
  await page.getByLabel("Wishes of this path").fill(pick(WISHES));
  await drag(page, await place(page, 0.12, 0.5), await place(page, pick([0.2, 0.3, 0.6]), pick([0.3, 0.5, 0.7])), 4);
}

/** The page is closed and opened again; the world goes on. */
async function close(page) {
  await page.reload();
  await page.waitForSelector(".reach.open", { state: "attached", timeout: 60_000 });
}

async function draw(page, random, pick) {
  await tab(page, "Draw");
  if ((await page.locator(".notice, .empty", { hasText: "recording" }).count()) > 0) return;
  await page.keyboard.press(pick(["r", "c", "f"]));
  const [x, y] = [0.2 + 0.6 * random(), 0.2 + 0.5 * random()];
  await drag(page, await place(page, x, y), await place(page, x + 0.03, y + 0.04), 3);
  await page.keyboard.press("v");
  if (random() < 0.5) await drag(page, await place(page, x + 0.015, y + 0.02), await place(page, x + 0.05, y), 3);
  if (random() < 0.3) await page.keyboard.press("Control+d");
  if (random() < 0.4) await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
}

async function run(page, pick) {
  await tab(page, "Run");
  await page.keyboard.press(pick(["Space", "h", ".", "Space"]));
  await page.getByLabel("Speed", { exact: true }).selectOption(pick(["1", "4", "0"]));
  if (pick([true, false])) await page.getByRole("button", { name: /^Reset: start/ }).click();
  await page.waitForTimeout(500);
}

async function replay(page, random) {
  await tab(page, "Replay");
  const start = page.getByRole("button", { name: "Replay this run" });
  if ((await start.count()) === 0 || (await start.isDisabled())) return;
  await start.click();
  const slider = page.getByLabel("Frame", { exact: true });
  await slider.waitFor();
  for (let i = 0; i < 4; i++) await slider.fill(String(Math.floor(random() * (Number(await slider.getAttribute("max")) + 1))));
  await page.getByRole("button", { name: "Back to the run" }).click();
  await start.waitFor({ state: "detached" }).catch(() => undefined);
}
