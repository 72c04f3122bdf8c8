import { ToolClientError, type ToolClient } from "@callboard/core";

/** A client with these methods. */
export type Able<Method extends keyof ToolClient> = ToolClient & Required<Pick<ToolClient, Method>>;

/** Whether a client has a method. What is narrowed by it needs no second look. */
export const isAble = <Method extends keyof ToolClient>(
  client: ToolClient | undefined,
  method: Method,
): client is Able<Method> => client?.[method] !== undefined;

/** The client, where it has a method. @throws ToolClientError where it has not, or there is none: what to give. */
export function ableClient<Method extends keyof ToolClient>(
  client: ToolClient | undefined,
  method: Method,
): Able<Method> {
  if (isAble(client, method)) return client;
  throw new ToolClientError(`This needs a client with \`${method}\`.`, {
    code: "not_supported",
    status: 0,
  });
}
