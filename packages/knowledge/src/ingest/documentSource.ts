/** One file of a source. */
export interface SourceFile {
  /** Its address in the source, with `/`; unique there. */
  path: string;
  bytes: number;
  /** Epoch milliseconds, whole. */
  modifiedAt: number;
  /** What it is, where its path does not say; by the path's ending unless given. */
  mediaType?: string;
  read(): Promise<Uint8Array | string>;
  /**
   * Another file of the source, by its address from this one's folder, such as a picture; undefined where there is
   * none.
   */
  readBeside?(address: string): Promise<Uint8Array | undefined>;
}

/** Where documents come from. Files of a source that are gone from its list are gone from the corpus. */
export interface DocumentSource {
  /** Names its folder among the sources of its space. */
  name: string;
  list(signal?: AbortSignal): Promise<SourceFile[]>;
}

/** The source of what people bring in by hand; no other has its name. */
export const UPLOADS = "uploads";
