import { blockEnglish } from "./blockEnglish.ts";
import type { Translation } from "./translation.ts";

/** The tool page and the tool library. */
export const pageEnglish = {
  ...blockEnglish,

  // The tool page
  "page.form": "Input",
  "page.description.more": "What agents read about it",
  "page.result": "Run",
  "page.result.empty": "Nothing has run yet",
  "page.result.emptyHelp": "Fill in the input and run the tool. Its progress and its result appear here.",
  "page.history": "Run history",
  "page.history.empty": "No runs yet",
  "page.history.emptyHelp": "Each run of this tool is kept here, with its input and its result.",
  "page.history.more": "Show more runs",
  "page.history.error": "The run history could not be read.",
  "page.reuse": "Use this input",
  "page.backToLibrary": "Back to the tools",
  "page.runMissingHelp": "It is not in this tool's history. Choose another run, or start a new one.",

  // The tool library
  "library.title": "Tools",
  "library.search": "Search tools",
  "library.search.hint": "Name, category or what it does",
  "library.filter.origin": "Origin",
  "library.filter.kind": "Kind",
  "library.filter.category": "Category",
  "library.filter.all": "All",
  "library.filter.option": "{name} ({count})",
  "library.origin.system": "System",
  "library.origin.platform": "Platform",
  "library.origin.custom": "Custom",
  "library.kind.code": "In code",
  "library.kind.system_override": "Changed here",
  "library.kind.tenant_custom": "Made here",
  "library.count": { one: "{count} tool", other: "{count} tools" },
  "library.countOf": { one: "{shown} of {count} tool", other: "{shown} of {count} tools" },
  "library.clear": "Clear filters",
  "library.results": "Best match first",
  "library.loading": "Loading tools",
  "library.empty": "No tools yet",
  "library.emptyHelp": "A tool appears here as soon as one is registered and available to you.",
  "library.noMatch": "No tool fits",
  "library.noMatchHelp": "Nothing matches this search and these filters together.",
  "library.error": "The tools could not be loaded",
  "library.error.offline": "The host could not be reached. Check that it runs and that you are online, then try again.",
  "library.error.stale": "The list may be out of date: it could not be loaded again.",
  "library.error.detail": "Details",
  "library.retry": "Try again",
  "library.noClient": "The library needs tools: give it a list, or put it inside <ToolProvider client={…}>.",
  "library.failures": { one: "{count} tool could not be loaded", other: "{count} tools could not be loaded" },
} satisfies Record<string, Translation>;
