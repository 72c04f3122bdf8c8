import type { JsonSchema } from "./jsonSchema.ts";

/** Any value that JSON carries. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A record that JSON carries; a key that is undefined is left out. */
export type JsonObject = { [key: string]: JsonValue | undefined };

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** A JSON Schema as code writes it, `as const` too. */
export type JsonSchemaLiteral = Frozen<JsonSchema>;

/** The types that a Standard Schema carries. */
interface Typed<Input, Output> {
  readonly "~standard": { readonly types?: { readonly input: Input; readonly output: Output } | undefined };
}

/**
 * The value that a schema takes, before its defaults and transforms. Of plain JSON Schema it is read as far as
 * TypeScript knows the schema's own words: in place, or `as const`. Else it is `JsonValue`.
 */
export type InferInput<S> = S extends Typed<infer Input, infer _> ? Input : InferJson<S>;

/** The value that a schema gives, after its defaults and transforms; of plain JSON Schema the same as `InferInput`. */
export type InferOutput<S> = S extends Typed<infer _, infer Output> ? Output : InferJson<S>;

/**
 * What a handler of a schema's values gets: the schema's output, or what the handler says where the schema's words are
 * not known.
 */
export type Handled<S, Said> = [JsonValue] extends [InferOutput<S>] ? Said : InferOutput<S>;

type InferJson<S> = S extends { readonly nullable: true } ? JsonOf<S> | null : JsonOf<S>;

/** Keywords beside those read here only narrow what a schema takes, so what is read holds every value of it. */
type JsonOf<S> = S extends { readonly const: infer Value }
  ? Known<Value>
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Known<Value>
    : S extends { readonly type: infer Type }
      ? Known<Type extends readonly (infer One)[] ? OfType<S, One> : OfType<S, Type>>
      : S extends { readonly properties: object }
        ? JsonValue
        : S extends { readonly anyOf: readonly (infer Branch)[] } | { readonly oneOf: readonly (infer Branch)[] }
          ? InferJson<Branch>
          : JsonValue;

type Known<Value> = unknown extends Value ? JsonValue : Value;

type OfType<S, Type> = string extends Type
  ? JsonValue
  : Type extends "string"
    ? string
    : Type extends "number" | "integer"
      ? number
      : Type extends "boolean"
        ? boolean
        : Type extends "null"
          ? null
          : Type extends "array"
            ? ListOf<S>
            : Type extends "object"
              ? RecordOf<S>
              : JsonValue;

type ListOf<S> = S extends { readonly items: infer Item }
  ? Item extends readonly unknown[]
    ? JsonValue[]
    : InferJson<Item>[]
  : JsonValue[];

type RecordOf<S> = S extends { readonly properties: infer Parts }
  ? Flat<
      { [Key in keyof Parts as Key extends RequiredKey<S> ? Key : never]: InferJson<Parts[Key]> } & {
        [Key in keyof Parts as Key extends RequiredKey<S> ? never : Key]?: InferJson<Parts[Key]>;
      }
    >
  : S extends { readonly additionalProperties: infer Part extends object }
    ? { [key: string]: InferJson<Part> }
    : JsonObject;

type RequiredKey<S> = S extends { readonly required: readonly (infer Key)[] }
  ? string extends Key
    ? never
    : Key
  : never;

type Flat<Value> = { -readonly [Key in keyof Value]: Value[Key] };
