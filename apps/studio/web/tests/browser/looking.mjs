// Looking at the page as a person would: what is on the canvas, what the panels say, what the server holds.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Longer than anything takes on a machine that is busy ten times over: tests wait for states, and fail when these do not come. */
const PATIENCE_MS = 120_000;

/** A page with everything it says wrong gathered. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  // A click waits for two pictures in a row: with others on all cores these may be seconds apart.
  page.setDefaultTimeout(PATIENCE_MS);
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(`${error.message}\n${error.stack}`));
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url())) trouble.push(`asked for ${request.url()}`);
  });
  // While working on the page: a bundle that the program does not yet embed.
  if (process.env.STUDIO_DIST) await page.route(/^http/, (route) => fromDist(route, url));
  await page.goto(url);
  await page.waitForSelector(".reach.open", { state: "attached", timeout: 60_000 });
  return { page, context, trouble };
}

function fromDist(route, url) {
  const name = route.request().url().slice(url.length).split("?")[0] || "index.html";
  return /^export/.test(name) ? route.continue() : route.fulfill({ path: join(process.env.STUDIO_DIST, name) });
}

export async function tab(page, name) {
  await page.getByRole("tab", { name }).click();
}

export async function keepScreenshot(page, folder, name) {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The canvas' pixels, as the compositor shows them. */
export async function pixels(page) {
  const box = await page.locator(".canvas canvas").boundingBox();
  const png = (await page.screenshot({ clip: box })).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data: rgba } = context.getImageData(0, 0, image.width, image.height);
    window.lastPixels = window.nowPixels;
    window.nowPixels = rgba;
    const colours = new Set();
    for (let i = 0; i < rgba.length; i += 4) colours.add((rgba[i] << 16) | (rgba[i + 1] << 8) | rgba[i + 2]);
    let changed = 0;
    if (window.lastPixels?.length === rgba.length) {
      for (let i = 0; i < rgba.length; i += 4) {
        const difference = Math.abs(rgba[i] - window.lastPixels[i]) + Math.abs(rgba[i + 1] - window.lastPixels[i + 1]) + Math.abs(rgba[i + 2] - window.lastPixels[i + 2]);
        if (difference > 30) changed++;
      }
    }
    return { colours: colours.size, changed, total: rgba.length / 4 };
  }, png);
}

export async function assertNotBlank(page, what) {
  const { colours } = await pixels(page);
  assert.ok(colours >= 4, `${what}: only ${colours} colours on the map`);
}

/**
 * Talks to the server over a socket of its own: says hello, then asks for what is given, one after the other. Answers with
 * the replies, the events that came meanwhile, and how many people are in the last frame.
 */
export function ask(page, ...requests) {
  return page.evaluate(
    (requests) =>
      new Promise((resolve, reject) => {
        const url = new URL("./ws", document.baseURI);
        url.protocol = "ws:";
        const socket = new WebSocket(url, "navigant.1");
        socket.binaryType = "arraybuffer";
        let frame = null;
        const [waiting, replies, events] = [[{ do: "hello", version: 1 }, ...requests], [], []];
        const timer = setTimeout(() => reject(new Error(`the server did not answer ${JSON.stringify(requests)}`)), 60_000);
        const next = () => {
          const text = new TextEncoder().encode(JSON.stringify({ id: replies.length, ...waiting[replies.length] }));
          const bytes = new Uint8Array(text.length + 1);
          bytes[0] = 1;
          bytes.set(text, 1);
          socket.send(bytes);
        };
        socket.onerror = () => reject(new Error("no second socket"));
        socket.onopen = next;
        socket.onmessage = ({ data }) => {
          const kind = new Uint8Array(data)[0];
          if (kind === 0x10) frame = data;
          if (kind <= 2) take(kind, data);
          // A greeting is over when items and people have come.
          const greeted = frame && events.some(({ event }) => event === "items");
          if (!greeted || replies.length < waiting.length) return;
          clearTimeout(timer);
          socket.close();
          const view = new DataView(frame);
          let inside = 0;
          for (let i = 0; i < view.getUint32(12, true); i++) if ((view.getUint8(32 + 8 * i + 5) & 7) !== 5) inside++;
          resolve({ replies: replies.slice(1), events, inside });
        };
        const take = (kind, data) => {
          const message = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 1)));
          if (kind === 2) events.push(message);
          else if (message.id === replies.length) replies.push(message);
          if (kind === 1 && replies.length < waiting.length) next();
        };
      }),
    requests,
  );
}

/** What the server holds: the items, by the events that follow a greeting. */
export async function itemsOfServer(page) {
  const { events } = await ask(page);
  return events.find(({ event }) => event === "items").items;
}

export async function worldOfServer(page) {
  const { events } = await ask(page);
  return events.find(({ event }) => event === "world");
}

/** A world of one empty floor. */
export async function newWorld(page, width = 60, height = 40, unsaved = false) {
  await tab(page, "Draw");
  await page.getByRole("button", { name: "New world" }).click();
  const sides = page.locator("dialog input[type=number]");
  await sides.first().fill(String(width));
  await sides.last().fill(String(height));
  // A number counts when it is left.
  await sides.last().blur();
  await page.getByRole("button", { name: "Make it" }).click();
  if (unsaved) await page.getByRole("button", { name: "Go on without saving" }).click();
  await page.waitForSelector("dialog", { state: "detached" });
  await eventually(`an empty world of ${width} by ${height} m`, async () => {
    const { bounds } = await worldOfServer(page);
    return bounds.join() === [0, 0, width, height].join() && (await page.locator(".world-name").innerText()) === "new";
  });
}

/** Where places of the world are on the screen, by what the status line says of two places of the canvas. */
export async function onScreen(page, ...places) {
  const corners = [await place(page, 0.2, 0.25), await place(page, 0.7, 0.65)];
  const said = [];
  for (const { x, y } of corners) {
    const before = await page.locator(".status .at").innerText();
    await page.mouse.move(x, y);
    said.push(await eventually("where the pointer is", async () => {
      const now = await page.locator(".status .at").innerText();
      return now !== "" && (now !== before || said.length === 0) && now.split(", ").map(Number);
    }));
  }
  const at = (axis, key, value) =>
    corners[0][key] + ((value - said[0][axis]) / (said[1][axis] - said[0][axis])) * (corners[1][key] - corners[0][key]);
  return places.map(([x, y]) => ({ x: at(0, "x", x), y: at(1, "y", y) }));
}

/** Asks until it holds; what was seen last is in the error. */
export async function eventually(what, look, milliseconds = PATIENCE_MS) {
  const until = Date.now() + milliseconds;
  let last;
  while (Date.now() < until) {
    last = await look();
    if (last) return last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come about`);
}

/** A place of the canvas, by shares of its size. */
export async function place(page, x, y) {
  const box = await page.locator(".canvas canvas").boundingBox();
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

export async function drag(page, from, to, steps = 8) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await page.mouse.up();
}

/** What a row of a panel says. */
export async function row(page, name) {
  const found = page.locator(".rows > div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) });
  return (await found.count()) > 0 ? found.first().locator("dd").innerText() : null;
}

export const framesPerSecond = async (page) => Number.parseInt(await page.locator(".frames").innerText(), 10);

/** Waits until three pictures in a row are the same; the last of them is what `pixels` compares the next one with. */
export async function standsStill(page) {
  let same = 0;
  await eventually("a picture that stands still", async () => {
    await page.waitForTimeout(150);
    same = (await pixels(page)).changed === 0 ? same + 1 : 0;
    return same >= 2;
  });
}

/** Presses Pause where there is one. It may become Play just now: then there is nothing to press any more. */
export async function pressPause(page) {
  const pause = page.getByRole("button", { name: /^Pause/ });
  if ((await pause.count()) > 0) await pause.click({ timeout: 1000 }).catch(() => {});
}

/** Stops the run, and waits until it has. */
export async function pauseRun(page) {
  await eventually("paused", async () => {
    await pressPause(page);
    return (await page.getByRole("button", { name: /^Play/ }).count()) > 0;
  });
  // Steps that were on their way may still come.
  let last = await stepOf(page);
  await eventually("no more steps", async () => {
    await page.waitForTimeout(500);
    const [before, now] = [last, await stepOf(page)];
    last = now;
    return before === now;
  });
}

/** The colour of a place of the screen, as [r, g, b]. */
export async function colourAt(page, { x, y }) {
  const png = (await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } })).toString("base64");
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: "image/png" }));
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, png);
}

export const near = (a, b) => a.every((c, i) => Math.abs(c - b[i]) <= 6);

/** The colours of the light page. */
export const FLOOR = [0xfc, 0xfc, 0xfb];
export const OBSTACLE = [0xae, 0xb8, 0xc2];

/** Steps made so far, as the bar says. */
export const stepOf = async (page) => Number((await page.locator(".clock").first().innerText()).replace(/.*step /s, "").replaceAll(",", ""));

/** Opening something else loses changes, and that is asked about. */
export async function goOnWithoutSaving(page) {
  await page.getByRole("button", { name: "Go on without saving" }).click();
  await page.waitForSelector("dialog", { state: "detached" });
}

export const worldNamed = (page, name) =>
  page.waitForFunction((name) => document.querySelector(".world-name")?.textContent?.includes(name), name, { timeout: 60_000 });

export const toast = (page, text, tone) => page.locator(`.toast${tone ? `.${tone}` : ""}`, { hasText: text }).first().waitFor({ timeout: 20_000 });
