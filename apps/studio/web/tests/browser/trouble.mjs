// What goes wrong: bad files, outlines across themselves, a huge paste, a server that is away. The page says so and goes on.

import assert from "node:assert/strict";
import { drag, eventually, goOnWithoutSaving, itemsOfServer, place, tab, worldNamed } from "./looking.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";

export async function withstands({ browser, binary, print }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page, server) => {
    await tab(page, "Draw");
    await dropFile(page, "picture.png", "this is no picture", "image/png");
    await said(page, "error", /is not a picture/);
    await dropFile(page, "letter.docx", "PK\u0003\u0004 a letter");
    await said(page, "error", /letter\.docx|docx/);

    await page.keyboard.press("p");
    for (const [x, y] of [[0.4, 0.4], [0.5, 0.5], [0.5, 0.4], [0.4, 0.5]]) {
      const at = await place(page, x, y);
      await page.mouse.move(at.x, at.y);
      await page.mouse.click(at.x, at.y);
    }
    await page.keyboard.press("Enter");
    await said(page, "warning", /crosses itself/);

    const pasted = await page.evaluate(() => {
      const features = Array.from({ length: 100_000 }, (_, i) => {
        const [x, y] = [(i % 400) * 3, Math.floor(i / 400) * 3];
        const ring = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]];
        return { type: "Feature", properties: { kind: "obstacle" }, geometry: { type: "Polygon", coordinates: [ring] } };
      });
      const text = JSON.stringify({ type: "FeatureCollection", features });
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      return text.length;
    });
    const start = performance.now();
    await goOnWithoutSaving(page);
    const answer = await eventually(
      "an answer to 100,000 obstacles",
      // Opened or refused; a message may be gone again before a busy page is asked for it.
      async () => [...(await page.locator(".world-name, .toast").allInnerTexts())].find((text) => /pasted/i.test(text)),
      60_000,
    );
    print(`100,000 obstacles pasted (${(pasted / 1048576).toFixed(1)} MB): answered after ${((performance.now() - start) / 1000).toFixed(1)} s: ${answer.split("\n")[0]}`);
    if (/^pasted/.test(answer)) await worksMeanwhile(page, server, print);
    assert.ok((await itemsOfServer(page)).length < 50_000);
    await comesBack(browser, server.url);
  });
}

/** Heavy layers of 100,000 obstacles are made aside: edits, undo and another world do not wait for them. */
async function worksMeanwhile(page, server, print) {
  await page.getByRole("button", { name: "Gallery (G)" }).waitFor();
  await tab(page, "Mesh");
  const busy = page.locator(".toggle .spinner");
  for (const key of ["3", "6"]) await page.keyboard.press(key);
  await eventually("layers are being made", async () => (await busy.count()) > 0, 60_000);
  await page.keyboard.press("Control+1");
  await page.keyboard.press("r");
  await page.keyboard.press("Control+2");
  await drag(page, await place(page, 0.45, 0.45), await place(page, 0.47, 0.48));
  const undo = page.getByRole("button", { name: /^Undo: draw obstacle/ });
  await undo.waitFor({ timeout: 60_000 });
  await page.keyboard.press("Control+z");
  await undo.waitFor({ state: "detached", timeout: 60_000 });
  // On a quiet machine they may be done by now: only whether edits waited for them can be told, not for how long.
  print(`edits and undo while layers of 100,000 obstacles were made; still made afterwards: ${(await busy.count()) > 0}`);
  const before = server.memory();
  await page.getByRole("button", { name: "Gallery (G)" }).click();
  await page.locator(".card", { has: page.locator("strong", { hasText: /^bottleneck$/ }) }).click();
  await goOnWithoutSaving(page);
  await worldNamed(page, "bottleneck");
  for (const key of ["3", "6"]) await page.keyboard.press(key);
  await eventually("the layers given up", async () => (await busy.count()) === 0, 120_000);
  // Layers that were begun are not cut off in the middle; what they took goes when they are done.
  await eventually("the memory of the large world given back", async () => server.memory() < before / 3, 240_000);
  print(`the program had ${before} MB with 100,000 obstacles, and ${server.memory()} MB with a small world after it`);
}

async function said(page, tone, what) {
  await eventually(`a message of ${what}`, async () => (await page.locator(`.toast.${tone}`).allInnerTexts()).some((t) => what.test(t)));
}

/** The connection is cut; the page says so, tries again and goes on. */
async function comesBack(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  let now = null;
  let allowed = true;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (!allowed) return void socket.close();
    now = socket;
    socket.connectToServer();
  });
  await page.goto(url);
  await page.waitForSelector(".reach.open", { state: "attached" });
  allowed = false;
  await now.close();
  await page.waitForSelector(".away", { timeout: 10_000 });
  allowed = true;
  await page.waitForSelector(".away", { state: "detached", timeout: 10_000 });
  await page.waitForSelector(".reach.open", { state: "attached" });
  assert.ok((await page.locator(".toast", { hasText: "The server is back" }).count()) > 0);
  await page.close();
}
