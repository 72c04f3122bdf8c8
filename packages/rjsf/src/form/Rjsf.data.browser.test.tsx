import jsonSchemas from "virtual:shared-data/json-schemas/";
import axe from "axe-core";
import type { JsonSchema } from "@callboard/core";
import { act, type ReactNode } from "react";
import type { UiSchema } from "@callboard/core/form";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SchemaForm, ToolProvider } from "@callboard/react";
import { RjsfForm, rjsfForm } from "../index.ts";

const files = Object.entries((jsonSchemas ?? {}) as unknown as Record<string, string>).flatMap(([name, text]) => {
  if (!name.includes("rjsf-")) return [];
  const file = JSON.parse(text) as JsonSchema & { schema?: JsonSchema; uiSchema?: UiSchema; formData?: unknown };
  return [{ name, schema: file.schema ?? file, uiSchema: file.uiSchema ?? {}, formData: file.formData }];
});

/** The same schema, with a rule that brings a field never: it is beyond the form model, so rjsf draws the whole. */
const beyond = (schema: JsonSchema): JsonSchema => ({
  allOf: [
    { if: { type: "object", minProperties: 1_000 }, then: { properties: { never: { type: "string" } } } },
    ...(schema.allOf ?? []),
  ],
  ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "allOf")),
});

describe.skipIf(jsonSchemas === null)("rjsf's own examples, needs ../shared/data", () => {
  const complaints: string[] = [];
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    for (const level of ["error", "warn"] as const)
      vi.spyOn(console, level).mockImplementation(
        (...words) => void complaints.push(words.map(String).join(" ").slice(0, 300)),
      );
  });
  afterEach(() => {
    vi.restoreAllMocks();
    complaints.length = 0;
  });

  const mount = async (node: ReactNode) => {
    const host = document.createElement("main");
    document.body.append(host);
    const root = createRoot(host);
    await act(async () => root.render(node));
    for (let waited = 0; waited < 100 && (waited < 2 || host.querySelector("[aria-busy]")); waited++)
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    return {
      host,
      close: async () => {
        await act(async () => root.unmount());
        host.remove();
      },
    };
  };

  const ways: Record<string, (file: (typeof files)[number], onSubmit: () => void) => ReactNode> = {
    "by RjsfForm": ({ schema, uiSchema, formData }, onSubmit) => (
      <RjsfForm schema={schema} uiSchema={uiSchema} initialFormData={formData} onSubmit={onSubmit} />
    ),
    "by rjsf in a form of ours": ({ schema, uiSchema, formData }, onSubmit) => (
      <ToolProvider fallbackForm={rjsfForm}>
        <SchemaForm schema={beyond(schema)} uiSchema={uiSchema} defaultValue={formData} onSubmit={onSubmit} />
      </ToolProvider>
    ),
  };

  it.each(Object.keys(ways))(
    "are drawn %s: named controls, no complaint, nothing axe finds",
    { timeout: 240_000 },
    async (way) => {
      const found: string[] = [];
      for (const file of files) {
        const { host, close } = await mount(ways[way]!(file, () => {}));
        const controls = host.querySelectorAll("input, select, textarea, .cb-button:not(.cb-form-submit)");
        if (controls.length === 0) found.push(`${file.name}: no control`);
        const ids = [...host.querySelectorAll("[id]")].map((element) => element.id);
        const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
        if (twice.length > 0) found.push(`${file.name}: ids twice: ${twice.join(", ")}`);
        for (const label of host.querySelectorAll("label[for]"))
          if (!host.querySelector(`[id="${CSS.escape(label.getAttribute("for")!)}"]`))
            found.push(`${file.name}: nothing for the label ${label.textContent}`);
        if (host.querySelector(".unsupported-field, .rjsf-config-error")) found.push(`${file.name}: a dead field`);
        const { violations } = await axe.run(host, { rules: { "color-contrast": { enabled: false } } });
        for (const { id, nodes } of violations) found.push(`${file.name}: ${id} ${nodes[0]!.html.slice(0, 160)}`);
        await close();
        if (complaints.length > 0) found.push(`${file.name}: ${complaints.splice(0).join("; ")}`);
      }
      expect(found).toEqual([]);
      expect(files.length).toBeGreaterThan(30);
    },
  );
});
