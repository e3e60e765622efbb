// Wishes: scenarios that have some run and show them; things and wishes are drawn, written, wrong and mended, saved and opened again; in
// Path the plan follows what is written and dragged.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { colourAt, drag, eventually, FLOOR, goOnWithoutSaving, itemsOfServer, keepScreenshot, near, newWorld, onScreen, pauseRun, pixels, row, standsStill, stepOf, tab, worldNamed } from "./looking.mjs";
import { withStudio } from "./server.mjs";

const named = async (page, name) => (await itemsOfServer(page)).find((item) => item.name === name);
const wishesOf = async (page) => (await itemsOfServer(page)).find(({ kind }) => kind === "source")?.source.wishes;
const metresOf = async (page, name) => Number.parseFloat((await row(page, name)) ?? "");

async function openNamed(page, name, unsaved = false) {
  await page.keyboard.press("g");
  await page.locator(".card", { has: page.locator("strong", { hasText: new RegExp(`^${name}$`) }) }).click();
  if (unsaved) await goOnWithoutSaving(page);
  await worldNamed(page, name);
  await page.waitForSelector("dialog", { state: "detached" });
}

export async function wishes({ browser, binary, screenshots, print }) {
  await withStudio({ browser, binary, first: "guard" }, async (page, server) => {
    await guardIsSneakedPast(page, screenshots);
    await behindTheHouse(page, screenshots);
    await grass(page, screenshots);
    await writesAndSaves(page, server, screenshots);
    await planFollows(page, screenshots, print);
    await explainsWords(page, screenshots);
  });
}

/** What the guard sees is forbidden, and goes with it. */
async function guardIsSneakedPast(page, screenshots) {
  await tab(page, "Run");
  await page.locator("pre.wishes", { hasText: "never in sight of guard" }).waitFor();
  await page.locator(".label", { hasText: "guard" }).waitFor();
  await eventually("some steps", async () => (await stepOf(page)) > 20);
  const before = await page.locator(".label", { hasText: "guard" }).getAttribute("style");
  await eventually("the guard has moved", async () => (await page.locator(".label", { hasText: "guard" }).getAttribute("style")) !== before);
  await pauseRun(page);
  await standsStill(page);
  await keepScreenshot(page, screenshots, "wishes-guard");
  await page.locator(".toggle", { hasText: "Multiplier field" }).click();
  await eventually("without its colours", async () => (await pixels(page)).changed > 2000);
  await page.locator(".toggle", { hasText: "Multiplier field" }).click();
  await eventually("and with them", async () => (await pixels(page)).changed > 2000);
}

/** Blue behind the house, brown in front of it, and people walk behind it. */
async function behindTheHouse(page, screenshots) {
  await openNamed(page, "behind-the-house");
  await tab(page, "Run");
  const [behind, front, aside] = await onScreen(page, [30, 30], [30, 6], [12, 35]);
  await page.mouse.move(5, 400);
  await eventually("what attracts is blue", async () => {
    const [r, , b] = await colourAt(page, behind);
    return b > r + 20;
  });
  await eventually("what repels is brown", async () => {
    const [r, , b] = await colourAt(page, front);
    return r > b + 20;
  });
  assert.ok(near(await colourAt(page, aside), FLOOR), "where nothing is wished there is no colour");
  await eventually("they are on their way behind it", async () => (await stepOf(page)) > 150, 60_000);
  await keepScreenshot(page, screenshots, "wishes-behind-the-house");
}

async function grass(page, screenshots) {
  await openNamed(page, "keep-off-the-grass");
  await tab(page, "Run");
  await page.locator("pre.wishes", { hasText: "avoid in grass weight 20" }).waitFor();
  await page.locator(".help", { hasText: "Until 60 s" }).waitFor();
  await eventually("some steps", async () => (await stepOf(page)) > 30);
  await keepScreenshot(page, screenshots, "wishes-grass");
}

/** A house is drawn and made a thing, wishes are written: wrong ones are named with their place, right ones are kept. */
async function writesAndSaves(page, server, screenshots) {
  await newWorld(page, 60, 40);
  const choose = (kind) => page.getByLabel("What the tools draw", { exact: true }).selectOption(kind);
  const rectangle = async (a, b) => {
    const [from, to] = await onScreen(page, a, b);
    await page.keyboard.press("r");
    await drag(page, from, to);
  };
  await choose("obstacle");
  await rectangle([24, 15], [36, 25]);
  await page.getByRole("button", { name: "Make a thing of it" }).click();
  await eventually("a thing called house", async () => (await named(page, "house"))?.kind === "thing");
  await page.getByLabel("Faces, in degrees").fill("-90");
  await page.getByLabel("Faces, in degrees").press("Enter");
  await page.getByLabel("Reach, metres; 0 for automatic").fill("15");
  await page.getByLabel("Reach, metres; 0 for automatic").press("Enter");
  await eventually("its reach", async () => (await named(page, "house"))?.thing.reach === 15);

  await choose("thing");
  await page.getByLabel("Name of the next thing").fill("guard");
  await page.getByLabel("Name of the next thing").blur();
  await rectangle([19, 36], [20, 37]);
  await eventually("a guard", async () => (await named(page, "guard")) !== undefined);
  await page.locator(".toggle", { hasText: "Has a field of view" }).click();
  await eventually("it sees", async () => (await named(page, "guard"))?.thing.view?.length === 2);
  await page.getByRole("button", { name: "Draw a patrol" }).click();
  for (const { x, y } of await onScreen(page, [19.5, 36.5], [40.5, 36.5])) await page.mouse.click(x, y);
  await page.keyboard.press("Enter");
  await eventually("a patrol", async () => (await named(page, "guard"))?.thing.patrol.length === 2);

  await choose("goal");
  await rectangle([52, 8], [58, 19]);
  await eventually("a goal", async () => (await itemsOfServer(page)).some(({ kind }) => kind === "goal"));
  await choose("source");
  await rectangle([2, 8], [8, 19]);
  await eventually("a source", async () => (await wishesOf(page)) === undefined && (await itemsOfServer(page)).some(({ kind }) => kind === "source"));
  await page.locator("summary", { hasText: /^Wishes$/ }).click();
  const text = page.getByLabel("Wishes of these people");
  await text.fill("prefer behind house weight 12\nadmire house");
  const wrong = page.locator(".notice.danger", { hasText: "admire house" });
  await wrong.waitFor();
  assert.match(await wrong.innerText(), /Line 2, column 1/, "the wish and its place");
  await keepScreenshot(page, screenshots, "wishes-wrong");
  await wrong.getByRole("button", { name: "Show it" }).click();
  const marked = await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.equal(marked, "admire house", "it is marked in the text");
  await text.blur();
  assert.equal(await wishesOf(page), undefined, "what cannot be read is not kept");
  await text.fill("prefer behind house weight 12\nnever in sight of dog");
  await page.locator(".notice.danger", { hasText: "nothing is called 'dog'; there are guard, house" }).waitFor();
  const wanted = "prefer behind house weight 12\navoid in front of house weight 12";
  await text.fill(wanted);
  await page.locator(".help", { hasText: "2 wishes, understood" }).waitFor();
  await text.blur();
  await eventually("kept", async () => (await wishesOf(page)) === wanted);
  await keepScreenshot(page, screenshots, "wishes-written");

  await page.keyboard.press("Control+z");
  await eventually("undone", async () => (await wishesOf(page)) === undefined);
  await page.keyboard.press("Control+y");
  await eventually("done again", async () => (await wishesOf(page)) === wanted);
  await page.keyboard.press("Control+s");
  await page.getByLabel("File name").fill("yard");
  await page.locator("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await eventually("saved", () => readdirSync(server.folder).includes("yard.toml"));
  await page.waitForSelector("dialog", { state: "detached" });
  const saved = readFileSync(join(server.folder, "yard.toml"), "utf8");
  assert.match(saved, /\[\[things\]\]\nname = "house"/);
  assert.match(saved, /avoid in front of house weight 12/);
  await openNamed(page, "crossing");
  await page.keyboard.press("Control+o");
  await page.locator(".files button", { hasText: "yard.toml" }).click();
  await worldNamed(page, "yard.toml");
  await eventually("opened again with wishes and things", async () => (await wishesOf(page)) === wanted && (await named(page, "guard"))?.thing.patrol.length === 2);
}

/** The plan of Path keeps to what is wished, and follows what is written and dragged. */
async function planFollows(page, screenshots, print) {
  await tab(page, "Path");
  const wished = () => metresOf(page, "Wished length");
  const first = await eventually("a plan as the people wish", wished);
  const shortest = await metresOf(page, "Length");
  assert.ok(first > shortest + 1, `${first} m behind the house, ${shortest} m without wishes`);
  await keepScreenshot(page, screenshots, "wishes-path");
  const text = page.getByLabel("Wishes of this path");
  await text.fill("via behind house");
  const behind = await eventually("another plan", async () => (await wished()) !== first && (await wished()));
  await pixels(page);
  const goal = await page.locator(".label", { hasText: "Goal" }).boundingBox();
  const [to] = await onScreen(page, [45, 20]);
  await page.mouse.move(goal.x - 16, goal.y + 11);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await eventually("it follows while it is dragged", async () => Math.abs((await wished()) - behind) > 1);
  await page.mouse.up();
  assert.ok((await pixels(page)).changed > 100, "and is drawn");
  await text.fill("never left of house");
  const none = page.locator(".notice.danger.plan");
  await none.waitFor();
  assert.match(await none.innerText(), /covers the goal/);
  await keepScreenshot(page, screenshots, "wishes-path-forbidden");
  await text.fill("avoid near wall weight 3");
  await eventually("a plan again", async () => (await none.count()) === 0 && (await wished()) > 0);
  print(`wished plans: ${first} m behind the house by weights (${shortest} m is the shortest path), ${behind} m via behind it; planned in ${await row(page, "Planned in")}`);
}

/** Words have a short help, and lead to the others. */
async function explainsWords(page, screenshots) {
  const word = page.locator("button.term", { hasText: "Expansions" });
  assert.match(await word.getAttribute("title"), /search looks on from/);
  await word.click();
  await page.locator("dialog .terms .asked", { hasText: "Expansion" }).waitFor();
  assert.match(await page.locator("dialog .terms .asked").innerText(), /docs\//);
  await eventually("it is in sight", () => page.locator("dialog .terms .asked").evaluate((entry) => {
    const [inner, outer] = [entry.getBoundingClientRect(), entry.closest("dialog").getBoundingClientRect()];
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
  }));
  await keepScreenshot(page, screenshots, "help-words");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
}
