import type { Plugin } from "vite";
import { docFiles } from "../../scripts/docs.mjs";

const types: Record<string, string> = {
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
};

/**
 * The documentation beside the app's own files: read anew for each request while developing, written once by a build.
 */
export function docsPlugin(): Plugin {
  return {
    name: "callboard-docs",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").split("?")[0]!;
        if (!/^\/docs\/.+\.\w+$|^\/llms(?:-full)?\.txt$/.test(path)) return next();
        const file = docFiles().get(path);
        if (file === undefined) return next();
        response.setHeader("content-type", types[path.split(".").at(-1)!] ?? "application/octet-stream");
        response.end(file);
      });
    },
    generateBundle() {
      for (const [path, source] of docFiles()) this.emitFile({ type: "asset", fileName: path.slice(1), source });
    },
  };
}
