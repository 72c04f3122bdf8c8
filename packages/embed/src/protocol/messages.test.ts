import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  readConfirmed,
  readConfirmRequest,
  readFrameMessage,
  readHandover,
  readHello,
  readPageMessage,
  type FrameMessage,
  type PageMessage,
} from "./messages.ts";

const run = { sessionId: "s", callId: "c", runId: "c" };
const fromFrame: FrameMessage[] = [
  { type: "ready", label: "Double" },
  { type: "height", height: 120.5 },
  { type: "submitted", run },
  { type: "completed", run, output: { result: 4 } },
  { type: "failed", code: "busy", message: "Later." },
  { type: "failed", code: "tool_error", message: "No.", run },
  { type: "token", id: 0 },
  { type: "ended" },
];
const fromPage: PageMessage[] = [
  { type: "focus" },
  { type: "token", id: 3, token: "" },
  {
    type: "options",
    lang: "de",
    theme: "dark",
    appearance: { accent: "#fff" },
    defaultValue: null,
    user: "",
    givesTokens: false,
  },
];
const hello = { callboard: "hello", nonce: "a", reply: "b" };
const handover = { callboard: "channel", nonce: "b" };

const asking = {
  type: "confirm",
  lang: "en",
  theme: "auto",
  tool: { slug: "order", name: "Order" },
  input: { item: "tea" },
};

const readers: [name: string, read: (data: unknown) => unknown, valid: object[]][] = [
  ["readFrameMessage", readFrameMessage, fromFrame],
  ["readPageMessage", readPageMessage, fromPage],
  ["readHello", readHello, [hello]],
  ["readHandover", readHandover, [handover]],
  ["readConfirmRequest", readConfirmRequest, [asking]],
  ["readConfirmed", readConfirmed, [{ type: "confirmed" }]],
];

/** Anything that one window can hand to another, and messages with one thing wrong. */
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
});

describe.each(readers)("%s", (_, read, valid) => {
  test("takes what fits, and what a later one adds to it", () => {
    for (const message of valid) {
      expect(read(message)).toBe(message);
      expect(read({ ...message, more: 1 })).toEqual({ ...message, more: 1 });
    }
  });

  test("takes nothing else, and never throws", () => {
    fc.assert(
      fc.property(anything, (data) => {
        const type = (data as { type?: unknown } | null)?.type;
        fc.pre(type !== "focus" && type !== "ended");
        expect(read(data)).toBeUndefined();
      }),
    );
  });

  test("takes no message with a field that is missing or of another kind", () => {
    const wrong = fc.constantFrom(
      undefined,
      null,
      Number.NaN,
      -1,
      Infinity,
      {},
      [],
      "x".repeat(10_001),
      true,
      Symbol.iterator,
    );
    const optional = new Set(["output", "defaultValue", "run", "input"]);
    fc.assert(
      fc.property(fc.constantFrom(...valid), fc.nat(), wrong, (message, at, value) => {
        const names = Object.keys(message).filter((name) => !optional.has(name));
        const name = names[at % names.length]!;
        const isFlag = name === "givesTokens" && value === true;
        const isTable = name === "appearance" && typeof value === "object" && value !== null;
        fc.pre(!isFlag && !isTable);
        expect(read({ ...message, [name]: value })).toBeUndefined();
      }),
    );
  });
});

test("takes no run that names no call, and no appearance that is not text", () => {
  expect(readFrameMessage({ type: "completed", run: { sessionId: "s" }, output: 1 })).toBeUndefined();
  expect(readFrameMessage({ type: "failed", code: "a", message: "b", run: 1 })).toBeUndefined();
  expect(readPageMessage({ ...fromPage[2], appearance: { accent: { toString: "x" } } })).toBeUndefined();
});
