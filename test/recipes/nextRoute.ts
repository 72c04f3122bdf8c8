import { createRegistry } from "@callboard/core";
import { createHost } from "@callboard/server";
import tipSplitter from "./definition.ts";

const registry = createRegistry();
registry.register(tipSplitter);
// Next loads a route again after each change; a data folder belongs to one host.
const kept = globalThis as { callboard?: ReturnType<typeof createHost> };
const host = (kept.callboard ??= createHost({ registry }));

const answer = (request: Request) => host.fetch(request);
export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
