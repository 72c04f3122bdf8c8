import { createRegistry } from "@callboard/core";
import { createHost, createStore, serve } from "@callboard/server";
import tipSplitter from "./definition.ts";

export async function start(dataDir: string, port: number) {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const store = await createStore({ dataDir });
  const serving = await serve(createHost({ registry, store }), { port });
  return { ...serving, store };
}
