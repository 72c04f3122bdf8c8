/** How a tool stands in a page. */
export interface EmbedOptions {
  /**
   * The origin of the host that published the tool, such as `https://tools.example.com`. The loader's own unless given,
   * and the page's where it bundles `mount`.
   */
  host?: string | undefined;
  /** The tool's slug. */
  tool: string;
  /** What `callboard publish` gave, `pk_…`: no secret. */
  publishKey: string;
  /** BCP 47; the language of the page around it unless given. */
  lang?: string | undefined;
  /** Of the reader's system unless given. */
  theme?: "light" | "dark" | "auto" | undefined;
  /** `none` leaves out the tool's name, which stands above its form otherwise. */
  heading?: "none" | undefined;
  /**
   * Colours, corners and letters by the names of docs/theming.md without `--callboard-`, such as
   * `{ accent: "#0a7d5a", radius: "4px" }`.
   */
  appearance?: Readonly<Record<string, string>> | undefined;
  /** What the form holds at first: plain data. Another value begins the form anew. */
  defaultValue?: unknown;
  /**
   * Asks your server for a token of this visitor, `cbe_…`; it is asked again when that one ends. Without it the visitor
   * is anonymous.
   */
  getToken?: (() => string | Promise<string>) | undefined;
  /** Whose drafts are kept in this browser until they run. With `getToken` and no user nothing is kept. */
  user?: string | undefined;
  /** The height in CSS pixels that is kept free until the form is there; 320 unless given. */
  height?: number | undefined;
}

/** A tool in a page. */
export interface MountedEmbed {
  /** Changes what is given; what is not stays. Another host, tool or key loads another frame. */
  update(options: Partial<EmbedOptions>): void;
  /** Takes the tool out of the page, with everything that it had opened. */
  unmount(): void;
  /** Moves the keyboard into the form. */
  focus(): void;
}
