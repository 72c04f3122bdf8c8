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
  try {
    return Response.json(await Promise.all((await readTexts(request)).map(countTokens)));
  } catch (error) {
    if (error instanceof HttpError) return error.toResponse();
    throw error;
  }
}

async function readTexts(request: Request): Promise<string[]> {
  const refusal = (status: number, message: string) => new HttpError(status, "invalid_request", message);
  if (request.method !== "POST") throw refusal(405, "Send a list of texts with POST.");
  const texts = await readJson(request, 4 * LONGEST);
  if (!isTexts(texts) || texts.length > MOST) throw refusal(400, `Send a list of at most ${MOST} texts.`);
  if (texts.join("").length > LONGEST) throw refusal(413, "That is too much to count.");
  return texts;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
