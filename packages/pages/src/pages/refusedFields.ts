import { ToolClientError } from "@callboard/core";

/** What a form says of a request that the host refuses, by the path of the field; undefined where it is taken. */
export async function refusedFields(work: Promise<unknown>): Promise<Record<string, string> | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolClientError)) throw error;
    return { [error.path ?? ""]: error.message };
  }
}
