import { refusedCall } from "./refusedCall.ts";

/** What a tool did, or why not, in words that an agent can mend its call by. */
export async function said<Value>(work: Promise<Value> | (() => Promise<Value>)): Promise<Value> {
  try {
    return await (typeof work === "function" ? work() : work);
  } catch (error) {
    throw refusedCall(error);
  }
}
