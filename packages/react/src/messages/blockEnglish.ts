import type { Translation } from "./translation.ts";

/** A tool and its runs, on a page of their own or inside another: all that a tool says in somebody's page. */
export const blockEnglish = {
  "page.retry": "Try again",
  "page.loading": "Loading the tool",
  "page.notFound": "There is no such tool",
  "page.notFoundHelp": "It may have been renamed or removed, or it is not available to you.",
  "page.error": "The tool could not be loaded",
  "page.runFailed": "The run could not be started",
  "page.runMissing": "This run is not here any more",
  "page.connection.waiting": "The connection was lost. Trying again …",
  "page.connection.offline": "You are offline. This page catches up when the network is back.",
  "page.noClient": "This page needs a client: put it inside <ToolProvider client={…}>.",
  "block.result": "Result",
  "block.earlier": "Result for an earlier input",
} satisfies Record<string, Translation>;
