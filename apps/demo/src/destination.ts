/** What arrived at the demo's own destination, as its page shows it. */
export interface ArrivedPost {
  id: number;
  kind: "wordpress" | "webhook" | "social";
  state: "draft" | "published";
  title: string;
  /** Without markup. */
  text: string;
  tags: readonly string[];
  /** A data URL, where a picture came along. */
  picture: string | null;
  /** Epoch milliseconds. */
  at: number;
}
