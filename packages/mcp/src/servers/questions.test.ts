import { isInputNeeded } from "@callboard/core/host";
import { describe, expect, it, test } from "vitest";
import { askPerson, readState, resultOf, responsesOf } from "./questions.ts";

type Requests = Parameters<typeof askPerson>[1];
const form = (properties: object, message = "Which one?") =>
  ({
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema: { type: "object", properties } },
  }) as Requests[string];
const page = (url: string) =>
  ({
    method: "elicitation/create",
    params: { mode: "url", message: "Sign in.", url, elicitationId: "e" },
  }) as Requests[string];

describe("a server's questions", () => {
  it("are forms and addresses of whoever asks, with what the server wants back", () => {
    const asked = askPerson(
      "Weather",
      { city: form({ city: { type: "string" } }), login: page("https://a.example/in") },
      { requestState: "s1" },
    );
    expect(isInputNeeded(asked)).toBe(true);
    expect(asked.questions).toEqual([
      {
        key: "city",
        asker: "Weather",
        message: "Which one?",
        schema: expect.objectContaining({ type: "object" }) as object,
      },
      { key: "login", asker: "Weather", message: "Sign in.", url: "https://a.example/in" },
    ]);
    expect(readState(asked.state)).toEqual({ keys: ["city", "login"], requestState: "s1" });
  });

  test.each([
    [{ q: form({ password: { type: "string" } }) }, /asks for a secret by a form/],
    [{ q: form({ api_key: { type: "string" } }) }, /asks for a secret/],
    [{ q: form({ a: { type: "string", title: "Your access token" } }) }, /asks for a secret/],
    [{ q: form({ a: { type: "string", format: "password" } }) }, /asks for a secret/],
    [{ q: page("javascript:alert(1)") }, /asks to open javascript:alert\(1\), which is no page/],
    [{ q: page("file:///etc/passwd") }, /no page/],
    [
      { q: { method: "sampling/createMessage", params: {} } as unknown as Requests[string] },
      /asks for sampling\/createMessage/,
    ],
  ] as [Requests, RegExp][])("are not asked where nobody may answer them: %j", (requests, why) => {
    expect(() => askPerson("Weather", requests, {})).toThrow(why);
  });

  test.each(["pinned", "tokens_per_minute", "passenger", "keyword", "secretary", "city"])("may ask for %s", (name) => {
    expect(() => askPerson("Weather", { q: form({ [name]: { type: "string" } }) }, {})).not.toThrow();
  });
});

describe("answers", () => {
  it("go back under the keys of the round alone, and what has none was put away", () => {
    const answers = {
      old: { action: "accept", content: { a: 1 } },
      city: { action: "accept", content: { city: "Oslo" } },
      login: { action: "accept", content: undefined },
      day: { action: "decline" },
    } as const;
    expect(responsesOf(["city", "login", "day", "none"], answers)).toEqual({
      city: { action: "accept", content: { city: "Oslo" } },
      login: { action: "accept" },
      day: { action: "decline" },
      none: { action: "cancel" },
    });
    expect(resultOf(undefined)).toEqual({ action: "cancel" });
  });
});

test("what is no state of ours is none", () => {
  for (const state of [undefined, null, "s", {}, { mcp: 1 }, { mcp: { keys: "a" } }])
    expect(readState(state)).toBeUndefined();
});
