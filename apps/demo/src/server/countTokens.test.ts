import { expect, it } from "vitest";
import { countRequest, countTokens } from "./countTokens.ts";

// The counts are those of OpenAI's own tokenizer.
it.each([
  ["", 0],
  ["hello world", 2],
  ["tool_search", 2],
  ['{"type":"object","properties":{}}', 9],
])("counts %j as the encoding does", async (text, count) => {
  expect(await countTokens(text)).toBe(count);
});

it("counts what marks the end of a text as the letters that it is", async () => {
  expect(await countTokens("<|endoftext|>")).toBeGreaterThan(1);
});

it("counts a list of texts, and nothing else", async () => {
  const ask = async (body: string) => {
    const headers = { "content-type": "application/json" };
    const request = new Request("http://localhost/api/demo/tokens", { method: "POST", headers, body });
    const response = await countRequest(request);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  expect(await ask('["hello world", ""]')).toEqual({ status: 200, body: [2, 0] });
  for (const body of ["", "{}", "[1]", JSON.stringify(Array(51).fill("a"))]) expect((await ask(body)).status).toBe(400);
  expect((await ask(JSON.stringify(["a".repeat(400_001)]))).status).toBe(413);
  const asked = await countRequest(new Request("http://localhost/api/demo/tokens"));
  expect(asked.status).toBe(405);
  // Every refusal is an answer of the host's kind.
  expect(asked.headers.get("cache-control")).toBe("no-store");
  expect(await asked.json()).toEqual({ error: { code: "invalid_request", message: expect.any(String) as string } });
});

it("takes no longer body than it counts, whether or not its length is said", async () => {
  const chunk = new TextEncoder().encode("a".repeat(100_000));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(chunk),
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/api/demo/tokens", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  expect((await countRequest(request)).status).toBe(413);
});
