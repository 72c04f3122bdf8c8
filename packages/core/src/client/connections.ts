/** What a connection leads to. */
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

/** A destination to save. The secret is said this once. */
export interface ConnectionDraft {
  name: string;
  kind: ConnectionKind;
  address: string;
  secret?: string;
}
