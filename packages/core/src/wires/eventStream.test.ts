import { describe, expect, test } from "vitest";
import { createEventStream, type ServerSentEvent } from "./eventStream.ts";

const read = (pieces: readonly string[], longest = 1_000) => {
  const events: ServerSentEvent[] = [];
  let tooLong = 0;
  const reader = createEventStream(
    (event) => events.push(event),
    () => tooLong++,
    longest,
  );
  for (const piece of pieces) reader.feed(piece);
  reader.end();
  return { events: events.map(({ id, event, data }) => [id, event, data]), tooLong };
};

/** From the standard's own examples, and what else it says. */
const cases: [string, string, unknown[][]][] = [
  ["data over several lines", "data: YHOO\ndata: +2\ndata: 10\n\n", [[undefined, undefined, "YHOO\n+2\n10"]]],
  [
    "comments, ids and names",
    ": test\n\ndata: a\nid: 1\n\nevent: add\ndata:b\nid\n\ndata:  c\n\n",
    [
      ["1", undefined, "a"],
      ["", "add", "b"],
      [undefined, undefined, " c"],
    ],
  ],
  [
    "empty data",
    "data\n\ndata\ndata\n\ndata:",
    [
      [undefined, undefined, ""],
      [undefined, undefined, "\n"],
      [undefined, undefined, ""],
    ],
  ],
  ["no data", "event: a\nid: 1\n\n", []],
  ["fields that nobody knows", "retry: 5\nData: x\ndata : x\n data: x\ndata: y\n\n", [[undefined, undefined, "y"]]],
  ["an id with a NUL", "id: 1\0\ndata: x\n\n", [[undefined, undefined, "x"]]],
];

describe("server-sent events", () => {
  test.each(cases)("%s, with any line break, cut anywhere", (_, text, expected) => {
    for (const lineBreak of ["\n", "\r", "\r\n"]) {
      const whole = text.replaceAll("\n", lineBreak);
      for (let at = 0; at <= whole.length; at++) {
        expect(read([whole.slice(0, at), whole.slice(at)]).events, `cut at ${at}`).toEqual(expected);
      }
      expect(read([...whole]).events).toEqual(expected);
    }
  });

  test("an event with a line that is too long is left out, and said so; the next is read", () => {
    const text = `id: 1\ndata: ${"x".repeat(50)}\ndata: y\n\ndata: z\n\n`;
    expect(read([...text], 20)).toEqual({ events: [[undefined, undefined, "z"]], tooLong: 1 });
  });
});
