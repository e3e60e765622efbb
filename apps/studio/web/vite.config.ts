import { defineConfig } from "vite";

export default defineConfig({
  // The page lives under a token that is not known when it is built.
  base: "./",
  build: {
    target: "es2022",
    chunkSizeWarningLimit: 900,
    // The server's content policy allows no data: scripts and needs no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
