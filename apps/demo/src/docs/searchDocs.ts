import type MiniSearch from "minisearch";
import type { SearchResult } from "minisearch";

/** As scripts/docs.mjs builds the index. */
export const indexOptions = { fields: ["heading", "title", "text"], storeFields: ["name", "title", "heading", "hash"] };

/** Words of a question that say nothing of what is sought. */
const filler = new Set(
  "a an and are can do does for how i in into is it me my of on or the this to use what with you your".split(" "),
);

/** Words that readers bring, each with those that the pages have for it. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["i18n", "languages"],
    ["l10n", "languages"],
    ["translate", "languages", "messages"],
    ["translation", "languages", "messages"],
    ["locale", "languages"],
    ["rtl", "right", "languages"],
    ["ssr", "server", "rendering", "frameworks"],
    ["rsc", "server", "components", "frameworks"],
    ["hydration", "server", "rendering"],
    ["remix", "react", "router"],
    ["action", "frameworks", "actions"],
    ["docker", "container", "deploy"],
    ["kubernetes", "container", "deploy"],
    ["dockerfile", "container", "deploy"],
    ["production", "deploy"],
    ["bundle", "sizes"],
    ["kb", "sizes"],
    ["gzip", "sizes"],
    ["theme", "theming"],
    ["themes", "theming"],
    ["dark", "theming"],
    ["colors", "theming", "colours"],
    ["colour", "theming", "colours"],
    ["css", "theming", "stylesheet"],
    ["styling", "theming"],
    ["tailwind", "theming"],
    ["started", "install"],
    ["quickstart", "install"],
    ["setup", "install"],
    ["begin", "install"],
    ["approve", "approvals"],
    ["approval", "approvals"],
    ["confirm", "approvals"],
    ["human", "approvals", "asks"],
    ["accessibility", "languages", "keyboard"],
    ["a11y", "languages", "keyboard"],
    ["wcag", "languages", "keyboard"],
    ["shortcut", "keyboard"],
    ["shortcuts", "keyboard"],
    ["hotkeys", "keyboard"],
    ["browser", "browsers"],
    ["safari", "browsers"],
    ["vulnerability", "security"],
    ["auth", "tokens", "credential"],
    ["authentication", "tokens", "credential"],
    ["login", "credential", "tokens"],
    ["customize", "slots", "own", "components"],
    ["custom", "slots", "own"],
    ["conditional", "visible", "specs"],
    ["dependent", "visible", "specs"],
    ["upload", "files", "pickers"],
    ["iframe", "embed"],
    ["widget", "embed"],
    ["vue", "embed"],
    ["svelte", "embed"],
    ["angular", "embed"],
    ["semver", "versions"],
    ["breaking", "versions"],
    ["upgrade", "versions"],
    ["migrate", "versions", "coming"],
    ["migration", "versions", "coming"],
    ["rag", "documents"],
    ["pdf", "documents"],
    ["assistant-ui", "compares"],
    ["copilotkit", "compares"],
    ["alternatives", "compares"],
    ["props", "components", "reference"],
    ["websocket", "wires"],
    ["openai", "wires", "models"],
    ["llm", "models"],
    ["postgres", "postgresql"],
    ["csp", "policy"],
  ].map(([word = "", ...others]): [string, string[]] => [word, others]),
);

/** How much less a name of the reference counts than a guide. */
const OF_REFERENCE = 0.2;

/** Looks through all pages: guides before the names of the reference, unless the query is such a name. */
export function searchDocs(index: MiniSearch, query: string): SearchResult[] {
  const words = query.trim().split(/\s+/);
  const telling = words.filter((word) => !filler.has(word.toLowerCase().replace(/[?!.,]+$/, "")));
  const asked = (telling.length > 0 ? telling : words).join(" ");
  // Only names of code have a capital inside.
  const isName = /^[\w$]+$/.test(asked) && /[a-z][A-Z]/.test(asked);
  return index.search(asked, {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.15 : false),
    boost: { heading: 4, title: 3 },
    // The index keeps words in lower case.
    processTerm: (term) => [term.toLowerCase(), ...(synonyms.get(term.toLowerCase()) ?? [])],
    boostDocument: (_id, _term, stored) => {
      const isReference = String(stored?.["name"]).startsWith("reference");
      if (isReference) return isName ? 1 : OF_REFERENCE;
      // The page itself before its sections.
      return stored?.["hash"] === "" ? 1.5 : 1;
    },
  });
}
