/** The schemas and the types say the same, in both directions. */
import type { z } from "zod";
import type { EventType, SessionEvent } from "./event.ts";
import type { envelopeShape, eventSchemas, eventShapes, sessionEventSchema } from "./eventSchema.ts";

type Expect<T extends true> = T;
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type InferShape<Shape> = Shape extends z.ZodRawShape ? z.infer<z.ZodObject<Shape>> : never;

/** Each event as its schema infers it. */
type Inferred = {
  [Type in EventType]: { type: Type } & InferShape<typeof envelopeShape> & InferShape<(typeof eventShapes)[Type]>;
};
type Declared = { [Type in EventType]: Extract<SessionEvent, { type: Type }> };

/** A forgotten optional field would still be assignable, so the names are compared as well. */
type Differing = {
  [Type in EventType]: [
    Both<Inferred[Type], Declared[Type]>,
    Both<keyof Inferred[Type], keyof Declared[Type]>,
  ] extends [true, true]
    ? never
    : Type;
}[EventType];

export type Agreement = [
  Expect<Both<Differing, never>>,
  Expect<Both<keyof typeof eventShapes, EventType>>,
  Expect<Both<z.infer<typeof sessionEventSchema>, SessionEvent>>,
  Expect<Both<z.infer<(typeof eventSchemas)["tool.failed"]>, Declared["tool.failed"]>>,
];

// @ts-expect-error the comparison can fail
export type Control = Expect<Both<InferShape<(typeof eventShapes)["tool.failed"]>, Declared["tool.completed"]>>;
