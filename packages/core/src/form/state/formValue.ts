import type { JsonValue } from "../../schema/inferValue.ts";
import type { Pointer } from "../../json/pointer.ts";

/**
 * A value as a form is given it: any part may be left out. What JSON has no words for, such as dates, is given as it is
 * or as JSON carries it.
 */
export type FormValue<Input> = PartsOf<Input, true>;

/** A value as a form holds it while somebody fills it in: JSON, unchecked, and any part may be missing. */
export type FormDraftValue<Input> = PartsOf<Input, false>;

type PartsOf<Value, IsGiven> = [JsonValue] extends [Value]
  ? Whole<Value, IsGiven>
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends Date | bigint
      ? string | Own<Value, IsGiven>
      : Value extends ReadonlyMap<infer Key, infer Item>
        ? MapOf<Key, Item, IsGiven> | Own<Value, IsGiven>
        : Value extends ReadonlySet<infer Item>
          ? ListOf<Item, IsGiven> | Own<Value, IsGiven>
          : Value extends (...given: never[]) => unknown
            ? unknown
            : Value extends readonly (infer Item)[]
              ? number extends Value["length"]
                ? ListOf<Item, IsGiven>
                : { [Place in keyof Value]?: PartsOf<Value[Place], IsGiven> | undefined }
              : Value extends object
                ? { [Key in keyof Value]?: PartsOf<Value[Key], IsGiven> | undefined }
                : unknown;

/** Of a value that may be anything, any part is anything too; `any` ends here. */
type Whole<Value, IsGiven> = IsGiven extends true ? unknown : unknown extends Value ? unknown : Value;

type Own<Value, IsGiven> = IsGiven extends true ? Value : never;

type ListOf<Item, IsGiven> = IsGiven extends true
  ? readonly (PartsOf<Item, IsGiven> | undefined)[]
  : (PartsOf<Item, IsGiven> | undefined)[];

type MapOf<Key, Item, IsGiven> = Key extends string
  ? { [key: string]: PartsOf<Item, IsGiven> }
  : readonly (readonly [PartsOf<Key, IsGiven>, PartsOf<Item, IsGiven>])[];
/**
 * The JSON Pointers into a value, `""` for the whole. Three steps are told apart; what lies deeper, behind a name that
 * a pointer escapes, or in a value of no known type is any pointer below.
 */
export type PointerTo<Value> = unknown extends Value ? Pointer : "" | Below<Value, [0, 0, 0]>;

type Below<Value, Steps> = unknown extends Value
  ? `/${string}`
  : Value extends string | number | bigint | boolean | symbol | null | undefined | Date
    ? never
    : Value extends ReadonlySet<unknown> | ReadonlyMap<unknown, unknown> | ((...given: never[]) => unknown)
      ? `/${string}`
      : Steps extends [0, ...infer Left]
        ? Value extends readonly (infer Item)[]
          ? Behind<number, Item, Left>
          : { [Key in keyof Value & (string | number)]-?: Behind<Key, Value[Key], Left> }[keyof Value &
              (string | number)]
        : `/${string}`;

type Behind<Key extends string | number, Value, Left> = `${Key}` extends `${string}/${string}` | `${string}~${string}`
  ? `/${string}`
  : `/${Key}` | `/${Key}${Below<Value, Left>}`;
