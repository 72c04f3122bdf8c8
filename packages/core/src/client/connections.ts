/** The kinds of destination. */
export const connectionKinds = ["wordpress", "webhook", "social"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** A saved destination. Its secret stays on the host. */
export interface Connection {
  id: string;
  name: string;
  kind: ConnectionKind;
  address: string;
  hasSecret: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A destination to save. The secret is sent once and never returned. */
export interface ConnectionDraft {
  name: string;
  kind: ConnectionKind;
  address: string;
  secret?: string;
}
