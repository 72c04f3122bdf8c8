import type { SessionViewer } from "../share/sessionPage.ts";
import { PAGES_STATE, type PagesState } from "./pagesState.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What the server of the standard pages tells them. */
export interface PagesClient {
  /** Whether there is a model, who may publish, and which tools did not load. */
  state(options?: RequestOptions): Promise<PagesState>;
  /** The program of a session's own page. */
  viewer(options?: RequestOptions): Promise<SessionViewer>;
}

/** The client of the standard pages. */
export function pagesClient(transport: Transport): PagesClient {
  return {
    state: ({ signal } = {}) => transport.json(PAGES_STATE, { signal }),
    viewer: ({ signal } = {}) => transport.json("/viewer.json", { signal }),
  };
}
