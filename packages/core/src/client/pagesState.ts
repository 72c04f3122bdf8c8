/** Where a server tells its pages what it is. */
export const PAGES_STATE = "/pages.json";

/** What a server tells its pages of itself. */
export interface PagesState {
  /** Whether a model answers chats. */
  hasModel: boolean;
  /** Whether whoever asks may publish tools. */
  mayPublish: boolean;
  /** Whether whoever asks looks after MCP servers of the host; not unless given. */
  hasServers?: boolean;
  /** The tool files that were left out, and why. */
  failures: { file: string; message: string }[];
}
