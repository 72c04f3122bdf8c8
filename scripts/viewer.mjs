/**
 * The program inside a session's own HTML page: one script and one style without any request, and the hashes that its
 * policy allows. The build of the packages keeps it at dist/viewer.js of @callboard/react; the demo serves it to its
 * pages.
 */
import { createHash } from "node:crypto";
import { build } from "vite";
import { at } from "./paths.mjs";
import { bundleStyles } from "./styles.mjs";

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @returns {Promise<{ script: string, style: string, scriptHash: string, styleHash: string }>} */
export const buildViewer = async () => {
  const result = await build({
    configFile: false,
    root: at("packages/react"),
    logLevel: "error",
    resolve: { conditions: ["@callboard/source", "module", "browser", "production"] },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: at("packages/react/src/player/viewerPage.tsx"),
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const { output } = /** @type {import("vite").Rolldown.RolldownOutput} */ (result);
  const [code, ...others] = output.flatMap((chunk) => (chunk.type === "chunk" ? [chunk.code] : []));
  if (code === undefined || others.length > 0) throw new Error("The viewer is more than one script; a page holds one.");
  // A script element ends at the first of these, wherever in the script it stands: in a string, or in a pattern, which
  // may be strict.
  const script = code.trim().replaceAll("</script", "\\x3c/script").replaceAll("<!--", "\\x3c!--");
  const sheets = ["packages/react/src/styles/index.css", "packages/react/src/styles/player.css"];
  const style = sheets.map((sheet) => bundleStyles(at(sheet), { minify: true })).join("");
  return { script, style, scriptHash: hashOf(script), styleHash: hashOf(style) };
};
