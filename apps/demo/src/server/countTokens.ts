import { HttpError, readJson } from "@callboard/server";

let counter: Promise<(text: string) => number> | undefined;

/** How many tokens of `TOKENIZER` a text is. The encoding is read when somebody first asks. */
export async function countTokens(text: string): Promise<number> {
  counter ??= import("gpt-tokenizer/encoding/o200k_base").then(
    (encoding) => (some) => encoding.countTokens(some, { disallowedSpecial: new Set() }),
  );
  return (await counter)(text);
}

/** The most that one request may have counted, in characters and texts. */
const LONGEST = 400_000;
const MOST = 50;

/** Answers a list of texts with the tokens of each. */
export async function countRequest(request: Request): Promise<Response> {
  const refuse = (status: number, message: string) =>
    Response.json({ error: { code: "invalid_request", message } }, { status });
  if (request.method !== "POST") return refuse(405, "Send a list of texts with POST.");
  let texts: unknown;
  try {
    texts = await readJson(request, 4 * LONGEST);
  } catch (error) {
    if (error instanceof HttpError) return error.toResponse();
    throw error;
  }
  if (!isTexts(texts) || texts.length > MOST) return refuse(400, `Send a list of at most ${MOST} texts.`);
  if (texts.join("").length > LONGEST) return refuse(413, "That is too much to count.");
  return Response.json(await Promise.all(texts.map(countTokens)));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
