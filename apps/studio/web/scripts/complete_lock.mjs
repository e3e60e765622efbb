// A lockfile made where the registry has the packages of one platform only lacks those of the others, and `npm ci` then
// refuses it everywhere. This adds them by name and version, as npm would: run it after `npm install` of something new.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32"];

const part = (words, name) => words.find((word) => name.split(/[-/]/).includes(word));

function entry(name, version, dev) {
  const libc = name.includes("musl") ? "musl" : /linux.*gnu/.test(name) ? "glibc" : null;
  const os = part(SYSTEMS, name);
  return {
    version,
    ...(dev ? { dev: true } : {}),
    optional: true,
    cpu: [part(PROCESSORS, name) ?? "unknown"],
    ...(os ? { os: [os] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
}

const lock = JSON.parse(readFileSync(file, "utf8"));
for (const { optionalDependencies = {}, dev } of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    lock.packages[`node_modules/${name}`] ??= entry(name, version, dev);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
