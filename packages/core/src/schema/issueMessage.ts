import { requiredMessage } from "./validator.ts";

const typeWords: Record<string, string> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "yes or no",
  object: "a group of fields",
  array: "a list",
  null: "empty",
};

/** What a text of each format is, in words. */
export const formatWords: Readonly<Record<string, string>> = {
  date: "a date, such as 2026-03-31",
  time: "a time, such as 14:30:00Z",
  "date-time": "a date and time, such as 2026-03-31T14:30:00Z",
  duration: "a duration, such as PT1H30M",
  email: "an email address, such as ada@example.com",
  "idn-email": "an email address, such as ada@example.com",
  uri: "a full address, such as https://example.com",
  url: "a full address, such as https://example.com",
  iri: "a full address, such as https://example.com",
  "uri-reference": "an address or a part of one, such as /guide#start",
  "iri-reference": "an address or a part of one, such as /guide#start",
  uuid: "a UUID, such as 123e4567-e89b-42d3-a456-426614174000",
  ipv4: "an IPv4 address, such as 192.168.0.1",
  ipv6: "an IPv6 address, such as 2001:db8::1",
  cidrv4: "a range of IPv4 addresses, such as 192.168.0.0/24",
  cidrv6: "a range of IPv6 addresses, such as 2001:db8::/32",
  mac: "a MAC address, such as 00:1a:2b:3c:4d:5e",
  hostname: "a host name, such as example.com",
  regex: "a regular expression",
  cuid: "a CUID, such as cjld2cjxh0000qzrmn831i7rn",
  cuid2: "a CUID2, such as tz4a98xxat96iws9zmbrgj3a",
  ulid: "a ULID, such as 01ARZ3NDEKTSV4RRFFQ69G5FAV",
  xid: "an XID, such as 9m4e2mr0ui3e8a215n4g",
  ksuid: "a KSUID, such as 0ujtsYcgvSTl8PAuAdqWYSMnLOv",
  nanoid: "a Nano ID, such as V1StGXR8_Z5jdHi6B-myT",
  base64: "Base64, such as SGVsbG8=",
  base64url: "Base64 for addresses, such as SGVsbG8",
  jwt: "a signed token (JWT), three parts joined by dots",
  e164: "a phone number with its country code, such as +493012345678",
  emoji: "emoji alone",
  iban: "an IBAN, such as DE89370400440532013000",
  credit_card: "a card number",
  currency_code: "a currency code, such as EUR",
};

/** The words of each keyword's issue. */
export const issueWords: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  required: () => requiredMessage,
  dependentRequired: (p) => `Required when ${String(p["property"])} is filled in`,
  type: (p) => {
    const types = list(p["expected"]);
    const named = types.length > 1 ? types.filter((type) => type !== "null") : types;
    return `Must be ${either(named.map((type) => typeWords[type] ?? type))}`;
  },
  const: (p) => `Must be ${show(p["allowed"])}`,
  enum: (p) => {
    const allowed = Array.isArray(p["allowed"]) ? p["allowed"] : [];
    return allowed.length > 0 && allowed.length <= 6
      ? `Must be ${either(allowed.map(show))}`
      : "Must be one of the choices";
  },
  minimum: (p) => `Must be at least ${show(p["limit"])}`,
  maximum: (p) => `Must be at most ${show(p["limit"])}`,
  exclusiveMinimum: (p) => `Must be more than ${show(p["limit"])}`,
  exclusiveMaximum: (p) => `Must be less than ${show(p["limit"])}`,
  multipleOf: (p) => `Must be a multiple of ${show(p["limit"])}`,
  minLength: (p) => `Must be at least ${count(p["limit"], "character")}`,
  maxLength: (p) => `Must be at most ${count(p["limit"], "character")}`,
  pattern: () => "Does not have the expected form",
  format: (p) => `Must be ${formatWords[String(p["format"])] ?? `a valid ${String(p["format"])}`}`,
  minItems: (p) => `Needs at least ${count(p["limit"], "item")}`,
  maxItems: (p) => `Takes at most ${count(p["limit"], "item")}`,
  uniqueItems: () => "Items must not repeat",
  contains: () => "None of the items is of the kind that is needed",
  minContains: () => "Too few of the items are of the kind that is needed",
  maxContains: () => "Too many of the items are of the kind that is limited",
  minProperties: (p) => `Needs at least ${count(p["limit"], "entry", "entries")}`,
  maxProperties: (p) => `Takes at most ${count(p["limit"], "entry", "entries")}`,
  additionalProperties: () => "This is not a known field",
  additionalItems: () => "There is no place for this item",
  propertyNames: () => "This name is not allowed",
  not: () => "This value is not allowed",
  oneOf: () => "Fits more than one of the choices, where one is needed",
  anyOf: () => "Fits none of the choices",
};

/** The English message of an issue, by keyword and params. */
export function issueMessage(code: string, params: Record<string, unknown> = {}): string {
  return (issueWords[code] ?? (() => "This value is not valid"))(params);
}

const show = (value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "yes"
      : "no"
    : typeof value === "string"
      ? `“${value}”`
      : (JSON.stringify(value) ?? "nothing");
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);
const either = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? "something else") : `${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}`;
const count = (limit: unknown, one: string, many = `${one}s`): string => `${show(limit)} ${limit === 1 ? one : many}`;
