import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
  type AuthProvider,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpRegistration } from "./mcpServer.ts";
import { SignInAsked, SignInFailed } from "./signInAsked.ts";
import type { BegunSignIn, Credentials } from "./signIns.ts";

/** How the host presents itself where people sign in. */
export interface SignInClient {
  redirectUrl: string;
  /** Where what it says of itself can be read, for those who look there in the place of a registration. */
  metadataUrl?: string | undefined;
  /** A registration that the operator has made there. */
  registered?: McpRegistration | undefined;
}

/** What a client says of itself where it is registered. */
export const clientMetadata = (redirectUrl: string) => ({
  client_name: "Callboard",
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});

/** Where a person signs in, and what is kept until they come back. */
export interface Beginning {
  address: URL;
  begun: BegunSignIn;
}

/**
 * An AuthProvider for one try to connect, which begins a sign-in where the server asks for one; `found` is where the
 * person goes then.
 */
export function beginSignIn(
  state: string,
  { redirectUrl, metadataUrl, registered }: SignInClient,
  { fetch, scope: wanted }: { fetch: FetchLike; scope?: string | undefined },
): { provider: AuthProvider; found(): Beginning | undefined } {
  const { clientId, clientSecret } = registered ?? {};
  let client: StoredOAuthClientInformation | undefined =
    clientId === undefined
      ? undefined
      : { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  let discovery: OAuthDiscoveryState | undefined;
  let verifier: string | undefined;
  let address: URL | undefined;
  const flow: OAuthClientProvider = {
    redirectUrl,
    ...(metadataUrl !== undefined && { clientMetadataUrl: metadataUrl }),
    clientMetadata: clientMetadata(redirectUrl),
    state: () => state,
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    // Whoever signs in anew gets new tokens, whatever there is.
    tokens: () => undefined,
    saveTokens: () => {},
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier ?? "",
    discoveryState: () => discovery,
    saveDiscoveryState: (given) => void (discovery = given),
    redirectToAuthorization: (given) => void (address = given),
  };
  return {
    provider: {
      token: async () => undefined,
      async onUnauthorized({ response, serverUrl }) {
        const { resourceMetadataUrl, scope: asked } = extractWWWAuthenticateParams(response);
        const scope = computeScopeUnion(asked, wanted);
        // Not by the connection's own way: that sends the server's headers along, which are nobody else's.
        try {
          await auth(flow, {
            serverUrl,
            fetchFn: fetch,
            ...(resourceMetadataUrl && { resourceMetadataUrl }),
            ...(scope !== undefined && { scope }),
          });
        } catch (cause) {
          throw new SignInFailed("its sign-in cannot be begun", { cause });
        }
        throw new SignInAsked();
      },
    },
    found: () =>
      address && client && discovery && verifier !== undefined
        ? { address, begun: { client, discovery, verifier, redirectUrl } }
        : undefined,
  };
}

/**
 * Redeems what a person came back with.
 * @throws what the library does where it was declined, is of another issuer or is not taken.
 */
export async function finishSignIn(
  url: string,
  { client, discovery, verifier, redirectUrl }: BegunSignIn,
  answer: URLSearchParams,
  fetch: FetchLike,
): Promise<Credentials> {
  let tokens: StoredOAuthTokens | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: clientMetadata(redirectUrl),
    clientInformation: () => client,
    tokens: () => undefined,
    saveTokens: (given) => void (tokens = given),
    saveCodeVerifier: () => {},
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    redirectToAuthorization: () => {},
  };
  await new StreamableHTTPClientTransport(new URL(url), { authProvider: provider, fetch }).finishAuth(answer);
  if (!tokens) throw new Error("It gave no token.");
  return { tokens, client, discovery };
}
