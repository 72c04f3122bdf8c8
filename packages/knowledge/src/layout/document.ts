/** A picture that a document holds. */
export interface Picture {
  mediaType: string;
  bytes: Uint8Array;
  caption: string;
}

/** A stretch of a document that stays together where it can. Blocks follow each other without a gap. */
export interface Block {
  text: string;
  /** Opens a section; its text is the heading as it stands. */
  heading?: { depth: number; title: string };
  picture?: Picture;
}

/** A table that a document holds: its rows can be asked by SQL. */
export interface TableOfDocument {
  name: string;
  columns: string[];
  rows: (string | number | boolean | null)[][];
}

/** What a reader makes of a file. */
export interface ReadDocument {
  /** What the document calls itself; its name stands in where it does not. */
  title: string | undefined;
  /** What stands before the first block and belongs to no section, such as front matter. */
  before?: string;
  blocks: Block[];
  tables?: TableOfDocument[];
  /** What was left out of it and why, in a sentence. */
  note?: string;
}
