import type { Plugin } from "vite";
import { buildViewer } from "../../scripts/viewer.mjs";

/** Where the pages find the program that they put into a session's own page. */
const ADDRESS = "viewer.json";

/** Serves that program: built with the pages, and in development when it is first asked for. */
export function viewerPlugin(): Plugin {
  return {
    name: "callboard-viewer",
    configureServer(server) {
      let viewer: Promise<string> | undefined;
      server.middlewares.use(`/${ADDRESS}`, (_request, response, next) => {
        viewer ??= buildViewer().then(JSON.stringify);
        viewer.then((json) => response.setHeader("content-type", "application/json").end(json), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: ADDRESS, source: JSON.stringify(await buildViewer()) });
    },
  };
}
