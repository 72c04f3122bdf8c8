/**
 * Zod schemas of the session log, for hosts that take events from elsewhere. An entry of its own, because it brings Zod
 * along.
 */
import { z } from "zod";
import type { EventType, SessionEvent } from "./event.ts";
import { FIELD_KINDS, OPTIONAL_FIELDS, REQUIRED_FIELDS } from "./eventFields.ts";

/** An object that lets unknown fields through, under the type of the fields that are known. */
const open = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape) as unknown as z.ZodObject<Shape>;
const optionalNumber = z.number().optional();

const wording = open({ template: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

const schemas = {
  string: z.string(),
  stringOrNull: z.string().nullable(),
  number: z.number(),
  role: z.enum(FIELD_KINDS.role.values),
  kind: z.enum(FIELD_KINDS.kind.values),
  action: z.enum(FIELD_KINDS.action.values),
  scope: z.enum(FIELD_KINDS.scope.values),
  source: z.enum(FIELD_KINDS.source.values),
  error: open({ code: z.string(), message: z.string(), path: z.string().optional(), wording: wording.optional() }),
  wording,
  usage: z.object({ inputTokens: optionalNumber, outputTokens: optionalNumber }).catchall(z.number().or(z.undefined())),
  outputRef: open({
    id: z.string(),
    bytes: z.number(),
    mediaType: z.string(),
    preview: z.string(),
    summary: z.string().optional(),
  }),
  limits: open({
    concurrency: optionalNumber,
    rate: open({ calls: z.number(), seconds: z.number() }).optional(),
  }),
  offers: z.array(
    open({
      id: z.string(),
      words: z.string().optional(),
      rule: z.string().optional(),
      reach: z.enum(["session", "project", "always"]).optional(),
    }).refine(({ words, rule }) => Boolean(words) || Boolean(rule), "An offer needs words, or a rule."),
  ),
} satisfies Record<KindName, z.ZodType>;

type KindName = keyof typeof FIELD_KINDS;
type FieldsOf<Kind, Name> = Kind extends { fields: readonly (infer Field)[] } ? Field : Name;
type KindOf<Field> = {
  [Kind in KindName]: Field extends FieldsOf<(typeof FIELD_KINDS)[Kind], Kind> ? Kind : never;
}[KindName];
type SchemaOf<Field> = [KindOf<Field>] extends [never] ? z.ZodUnknown : (typeof schemas)[KindOf<Field>];
type ShapeOf<Type extends EventType> = {
  [Field in (typeof REQUIRED_FIELDS)[Type][number]]: SchemaOf<Field>;
} & {
  [Field in (typeof OPTIONAL_FIELDS)[Type][number]]: z.ZodOptional<SchemaOf<Field>>;
};

function schemaOf(field: string): z.ZodType {
  for (const kind of Object.keys(schemas) as KindName[]) {
    const { fields = [kind] } = FIELD_KINDS[kind] as { fields?: readonly string[] };
    if (fields.includes(field)) return schemas[kind];
  }
  return z.unknown();
}

/** What every event carries, field by field. */
export const envelopeShape = {
  v: z.literal(1).optional(),
  seq: z.int().positive(),
  sessionId: z.string(),
  at: z.number(),
  meta: z.record(z.string(), z.unknown()).optional(),
};

/** The fields of each event besides its envelope and its type. */
export const eventShapes = Object.fromEntries(
  (Object.keys(REQUIRED_FIELDS) as EventType[]).map((type) => [
    type,
    Object.fromEntries([
      ...REQUIRED_FIELDS[type].map((field) => [field, schemaOf(field)]),
      ...OPTIONAL_FIELDS[type].map((field) => [field, schemaOf(field).optional()]),
    ]),
  ]),
) as unknown as { [Type in EventType]: ShapeOf<Type> };

/**
 * The schema of each event by its type. Fields that it does not know are let through, as a newer host may send them.
 */
export const eventSchemas = Object.fromEntries(
  Object.entries(eventShapes).map(([type, shape]) => [
    type,
    open({ type: z.literal(type), ...envelopeShape, ...shape }),
  ]),
) as unknown as { [Type in EventType]: z.ZodType<Extract<SessionEvent, { type: Type }>> };

/**
 * One line of a session's log. Issues name the field by its path; an event of an unknown type is refused.
 * @example
 * ```ts
 * const event = sessionEventSchema.parse(JSON.parse(line));
 * ```
 */
export const sessionEventSchema: z.ZodType<SessionEvent> = z.discriminatedUnion(
  "type",
  Object.values(eventSchemas) as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
) as unknown as z.ZodType<SessionEvent>;
