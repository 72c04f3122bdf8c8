/** What the host wrote into the page that it served for this frame. */
export interface Served {
  tool: string;
  key: string;
  /** The origin of the page around, which the browser holds it to. */
  origin: string;
  /** Good for one token of an anonymous visitor. */
  nonce: string;
  /** Whether the tool acts outside of itself, so that what is pressed has to be seen. */
  acts: boolean;
  /** Whether a visitor may make a link of a result. */
  shares: boolean;
  /** Why the tool is not served now; empty where it is. */
  problem: "changed" | "busy" | "";
  /** The stylesheet that comes after the first one. */
  results: string;
}

export function readServed({ dataset }: HTMLElement): Served {
  const { tool = "", key = "", origin = "", nonce = "", acts = "", shares = "", problem = "", results = "" } = dataset;
  return {
    tool,
    key,
    origin,
    nonce,
    acts: acts !== "",
    shares: shares !== "",
    problem: problem === "changed" || problem === "busy" ? problem : "",
    results,
  };
}
