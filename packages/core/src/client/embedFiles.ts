/** What a host serves to other people's pages, built: the loader, and what the page of a frame is made of. */
export interface EmbedFiles {
  /** The file that a page loads, and the hash that its browser holds it to: as a script, and as a `module` that exports `mount`. */
  readonly loader: {
    readonly file: string;
    readonly integrity: string;
    readonly module: { readonly file: string; readonly integrity: string };
  };
  /** The files of a frame: what its page begins with, and the stylesheet that its first result needs. */
  readonly frame: {
    readonly script: string;
    readonly style: string;
    readonly resultStyle: string;
    /** The scripts that the first one imports at once. */
    readonly modules: readonly string[];
  };
  /** The text of each file by its name, which changes with it. */
  readonly files: Readonly<Record<string, string>>;
}
