import type { ToolCallbacks } from "@callboard/core";
import type { ToolTest, ToolTestPart } from "@callboard/core/client";
import {
  HostRefusal,
  json,
  readFields,
  readJson,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import { isText } from "./execution/runPrompt.ts";
import { ifMatchOf } from "./rows/revision.ts";
import type { ToolContent } from "./rows/toolRow.ts";
import type { Authoring } from "./tools/authoring.ts";
import { readDraft } from "./tools/readDraft.ts";
import type { ToolTester } from "./tools/testTool.ts";

export interface RoutesOptions {
  kernel: Pick<Kernel, "maxBodyBytes">;
  authoring: Authoring;
  tester: ToolTester;
}

/** `/api/tools`: tools that are written, changed, tested, and put back as they were. */
export function platformRoutes({ kernel, authoring, tester }: RoutesOptions): readonly ModuleRoute[] {
  const bodyOf = ({ request }: RouteRequest) => readJson(request, kernel.maxBodyBytes);
  const slugOf = ({ params }: RouteRequest) => params["slug"] ?? "";
  const authorOf = async (request: RouteRequest) => ({
    context: await request.context(),
    ifMatch: ifMatchOf(request.request),
  });
  const tagged = (tool: { revision: string }, status = 200, headers: Record<string, string> = {}) =>
    json(tool, status, { etag: `"${tool.revision}"`, ...headers });

  /** What is tried: the tool that the body writes, else the one of the address. */
  async function trialOf(
    request: RouteRequest,
  ): Promise<{ slug: string; content: ToolContent | null; input: unknown }> {
    const body = await bodyOf(request);
    const { input, tool, ...more } = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
    const [unknown] = Object.keys(more);
    if (unknown !== undefined || input === undefined) {
      const message = 'A test has "input", and where the tool is not saved yet, "tool".';
      throw new HostRefusal("invalid_test", message, {
        path: unknown === undefined ? "/input" : `/${unknown.slice(0, 80)}`,
      });
    }
    const slug = slugOf(request);
    const context = await request.context();
    const content =
      tool === undefined ? null : await authoring.checkedContent(slug, readDraft(tool, { isNew: true }), context);
    return { slug, content, input };
  }

  return [
    {
      method: "GET",
      path: "/api/platform/tools",
      permission: "tools.tenant.read",
      handle: async (request) => json(await authoring.resolveAll(await request.context())),
    },
    {
      method: "GET",
      path: "/api/platform/tools/:slug",
      permission: "tools.tenant.read",
      handle: async (request) => tagged(await authoring.resolve(slugOf(request), await request.context())),
    },
    {
      method: "GET",
      path: "/api/bundles",
      permission: "tools.tenant.read",
      handle: async (request) => json(await authoring.bundles(await request.context())),
    },
    {
      method: "PUT",
      path: "/api/bundles/:bundle",
      permission: "tools.tenant.update",
      async handle(request) {
        const { installed } = readFields(await bodyOf(request), { installed: "any" });
        if (typeof installed !== "boolean") {
          throw new HostRefusal("invalid_tool", '"installed" has to be true or false.', { path: "/installed" });
        }
        const { bundle = "" } = request.params;
        return json(await authoring.setBundle(bundle, installed, await request.context()));
      },
    },
    {
      method: "POST",
      path: "/api/tools",
      permission: "tools.tenant.create",
      async handle(request) {
        const draft = readDraft(await bodyOf(request), { isNew: true });
        const tool = await authoring.createTenantTool(draft, await authorOf(request));
        return tagged(tool, 201, { location: `/api/tools/${encodeURIComponent(tool.slug)}` });
      },
    },
    {
      method: "PATCH",
      path: "/api/tools/:slug",
      permission: "tools.tenant.update",
      async handle(request) {
        const changes = readDraft(await bodyOf(request), { isNew: false });
        return tagged(await authoring.updateTenantTool(slugOf(request), changes, await authorOf(request)));
      },
    },
    {
      method: "DELETE",
      path: "/api/tools/:slug",
      permission: "tools.tenant.delete",
      async handle(request) {
        await authoring.deleteTenantTool(slugOf(request), await authorOf(request));
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "POST",
      path: "/api/tools/:slug/test",
      permission: "tools.tenant.test",
      async handle(request) {
        const { slug, content, input } = await trialOf(request);
        return json(
          await tester.test({ slug, content, input, context: await request.context() }, request.request.signal),
        );
      },
    },
    {
      method: "POST",
      path: "/api/tools/:slug/test/stream",
      permission: "tools.tenant.test",
      async handle(request) {
        const { slug, content, input } = await trialOf(request);
        const context = await request.context();
        const { executionSpec: spec, outputSchema } = content ?? (await authoring.resolve(slug, context));
        if (spec?.kind !== "prompt" || spec.mode !== "direct" || !isText(outputSchema ?? undefined)) {
          const message = "Only a prompt that answers with text is tested as a stream. Use POST …/test for this tool.";
          throw new HostRefusal("not_streamable", message);
        }
        return eventStream(request.request.signal, (onOutput, signal) =>
          tester.test({ slug, content, input, context, onOutput }, signal),
        );
      },
    },
    {
      method: "GET",
      path: "/api/tools/:slug/versions",
      permission: "tools.tenant.read",
      handle: async (request) => json(await authoring.versionsOf(slugOf(request), await request.context())),
    },
    {
      method: "POST",
      path: "/api/tools/:slug/versions/:version/restore",
      permission: "tools.tenant.update",
      async handle(request) {
        const { version = "" } = request.params;
        return tagged(await authoring.restoreVersion(slugOf(request), version, await authorOf(request)));
      },
    },
  ];
}

/** A test that is told as it goes on, as server-sent events: texts, and the end. */
function eventStream(
  gone: AbortSignal,
  test: (onOutput: ToolCallbacks["onOutput"], signal: AbortSignal) => Promise<ToolTest>,
): Response {
  const stop = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (part: ToolTestPart) => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(`data: ${JSON.stringify(part)}\n\n`));
      };
      const ended = await test((delta) => send({ type: "text", delta }), AbortSignal.any([gone, stop.signal]));
      send({ type: "end", ...ended });
      if (!stop.signal.aborted) controller.close();
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}
