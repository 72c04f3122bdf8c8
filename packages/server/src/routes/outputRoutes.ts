import { isId } from "../db/storable.ts";
import { findOutput, readOutput } from "../log/largeOutputs.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../kernel/module.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** `/api/outputs`: what an `outputRef` stands for, whole. */
export function outputRoutes(kernel: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "GET",
      path: "/api/outputs/:id",
      authority: "tenant",
      embed: { names: "output" },
      handle: (request) => outputResponse(kernel, request),
    },
  ];
}

async function outputResponse({ store, sessionAccess }: Kernel, asker: RouteRequest): Promise<Response> {
  const { database } = store;
  const { tenantId } = asker.actor;
  const { id = "" } = asker.params;
  const output = isId(id) ? await findOutput(database, tenantId, id) : undefined;
  if (!output || !(await sessionAccess.mayRead(asker, output))) {
    throw new HostRefusal("output_not_found", "There is no such output here.");
  }
  const pieces = readOutput(database, tenantId, id);
  const encoder = new TextEncoder();
  const body = new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(asker.request.method === "HEAD" ? null : body, {
    headers: {
      "content-type": `${output.mediaType}; charset=utf-8`,
      "content-length": String(output.bytes),
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      // It never changes; whoever asks has to be known each time.
      "cache-control": "private, no-cache",
      vary: "authorization",
    },
  });
}
