// Plans that come in and pictures that go out: DXF by layers, walls from a picture, PNG with its scale, video.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually, itemsOfServer, keepScreenshot, newWorld, tab, toast, worldNamed, worldOfServer } from "./looking.mjs";
import { withStudio } from "./server.mjs";
import { dropFile } from "./draw.mjs";
import { dropBytes } from "./replay.mjs";

const entity = (kind, ...pairs) => ["0", kind, ...pairs];
const DXF = [
  "0", "SECTION", "2", "HEADER", "9", "$INSUNITS", "70", "4", "0", "ENDSEC", "0", "SECTION", "2", "ENTITIES",
  ...entity("LWPOLYLINE", "8", "WALLS", "70", "1", "10", "0", "20", "0", "10", "12000", "20", "0", "10", "12000", "20", "8000", "10", "0", "20", "8000"),
  ...entity("LINE", "8", "WALLS", "10", "6000", "20", "0", "11", "6000", "21", "5000"),
  ...entity("CIRCLE", "8", "PLANTS", "10", "3000", "20", "4000", "40", "500"),
  ...entity("TEXT", "8", "TEXT", "1", "a word"),
  "0", "ENDSEC", "0", "EOF",
].join("\n");

export async function readsPlans({ browser, binary, screenshots }) {
  await withStudio({ browser, binary, first: "bottleneck" }, async (page) => {
    await tab(page, "Draw");
    await drawing(page, screenshots);
    await newWorld(page, 40, 30);
    await wallsOfPicture(page, screenshots);
    await picturesOut(page);
  });
}

/** Layers are chosen, millimetres become metres, a cut file is refused with its name. */
async function drawing(page, screenshots) {
  await dropFile(page, "cut.dxf", DXF.slice(0, 40));
  await toast(page, "cut.dxf", "error");
  await dropFile(page, "house.dxf", DXF);
  await page.getByRole("heading", { name: "Layers of the drawing" }).waitFor();
  await page.getByText("1 TEXT").waitFor();
  await keepScreenshot(page, screenshots, "dxf-layers");
  await page.locator("dialog .toggle", { hasText: "PLANTS" }).click();
  await page.getByText("12.00 m × 8.00 m, 2 lines.").waitFor();
  await page.locator("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await worldNamed(page, "house.geojson");
  assert.deepEqual((await worldOfServer(page)).bounds, [-1, -1, 13, 9]);
  const walls = (await itemsOfServer(page)).filter(({ kind }) => kind === "wall");
  assert.deepEqual(walls.map(({ rings }) => rings[0].length).sort(), [2, 5]);
  await keepScreenshot(page, screenshots, "dxf-opened");
}

/** A room with a door and a spot of dirt, as pixels. */
async function wallsOfPicture(page, screenshots) {
  const png = await page.evaluate(async () => {
    const context = new OffscreenCanvas(400, 300).getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 400, 300);
    context.fillStyle = "#222";
    context.fillRect(40, 40, 320, 220);
    context.fillStyle = "#fff";
    context.fillRect(52, 52, 296, 196);
    context.fillRect(180, 30, 40, 40);
    context.fillStyle = "#222";
    context.fillRect(100, 150, 3, 3);
    const bytes = new Uint8Array(await (await context.canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  await dropBytes(page, "plan.png", Buffer.from(png, "base64"), "image/png");
  const section = page.locator("summary", { hasText: "Walls from the picture" });
  await section.click();
  const draw = page.getByRole("button", { name: /^Draw \d+ obstacles/ });
  await eventually("one outline; the dirt is left out", async () => (await draw.count()) > 0 && (await draw.innerText()) === "Draw 1 obstacles");
  await page.getByLabel("Least size, pixels").fill("4");
  await eventually("with a least size of 4 pixels the dirt is one, too", async () => (await draw.count()) > 0 && (await draw.innerText()) === "Draw 2 obstacles");
  await draw.scrollIntoViewIfNeeded();
  await keepScreenshot(page, screenshots, "plan-preview");
  await draw.click();
  const obstacles = async () => (await itemsOfServer(page)).filter(({ kind }) => kind === "obstacle");
  await eventually("both are drawn", async () => (await obstacles()).length === 2);
  const [room] = (await obstacles()).sort((a, b) => b.rings[0].length - a.rings[0].length);
  // The picture lies over the world, a tenth of a metre a pixel.
  const xs = room.rings[0].map(([x]) => x);
  assert.deepEqual([Math.min(...xs), Math.max(...xs)].map((x) => Math.round(x * 100) / 100), [4, 36]);
  assert.ok(room.rings.flat().length <= 16, `${room.rings.flat().length} corners`);
  await page.keyboard.press("Control+z");
  await eventually("and undone in one step", async () => (await obstacles()).length === 0);
  await page.keyboard.press("Control+y");
  await eventually("and done again", async () => (await obstacles()).length === 2);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
}

async function picturesOut(page) {
  await tab(page, "Run");
  await page.locator("summary", { hasText: "Export" }).scrollIntoViewIfNeeded();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG", exact: true }).click()]);
  const png = readFileSync(await picture.path());
  const canvas = await page.locator(".canvas canvas").boundingBox();
  assert.equal(png.readUInt32BE(16), Math.round(canvas.width));
  assert.equal(png.readUInt32BE(20), Math.round(canvas.height) + 44, "a strip for scale and legend below the map");
  await page.getByRole("button", { name: "Video", exact: true }).click();
  const stop = page.getByRole("button", { name: "Stop the video" });
  await stop.waitFor();
  await page.keyboard.press("-");
  await page.waitForTimeout(1500);
  await page.keyboard.press("+");
  await page.waitForTimeout(500);
  const [video] = await Promise.all([page.waitForEvent("download"), stop.click()]);
  assert.match(video.suggestedFilename(), /\.webm$/);
  const webm = readFileSync(await video.path());
  assert.equal(webm.subarray(0, 4).toString("hex"), "1a45dfa3", "an EBML header");
  assert.ok(webm.length > 1000, `${webm.length} bytes`);
  await page.getByRole("button", { name: "GIF", exact: true }).click();
  const enough = page.getByRole("button", { name: "Stop the GIF" });
  await enough.waitFor();
  await page.keyboard.press("-");
  await page.waitForTimeout(800);
  await page.keyboard.press("+");
  await page.waitForTimeout(300);
  const [animation] = await Promise.all([page.waitForEvent("download"), enough.click()]);
  const gif = readFileSync(await animation.path());
  assert.equal(gif.subarray(0, 6).toString(), "GIF89a");
  assert.deepEqual([gif.readUInt16LE(6) <= 640, gif.at(-1)], [true, 0x3b], "no wider than 640 pixels, and whole");
  const { pictures, frames } = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const decoder = new ImageDecoder({ type: "image/gif", data: bytes });
    await decoder.tracks.ready;
    await decoder.completed;
    const pictures = [];
    for (const frameIndex of [0, decoder.tracks.selectedTrack.frameCount - 1]) {
      const { image } = await decoder.decode({ frameIndex });
      const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
      context.drawImage(image, 0, 0);
      pictures.push(new Set(new Uint32Array(context.getImageData(0, 0, image.displayWidth, image.displayHeight).data.buffer)).size);
    }
    return { pictures, frames: decoder.tracks.selectedTrack.frameCount };
  }, gif.toString("base64"));
  assert.ok(frames >= 3 && pictures.every((colours) => colours > 3), `${frames} frames, ${pictures} colours in the first and the last`);
}
