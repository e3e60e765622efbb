// Writes dist/sources.sha256: what the bundle was built from. The same rule is in apps/studio/tests/bundle.rs:
// SHA-256 over, for each source file in the order of its path's bytes, the path, a NUL, the length in decimal, a NUL, and the bytes.
// Windows checkouts may hold CRLF; line ends are taken as LF.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const FILES = ["index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts"];
const FOLDERS = ["public", "src"];

const inside = FOLDERS.flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll("\\", "/")),
);
const hash = createHash("sha256");
for (const path of [...FILES, ...inside].sort()) {
  const text = readFileSync(root + path, "latin1").replaceAll("\r\n", "\n");
  hash.update(`${path}\0${text.length}\0`).update(text, "latin1");
}
writeFileSync(`${root}dist/sources.sha256`, `${hash.digest("hex")}\n`);
