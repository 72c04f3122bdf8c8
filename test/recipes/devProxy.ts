import { defineConfig } from "vite";

export default defineConfig({
  server: { proxy: { "/api": { target: "http://localhost:4600", changeOrigin: false } } },
});
