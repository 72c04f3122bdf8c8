import { Hono } from "hono";
import { isId } from "../db/storable.ts";
import { findOutput, readOutput } from "../log/largeOutputs.ts";
import type { HostEnvironment } from "../kernel/kernel.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** `/api/outputs`: what an `outputRef` stands for, whole. */
export function outputRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/:id", async (c) => {
    const { database } = c.var.kernel.store;
    const { tenantId } = c.var.actor;
    const id = c.req.param("id");
    const output = isId(id) ? await findOutput(database, tenantId, id) : undefined;
    if (!output) throw new HostRefusal("output_not_found", "There is no such output here.");
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
    return new Response(c.req.method === "HEAD" ? null : body, {
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
  });

  return routes;
}
