// Work is not lost: opening something else asks first, what was not saved is kept, what is saved is all there.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drag, eventually, itemsOfServer, openPage, place, tab, toast, worldNamed } from "./looking.mjs";
import { dropFile } from "./draw.mjs";
import { startServer } from "./server.mjs";

const boxes = async (page) => (await itemsOfServer(page)).filter(({ kind }) => kind === "obstacle").length;

export async function keepsWork({ browser, binary }) {
  const temporary = mkdtempSync(join(tmpdir(), "navigant-keeping-"));
  const server = await startServer(binary, "blocked-door", { TMPDIR: temporary });
  let drawn;
  try {
    const { page, context, trouble } = await openPage(browser, server.url);
    await tab(page, "Draw");
    drawn = (await boxes(page)) + 1;
    await page.keyboard.press("r");
    await drag(page, await place(page, 0.3, 0.4), await place(page, 0.34, 0.46));
    await eventually("a box", async () => (await boxes(page)) === drawn);
    // Asked, and answered with no.
    await page.keyboard.press("g");
    await page.locator(".card", { has: page.locator("strong", { hasText: /^plaza$/ }) }).click();
    await page.getByRole("heading", { name: "Changes that are not saved" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForSelector("dialog", { state: "detached" });
    assert.equal(await boxes(page), drawn, "nothing was opened");
    // Saved, with what it is about, and then opened.
    await page.keyboard.press("g");
    await page.locator(".card", { has: page.locator("strong", { hasText: /^plaza$/ }) }).click();
    await page.getByRole("button", { name: "Save…" }).click();
    await page.getByLabel("File name").fill("mine");
    await page.keyboard.press("Enter");
    await worldNamed(page, "plaza");
    assert.match(readFileSync(join(server.folder, "mine.toml"), "utf8"), /about = "A hall with two doors/);
    await tab(page, "Draw");
    // Dropped files are asked about, too; and say their names and what is wrong, not where in the page's own words.
    await drag(page, await place(page, 0.3, 0.4), await place(page, 0.34, 0.46));
    await eventually("a box in the plaza", async () => (await boxes(page)) >= 1);
    await dropFile(page, "broken.toml", "scene = 7");
    await page.getByRole("button", { name: "Go on without saving" }).click();
    await toast(page, "broken.toml", "error");
    await degrees(page);
    await nowhere(page);
    // Ended in the middle of it.
    await eventually("unsaved work is kept", () => readdirSync(server.folder).some((name) => name.startsWith(".navigant-unsaved")));
    drawn = await boxes(page);
    assert.deepEqual(trouble, []);
    await context.close();
    await server.end();
    assert.deepEqual(readdirSync(temporary), [], "nothing is left in the temporary folder");
    await openAgain(browser, binary, server.folder, drawn);
  } finally {
    await server.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** A file in degrees is laid out in metres, and that is said. */
async function degrees(page) {
  const ring = [[8.54, 47.37], [8.541, 47.37], [8.541, 47.371], [8.54, 47.371], [8.54, 47.37]];
  await dropFile(page, "block.geojson", JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: { kind: "outline" }, geometry: { type: "Polygon", coordinates: [ring] } }] }));
  await page.getByRole("button", { name: "Go on without saving" }).click();
  await worldNamed(page, "block.geojson");
  await toast(page, "75 × 111 m");
}

/** What is wrong with what was drawn is in no line of any file. */
async function nowhere(page) {
  await tab(page, "Draw");
  const kind = page.getByLabel("What the tools draw", { exact: true });
  await kind.selectOption("source");
  await page.keyboard.press("r");
  await drag(page, await place(page, 0.02, 0.85), await place(page, 0.06, 0.9));
  const said = page.locator(".toast.warning", { hasText: "source" }).first();
  await said.waitFor();
  assert.doesNotMatch(await said.innerText(), /line 1|column/);
  await kind.selectOption("obstacle");
}

async function openAgain(browser, binary, folder, drawn) {
  const server = await startServer(binary, "bottleneck", {}, folder);
  try {
    const { page, context } = await openPage(browser, server.url);
    await tab(page, "Draw");
    await page.locator(".notice", { hasText: "not saved" }).getByRole("button", { name: "Open it" }).click();
    await worldNamed(page, "unsaved work");
    assert.equal(await boxes(page), drawn);
    await page.keyboard.press("Control+s");
    await page.getByLabel("File name").fill("saved");
    await page.keyboard.press("Enter");
    await eventually("forgotten once it is saved", () => existsSync(join(folder, "saved.toml")) && !readdirSync(folder).some((name) => name.startsWith(".navigant-unsaved")));
    await context.close();
  } finally {
    await server.stop();
  }
}
