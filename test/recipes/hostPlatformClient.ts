import { authoringClient, createTransport } from "@callboard/core/client";

/** Writes a tool, tries it, and changes it as nobody else has meanwhile. */
export async function writeHaiku(baseUrl: string, token: string, fetch?: typeof globalThis.fetch) {
  const tools = authoringClient(createTransport({ baseUrl, token, ...(fetch && { fetch }) }));
  const tool = await tools.create({
    slug: "haiku",
    name: "Haiku",
    description: "Writes a haiku about a topic. Use it where somebody asks for one.",
    category: "writing",
    icon: "pencil",
    fields: [{ key: "topic", type: "text", label: "Topic", required: true }],
    executionSpec: { kind: "prompt", mode: "direct", prompt_template: "Write a haiku about {{topic}}." },
  });
  const { output, error } = await tools.test("haiku", { input: { topic: "frogs" } });
  const asking = await tools.update("haiku", tool.revision, { permissionPolicy: "always_ask" });
  return { output, error, asking, versions: await tools.versions("haiku") };
}
