import { setTimeout as pause } from "node:timers/promises";
import {
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  type AuthProvider,
  type FetchLike,
} from "@modelcontextprotocol/client";
import { SignInAsked, SignInFailed } from "./signInAsked.ts";
import type { SignIn, SignInPlace, SignIns } from "./signIns.ts";

/** How long one host may take to renew the tokens, before another one tries. */
const RENEWAL_MS = 20_000;
const LOOK_MS = 100;

/** What says that a refresh token, or the client that it is of, counts no more. */
const OVER: readonly string[] = [
  OAuthErrorCode.InvalidGrant,
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
];

/** Shows a server who asks, and hears what it refuses. */
export interface SignedInProvider extends AuthProvider {
  through(fetch?: FetchLike): FetchLike;
}

/**
 * What requests to a server show of the sign-in that counts now: read for each request, since any host of the database
 * may have renewed or ended it. Where the server takes it no more, one host renews it and the others take what it got.
 */
export function createSignedIn(
  signIns: SignIns,
  placeOf: () => Promise<SignInPlace | undefined>,
  fetch: FetchLike,
): SignedInProvider {
  /** What refused requests had shown. */
  const shown = new WeakMap<Response, string | null>();
  const read = async () => {
    const place = await placeOf();
    const signIn = place && (await signIns.read(place));
    return place && signIn && { place, signIn };
  };
  return {
    async token() {
      return (await read())?.signIn.tokens.access_token;
    },
    through(inner = globalThis.fetch) {
      return async (url, init) => {
        const response = await inner(url, init);
        if (response.status === 401) shown.set(response, new Headers(init?.headers).get("authorization"));
        return response;
      };
    },
    async onUnauthorized({ response }) {
      const found = await read();
      if (!found) throw new SignInAsked();
      // Renewed since the request was sent: it goes again with what counts now.
      const before = shown.get(response);
      if (before !== undefined && before !== `Bearer ${found.signIn.tokens.access_token}`) return;
      await renewed(signIns, found.place, found.signIn, fetch);
    },
  };
}

async function renewed(signIns: SignIns, place: SignInPlace, signIn: SignIn, fetch: FetchLike): Promise<void> {
  const { tokens, client, discovery, version } = signIn;
  const { refresh_token: refreshToken } = tokens;
  if (refreshToken === undefined) throw new SignInAsked();
  for (const end = Date.now() + 2 * RENEWAL_MS; Date.now() < end; await pause(LOOK_MS)) {
    if (await signIns.claim(place, version, RENEWAL_MS)) {
      const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
      try {
        const fresh = await refreshAuthorization(authorizationServerUrl, {
          clientInformation: client,
          refreshToken,
          fetchFn: fetch,
          ...(metadata && { metadata }),
          ...(resourceMetadata && { resource: resourceMetadata.resource }),
        });
        await signIns.renew(place, { ...signIn, tokens: { ...tokens, ...fresh } });
        return;
      } catch (error) {
        if (error instanceof OAuthError && OVER.includes(error.code)) {
          await signIns.end(place, version);
          throw new SignInAsked({ cause: error });
        }
        await signIns.release(place, version);
        throw new SignInFailed("its sign-in could not be renewed", { cause: error });
      }
    }
    const now = await signIns.read(place);
    if (!now) throw new SignInAsked();
    if (now.version !== version) return;
  }
  throw new SignInFailed("its sign-in could not be renewed in time");
}
