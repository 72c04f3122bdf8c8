import { basename, dirname, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { asWorkOf } from "@callboard/server/command";

/**
 * Imports a tool's module; what it throws is told in terms of the `source` it was compiled from, with the line that
 * threw. A module with another `generation` is another to Node.
 */
export async function importModule(
  module: string,
  { source, generation }: { source: string; generation?: number },
): Promise<unknown> {
  const folder = dirname(source);
  try {
    const query = generation === undefined ? "" : `?v=${generation}`;
    const address = pathToFileURL(module).href + query;
    return await asWorkOf(`The module ${basename(source)}`, () => import(/* @vite-ignore */ address));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const frame = error.stack?.split("\n").find((line) => line.includes(folder + sep));
    const place = frame && /([^\\/()]+:\d+:\d+)\)?$/.exec(frame)?.[1];
    const words = error.message.replaceAll(module, basename(source)).replaceAll(folder + sep, "");
    throw new Error(`${place ? `${place}: ` : ""}${words}`, { cause: error });
  }
}
