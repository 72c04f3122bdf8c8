import { choicesAtOnce, type Choice, type ChoiceQuery } from "./choices.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What people may pick in fields, by kind. */
export interface ChoicesClient {
  /** The choices of a kind, best first, or the labels of stored ids. */
  find(kind: string, query: ChoiceQuery, options?: RequestOptions): Promise<Choice[]>;
}

/** The client of a host's choices. */
export function choicesClient(transport: Transport): ChoicesClient {
  return {
    find(kind, asked, { signal } = {}) {
      const query = typeof asked === "string" ? { q: asked, limit: choicesAtOnce } : { value: asked.values };
      return transport.json(`/api/choices/${encodeURIComponent(kind)}`, { query, signal });
    },
  };
}
