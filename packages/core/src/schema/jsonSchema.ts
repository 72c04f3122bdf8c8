/** A JSON Schema as data: 2020-12 unless its `$schema` says otherwise. */
export interface JsonSchema {
  [keyword: string]: unknown;
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema | boolean>;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, JsonSchema | boolean>;
  required?: string[];
  items?: JsonSchema | boolean | (JsonSchema | boolean)[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: (JsonSchema | boolean)[];
  oneOf?: (JsonSchema | boolean)[];
  allOf?: (JsonSchema | boolean)[];
}

/** What the Standard Schema family (Zod 4, Valibot, ArkType, …) shows of itself under `~standard`. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly StandardIssue[] }
      | Promise<
          { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] }
        >;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { target: string }) => Record<string, unknown>;
      readonly output: (options: { target: string }) => Record<string, unknown>;
    };
  };
}

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a tool may give as a schema: Zod or any Standard Schema that can say its JSON Schema, or JSON Schema as is. */
// oxlint-disable-next-line typescript/no-explicit-any -- a schema without types says nothing
export type Schema<Input = any, Output = Input> = StandardSchema<Input, Output> | JsonSchema;

/** The value that a schema produces; plain JSON Schema says nothing to TypeScript, so `any`. */
export type InferOutput<S> = S extends {
  readonly "~standard": { readonly types?: { readonly output: infer O } | undefined };
}
  ? O
  : // oxlint-disable-next-line typescript/no-explicit-any -- a schema without types says nothing
    any;

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

/**
 * The JSON Schema (2020-12) of a schema's input or output side.
 * @throws when a Standard Schema cannot say its JSON Schema: which library, and what to pass instead.
 */
export function toJsonSchema(schema: Schema, io: "input" | "output" = "input"): JsonSchema {
  if (!isStandardSchema(schema)) return schema as JsonSchema;
  const standard = schema["~standard"];
  if (!standard.jsonSchema) {
    throw new Error(
      `This ${standard.vendor} schema cannot produce a JSON Schema (no ~standard.jsonSchema). ` +
        "Use a version that implements Standard JSON Schema (zod 4.2 or later), or pass the JSON Schema itself.",
    );
  }
  return inlineRootRef(standard.jsonSchema[io]({ target: "draft-2020-12" }) as JsonSchema);
}

/** A root `.meta({ id })` makes zod answer `{ $ref, $defs }`; the root itself is put back in place, so that `type` and `properties` are where readers look. */
function inlineRootRef(schema: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? "")?.[1];
  const target = name === undefined ? undefined : schema.$defs?.[name];
  if (typeof target !== "object") return schema;
  const { $ref: _ref, ...rest } = schema;
  return { ...target, ...rest };
}
