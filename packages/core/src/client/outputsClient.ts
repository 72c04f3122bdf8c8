import type { RequestOptions, Transport } from "./transport.ts";

/** Outputs that are kept beside the log, by the id of their `outputRef`. */
export interface OutputsClient {
  get(id: string, options?: RequestOptions): Promise<unknown>;
  /** The same as it is kept, for a page that reads it beside everything else it does. */
  blob(id: string, options?: RequestOptions): Promise<Blob>;
}

/** The client of a host's large outputs. */
export function outputsClient(transport: Transport): OutputsClient {
  const at = (id: string) => `/api/outputs/${encodeURIComponent(id)}`;
  return {
    get: (id, { signal } = {}) => transport.json(at(id), { signal }),
    blob: (id, { signal } = {}) => transport.blob(at(id), { signal }),
  };
}
