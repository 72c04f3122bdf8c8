import type { Message } from "./message.ts";

/** What the tool page says. */
export const pageMessages = {
  "page.form": "Input",
  "page.description.more": "What agents are told about it",
  "page.result": "Run",
  "page.result.empty": "Nothing has run yet",
  "page.result.emptyHelp": "Fill in the input and run the tool. Its progress and its result appear here.",
  "page.history": "Run history",
  "page.history.empty": "No runs yet",
  "page.history.emptyHelp": "Each run of this tool is kept here, with its input and its result.",
  "page.history.more": "Show more runs",
  "page.history.error": "The run history could not be read.",
  "page.retry": "Try again",
  "page.reuse": "Use this input",
  "page.loading": "Loading the tool",
  "page.notFound": "There is no such tool",
  "page.notFoundHelp": "It may have been renamed or removed, or it is not available to you.",
  "page.backToLibrary": "Back to the tools",
  "page.error": "The tool could not be loaded",
  "page.runFailed": "The run could not be started",
  "page.runMissing": "This run is not here any more",
  "page.runMissingHelp": "It is not in this tool's history. Choose another run, or start a new one.",
  "page.connection.waiting": "The connection was lost. Trying again …",
  "page.connection.offline": "You are offline. This page catches up when the network is back.",
  "page.noClient": "This page needs a client: put it inside <ToolProvider client={…}>.",
} as const satisfies Record<string, Message>;
