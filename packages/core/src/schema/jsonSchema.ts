import { correctPatterns } from "./zodPatterns.ts";

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

/** A schema of the Standard Schema family (Zod 4, Valibot, ArkType, …). */
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
      readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

export interface StandardJsonSchemaOptions {
  target: string;
  /** What one library alone understands. */
  libraryOptions?: Record<string, unknown>;
}

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A tool's schema: Zod or any Standard Schema that converts to JSON Schema, or plain JSON Schema. */
export type Schema<Input = unknown, Output = unknown> = StandardSchema<Input, Output> | JsonSchema;

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return false;
  return "~standard" in schema && !isWrittenByZod(schema);
}

/** Whether a JSON Schema came from `z.toJSONSchema`, which hides its Zod schema's `~standard` in it. */
function isWrittenByZod(schema: object): boolean {
  const { vendor } = (schema as StandardSchema)["~standard"];
  return vendor === "zod" && !("_zod" in schema) && !("_def" in schema);
}

/**
 * The JSON Schema (2020-12) of a schema's input or output side, as its own library writes it.
 * @throws when a Standard Schema has no JSON Schema, or asks for values that are no JSON.
 */
export function ownJsonSchema(schema: Schema, io: "input" | "output" = "input"): JsonSchema {
  if (!isStandardSchema(schema)) return schema as JsonSchema;
  const standard = schema["~standard"];
  if (!standard.jsonSchema) {
    throw new Error(
      `This ${standard.vendor} schema cannot produce a JSON Schema (no ~standard.jsonSchema). ` +
        "Use a version that implements Standard JSON Schema (zod 4.2 or later), or pass the JSON Schema itself.",
    );
  }
  const libraryOptions = standard.vendor === "zod" && { libraryOptions: { override: correctPatterns } };
  return inlineRootRef(standard.jsonSchema[io]({ target: "draft-2020-12", ...libraryOptions }) as JsonSchema);
}

/**
 * A root `.meta({ id })` makes zod answer `{ $ref, $defs }`; the root itself is put back in place, so that `type` and
 * `properties` are where readers look.
 */
export function inlineRootRef(schema: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/([^/]+)$/.exec(schema.$ref ?? "")?.[1];
  const target = name === undefined ? undefined : schema.$defs?.[name];
  if (typeof target !== "object") return schema;
  const { $ref: _ref, ...rest } = schema;
  return { ...target, ...rest };
}
