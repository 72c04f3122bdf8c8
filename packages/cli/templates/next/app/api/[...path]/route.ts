import { createRegistry } from "@callboard/core";
import { createHost } from "@callboard/server";
import tipSplitter from "../../../tools/tip-splitter.ts";

const registry = createRegistry();
registry.register(tipSplitter);
// Next loads a route again after each change; a data folder belongs to one host.
const kept = globalThis as { callboard?: ReturnType<typeof createHost> };
// Next does not say from where a request comes: without a credential only a development server answers.
const anonymous = process.env.NODE_ENV === "development" || process.env.CALLBOARD_ANONYMOUS === "1";
const host = (kept.callboard ??= createHost({ registry, anonymous }));

const answer = (request: Request) => host.fetch(request);
export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
