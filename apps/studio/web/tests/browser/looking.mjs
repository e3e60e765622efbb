// Looking at the page as a person would: what is on the canvas, what the panels say, what the server holds.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** A page with everything it says wrong gathered. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
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

/** Asks the server over a socket of its own what it holds: the items, by the events that follow a greeting. */
export function itemsOfServer(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const url = new URL("./ws", document.baseURI);
        url.protocol = "ws:";
        const socket = new WebSocket(url, "navigant.1");
        socket.binaryType = "arraybuffer";
        setTimeout(() => reject(new Error("the server did not tell its items")), 20_000);
        socket.onerror = () => reject(new Error("no second socket"));
        socket.onopen = () => {
          const text = new TextEncoder().encode(JSON.stringify({ id: 1, do: "hello", version: 1 }));
          const bytes = new Uint8Array(text.length + 1);
          bytes[0] = 1;
          bytes.set(text, 1);
          socket.send(bytes);
        };
        socket.onmessage = ({ data }) => {
          if (new Uint8Array(data)[0] !== 2) return;
          const event = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 1)));
          if (event.event !== "items") return;
          socket.close();
          resolve(event.items);
        };
      }),
  );
}

/** Asks until it holds; what was seen last is in the error. */
export async function eventually(what, look, milliseconds = 20_000) {
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
