import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import react from "@vitejs/plugin-react"
import type { Plugin } from "vite"
import { defineConfig } from "vitest/config"

/** Where `kasen serve` answers while pages are worked on: `KASEN_API=http://127.0.0.1:8317 npm run dev`. */
const api = process.env.KASEN_API ?? "http://127.0.0.1:8317"

/** Writes each text file of the build a second time in gzip: the server packs nothing itself. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  writeBundle({ dir = "" }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
      if (!/\.(html|js|css|svg|json)$/.test(name)) continue
      writeFileSync(join(dir, `${name}.gz`), gzipSync(readFileSync(join(dir, name)), { level: 9 }))
    }
  },
}

export default defineConfig({
  plugins: [react(), packed],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
    // The examples that forms can be filled with lie beside this folder.
    fs: { allow: [".."] },
    proxy: {
      "/api": {
        target: api,
        changeOrigin: true,
        // The server refuses what other pages send; here the page is ours.
        configure: (proxy) => proxy.on("proxyReq", (request) => request.setHeader("origin", api)),
      },
    },
  },
  build: {
    outDir: process.env.KASEN_PAGES ?? "../src/kasen/server/pages",
    emptyOutDir: true,
    // Fonts and pictures stay files: the policy of the pages allows what comes from the server.
    assetsInlineLimit: 0,
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
})
