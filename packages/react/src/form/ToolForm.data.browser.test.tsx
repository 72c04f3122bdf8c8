import jsonSchemas from "virtual:shared-data/json-schemas/";
import tools from "virtual:shared-data/tool-schemas.jsonl";
import type { JsonSchema } from "@callboard/core";
import { compileForm } from "@callboard/core/form";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SchemaForm } from "./ToolForm.tsx";

const lines = (text: unknown): string[] => (typeof text === "string" ? text.split("\n").filter(Boolean) : []);

/** Mounts a form, looks once all of it is there, and takes it away; returns what there is to see. */
async function mount(schema: JsonSchema): Promise<{ controls: number; text: string }> {
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  flushSync(() => root.render(<SchemaForm schema={schema} onSubmit={() => {}} />));
  const isWhole = () => expect(host.querySelector("[aria-busy=true]")).toBeNull();
  if (host.querySelector("[aria-busy=true]")) await vi.waitFor(isWhole, { timeout: 20_000, interval: 5 });
  const controls = host.querySelectorAll("input, select, textarea, .cb-button:not(.cb-form-submit)").length;
  const text = host.textContent ?? "";
  const ids = [...host.querySelectorAll("[id]")].map((element) => element.id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const label of host.querySelectorAll("label[for]"))
    expect(host.querySelector(`[id="${label.getAttribute("for")}"]`)).not.toBeNull();
  flushSync(() => root.unmount());
  host.remove();
  return { controls, text };
}

describe.skipIf(tools === null)("real schemas in a form, needs ../shared/data", () => {
  const complaints: unknown[][] = [];
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
    vi.spyOn(console, "warn").mockImplementation((...words) => void complaints.push(words));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    complaints.length = 0;
  });

  it("mounts every tool's input with a control for each field, without a complaint", { timeout: 300_000 }, async () => {
    let mounted = 0;
    for (const line of lines(tools)) {
      const { name, inputSchema } = JSON.parse(line) as { name: string; inputSchema: JsonSchema };
      const { controls, text } = await mount(inputSchema);
      const { root } = compileForm(inputSchema);
      const asked =
        root.kind === "object" ? [...root.fields.values()].filter((node) => node.kind !== "const").length : 1;
      expect(controls, name).toBeGreaterThanOrEqual(asked);
      if (asked === 0) expect(text, name).toContain("no input");
      expect(complaints, name).toEqual([]);
      mounted++;
    }
    expect(mounted).toBeGreaterThan(600);
  });

  it("mounts the example schemas of two form libraries", { timeout: 120_000 }, async () => {
    const files = Object.entries((jsonSchemas ?? {}) as unknown as Record<string, string>);
    for (const [name, text] of files) {
      const file = JSON.parse(text) as JsonSchema & { schema?: JsonSchema };
      await mount(file.schema ?? file);
      expect(complaints, name).toEqual([]);
    }
    expect(files.length).toBeGreaterThan(70);
  });
});
