import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"

/** Where `kasen serve` answers while pages are worked on: `KASEN_API=http://127.0.0.1:8317 npm run dev`. */
const api = process.env.KASEN_API ?? "http://127.0.0.1:8317"

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    host: "127.0.0.1",
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
