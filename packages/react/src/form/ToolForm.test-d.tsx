/** A form's values have the types of its schema; what a schema does not tell is never `any`. */
import { defineTool, type JsonSchema, type JsonValue, type ToolDetail } from "@callboard/core";
import type { FormValue } from "@callboard/core/form";
import type { RefObject } from "react";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { FieldDefinitionForm } from "./FieldDefinitionForm.tsx";
import type { ToolFormHandle, ToolFormProps } from "./formProps.ts";
import { FormSpecRenderer, SchemaForm, ToolForm } from "./ToolForm.tsx";

const order = z.object({
  name: z.string(),
  count: z.coerce.number<string>().default(1),
  day: z.date(),
  note: z.string().optional(),
  lines: z.array(z.object({ title: z.string(), tags: z.set(z.string()) })),
});
type Order = z.output<typeof order>;
type Pairs = "a" | "b";

export const zod = (
  <ToolForm
    schema={order}
    defaultValue={{ name: "Ada", count: "2", day: new Date(), lines: [{ title: "x" }] }}
    onChange={(value) => {
      expectTypeOf(value.name).toEqualTypeOf<string | undefined>();
      expectTypeOf(value.count).toEqualTypeOf<string | undefined>();
      expectTypeOf(value.day).toEqualTypeOf<string | undefined>();
      expectTypeOf(value.lines?.[0]?.tags).toEqualTypeOf<(string | undefined)[] | undefined>();
      // @ts-expect-error no such field
      return value.typo;
    }}
    onSubmit={(value) => {
      expectTypeOf(value).toEqualTypeOf<Order>();
      expectTypeOf(value.count).toEqualTypeOf<number>();
      // @ts-expect-error no such field
      void value.typo;
      return { "/name": "Taken", "/lines/0/title": ["Too long"], "": "No" };
    }}
    errors={{ "/lines/3/tags": "None" }}
  />
);

export const wrong = [
  // @ts-expect-error no such field in a default
  <ToolForm key="1" schema={order} defaultValue={{ nmae: "Ada" }} />,
  // @ts-expect-error the default of another type; the schema's input counts, not its output
  <ToolForm key="2" schema={order} defaultValue={{ count: 2 }} />,
  // @ts-expect-error no such field in what the form follows
  <ToolForm key="3" schema={order} value={{ lines: [{ titel: "x" }] }} />,
  // @ts-expect-error no such place
  <ToolForm key="4" schema={order} errors={{ "/nmae": "Taken" }} />,
  // @ts-expect-error no such place in a row
  <ToolForm key="5" schema={order} errors={{ "/lines/0/titel": "Taken" }} />,
  // @ts-expect-error the handler asks for what the schema does not give
  <ToolForm key="6" schema={order} onSubmit={(value: Order & { extra: string }) => void value} />,
  // @ts-expect-error no such place in what a handler answers
  <ToolForm key="7" schema={z.object({ name: z.string() })} onSubmit={() => ({ "/nmae": "Taken" })} />,
  // @ts-expect-error a schema's type is kept by every form
  <SchemaForm key="8" schema={order} onSubmit={(value) => value.typo} />,
];

/** A handler may ask for less, and errors may come from elsewhere. */
export const less = (
  <ToolForm schema={order} onSubmit={async (value: { name: string }): Promise<Record<string, string>> => value} />
);
export const listed = <ToolForm schema={order} onSubmit={async () => [{ path: String("/name"), message: "Taken" }]} />;

const tip = defineTool({
  slug: "tip",
  name: "Tip",
  description: "Splits a bill.",
  category: "everyday",
  icon: "receipt",
  inputSchema: order,
  outputSchema: z.object({ each: z.number() }),
  execute: ({ count }) => ({ each: count }),
});
export const ofTool = (
  <ToolForm
    tool={tip}
    defaultValue={{ count: "3" }}
    onSubmit={(value) => {
      expectTypeOf(value).toEqualTypeOf<Order>();
    }}
  />
);
// @ts-expect-error no such field in the tool's input
export const ofToolWrong = <ToolForm tool={tip} defaultValue={{ cuont: "3" }} />;

/** A schema of another library, by the Standard Schema alone. */
declare const standard: {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "own";
    readonly validate: (value: unknown) => { readonly value: { at: number } };
    readonly types?: { readonly input: { at: string }; readonly output: { at: number } };
  };
};
export const ofStandard = (
  <ToolForm
    schema={standard}
    value={{ at: "1" }}
    onSubmit={({ at }) => {
      expectTypeOf(at).toEqualTypeOf<number>();
    }}
  />
);

/** JSON Schema in place, or `as const`, tells its values. */
export const inPlace = (
  <ToolForm
    schema={{
      type: "object",
      properties: {
        city: { type: "string" },
        kind: { enum: ["a", "b"] },
        size: { type: ["integer", "null"] },
        rows: { type: "array", items: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
        free: { type: "object", additionalProperties: { type: "boolean" } },
        to: { oneOf: [{ const: "me" }, { type: "integer" }] },
        other: { $ref: "#/$defs/other" },
      },
      required: ["city"],
    }}
    onSubmit={(value) => {
      expectTypeOf(value).toEqualTypeOf<{
        city: string;
        kind?: Pairs;
        size?: number | null;
        rows?: { n: number }[];
        free?: { [key: string]: boolean };
        to?: "me" | number;
        other?: JsonValue;
      }>();
    }}
  />
);
const written = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
// @ts-expect-error no such field
export const constWrong = <ToolForm schema={written} onSubmit={(value) => value.typo} />;

/** What TypeScript cannot read is JSON, and a handler may say its own type. */
declare const plain: JsonSchema;
declare const detail: ToolDetail;
export const untold = [
  <ToolForm key="1" schema={plain} onSubmit={(value) => void expectTypeOf(value).toEqualTypeOf<JsonValue>()} />,
  <ToolForm key="2" tool={detail} onSubmit={(value) => void expectTypeOf(value).toEqualTypeOf<JsonValue>()} />,
  <ToolForm key="3" tool={detail} onSubmit={(value: { city: string }) => void value.city} defaultValue={{ any: 1 }} />,
  <ToolForm key="4" schema onSubmit={(value) => void expectTypeOf(value).toEqualTypeOf<JsonValue>()} />,
  <FormSpecRenderer
    key="5"
    spec={{ fields: [{ key: "a" }] }}
    onSubmit={(value) => void expectTypeOf(value).toEqualTypeOf<JsonValue>()}
  />,
  <FieldDefinitionForm
    key="6"
    fields={[{ key: "a", type: "text" }]}
    onChange={(value) => void expectTypeOf(value).toEqualTypeOf<JsonValue>()}
  />,
  // @ts-expect-error nothing is known of the value
  <ToolForm key="7" schema={plain} onSubmit={(value) => value.typo} />,
];

declare const typed: RefObject<ToolFormHandle<FormValue<z.input<typeof order>>> | null>;
declare const untyped: RefObject<ToolFormHandle | null>;
export const handles = [
  <ToolForm key="1" schema={order} formRef={typed} />,
  <ToolForm key="2" schema={order} formRef={untyped} />,
];
// @ts-expect-error no such field
typed.current?.reset({ nmae: "Ada" });

/** A wrapper takes the props of any form. */
export const Wrapped = (props: ToolFormProps) => <ToolForm {...props} submitLabel="Go" />;

/** Types that refer to themselves, and `any` in a schema. */
type Json = string | number | null | Json[] | { [key: string]: Json };
const odd = z.object({ json: z.custom<Json>(), any: z.any(), both: z.union([z.bigint(), z.map(z.int(), z.date())]) });
export const odds = (
  <ToolForm
    schema={odd}
    defaultValue={{ json: [["x"]], both: 1n }}
    onChange={(value) => {
      expectTypeOf(value.any).toEqualTypeOf<unknown>();
      expectTypeOf(value.both).toEqualTypeOf<string | readonly (readonly [number, string])[] | undefined>();
    }}
  />
);
