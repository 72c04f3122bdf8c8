/** `defineTool` gives `execute` the types of the schemas, and asks for both of them. */
import { z } from "zod";
import type { CallContext, ToolCallbacks } from "./context.ts";
import { defineTool, type ToolDefinition } from "./definition.ts";
import { createRegistry, type ToolRegistration } from "./registry.ts";

type Expect<T extends true> = T;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const words = { slug: "a", name: "A", description: "", category: "analysis", icon: "calculator" };
const inputSchema = z.object({ value: z.number(), unit: z.string().default("€") });
const outputSchema = z.object({ result: z.number() });

const tool = defineTool({
  ...words,
  inputSchema,
  outputSchema,
  execute: (input, context, callbacks) => {
    type Checks = [
      Expect<Same<typeof input, { value: number; unit: string }>>,
      Expect<Same<typeof context, CallContext>>,
      Expect<Same<typeof callbacks, ToolCallbacks>>,
    ];
    return { result: input.value } satisfies { result: number } & Partial<Record<"checks", Checks>>;
  },
  summary: (input) => `${input.value.toFixed()} ${input.unit.toUpperCase()}`,
  aggregate: (submissions) => submissions.map((one) => one.input.value + (one.output?.result ?? 0)),
});
export type Defined = Expect<
  Same<typeof tool, ToolDefinition<{ value: number; unit: string }, { result: number }, typeof inputSchema>>
>;

defineTool({ ...words, inputSchema, outputSchema, execute: async ({ value }) => ({ result: value }) });

// @ts-expect-error the output breaks its schema
defineTool({ ...words, inputSchema, outputSchema, execute: () => ({ result: "text" }) });

// @ts-expect-error no such field in the input
defineTool({ ...words, inputSchema, outputSchema, execute: ({ other }) => ({ result: other }) });

defineTool({
  ...words,
  inputSchema,
  outputSchema,
  // @ts-expect-error the handler asks for more than the schema gives
  execute: ({ value }: { value: number; other: string }) => ({ result: value }),
});

// @ts-expect-error outputSchema is required
defineTool({ ...words, inputSchema, execute: () => ({ result: 1 }) });

// @ts-expect-error inputSchema is required
defineTool({ ...words, outputSchema, execute: () => ({ result: 1 }) });

// @ts-expect-error a tool has a description
defineTool({
  slug: "a",
  name: "A",
  category: "x",
  icon: "y",
  inputSchema,
  outputSchema,
  execute: () => ({ result: 1 }),
});

/** Plain JSON Schema says nothing to TypeScript; the handler says its own types. */
defineTool({
  ...words,
  inputSchema: { type: "object", properties: { value: { type: "number" } } },
  outputSchema: { type: "object" },
  execute: ({ value }: { value: number }) => ({ twice: value * 2 }),
});

// @ts-expect-error without a type from the schema or the handler, an input may be anything
defineTool({ ...words, inputSchema: {}, outputSchema: {}, execute: ({ value }) => value });

createRegistry().register({ ...words, inputSchema, execute: ({ value }) => value.toFixed() });
// @ts-expect-error no such field in the input
createRegistry().register({ ...words, inputSchema, execute: (input) => input.other });

/** Tools of any input live in one list, and every registry takes them. */
export const list: ToolDefinition[] = [tool];
export const registrations: ToolRegistration[] = [
  tool,
  { definition: { name: "b" }, handler: async (input: { x: string }) => input.x },
  { definition: { type: "function", function: { name: "c" } }, handler: () => 1, enabled: () => true },
];
