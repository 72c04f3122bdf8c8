/** Where the tokens of a frame come from. */
export interface TokenSource {
  /** Another token than the one that has ended, or the refusal that stands in the place of an answer. */
  next(): Promise<string | Response>;
}

const ORIGIN_HEADER = "x-callboard-embed-origin";

/**
 * `fetch` that shows a token in the one header where it belongs, and asks for another when that one has ended: once for
 * all requests that find so together.
 */
export function withTokens(source: TokenSource, origin: string): typeof fetch {
  let token: Promise<string | Response> | undefined;
  /** The token in the place of one that has ended: whoever finds so first asks for it. */
  const renew = (ended?: typeof token) => {
    if (token === undefined || token === ended) {
      const asked = source.next();
      token = asked;
      // What could not be asked for is asked for again.
      asked.catch(() => token === asked && (token = undefined));
    }
    return token;
  };
  return async (address, init) => {
    const send = async (asked: Promise<string | Response>) => {
      const shown = await asked;
      if (typeof shown === "string") {
        const headers = { ...(init?.headers as Record<string, string>), authorization: `Bearer ${shown}` };
        return fetch(address, {
          ...init,
          headers: { ...headers, [ORIGIN_HEADER]: origin },
          credentials: "omit",
          referrerPolicy: "no-referrer",
        });
      }
      // The next request asks anew.
      if (token === asked) token = undefined;
      return shown.clone();
    };
    const first = renew();
    const answer = await send(first);
    // 401 says that a token has ended; what is not in its scope is 403.
    return answer.status === 401 && typeof (await first) === "string" ? send(renew(first)) : answer;
  };
}

/** The refusal where nobody gives a token. */
export const noToken = (message: string): Response =>
  Response.json({ error: { code: "no_token", message } }, { status: 403 });

/**
 * Tokens of a visitor whom nobody knows, for the nonce that the page was served with: one, and then the page has to be
 * loaded again.
 */
export function anonymousTokens(
  { key, origin, nonce }: { key: string; origin: string; nonce: string },
  onEnded: () => void,
): TokenSource {
  return {
    async next() {
      const answer = await fetch("/api/embed/tokens/anonymous", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key, origin, nonce }),
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (answer.status === 401) onEnded();
      return answer.ok ? ((await answer.json()) as { token: string }).token : answer;
    },
  };
}
