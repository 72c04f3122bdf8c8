import type { McpServer } from "./mcpServer.ts";

/** What stands in the place of a secret. */
export const MASK = "•••";
/** A shorter value is no secret that anybody could not guess, and stands in other words. */
const SHORTEST = 5;

/** Takes what a server is given to keep, in its headers, variables and address, out of a text. */
export function maskedBy({ transport }: Pick<McpServer, "transport">): (text: string) => string {
  const given =
    "command" in transport
      ? Object.values(transport.env ?? {})
      : [...Object.values(transport.headers ?? {}), ...new URL(transport.url).searchParams.values()];
  const secrets = given
    // A header may say of which kind its secret is: `Bearer …`.
    .flatMap((value) => [value, value.replace(/^\w+ +/, "")])
    .filter((value) => value.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
}
