import { ToolError, type ToolDefinition } from "@callboard/core";
import { fetchPublic, PageRefused } from "../web/fetchPublic.ts";
import { readablePage } from "../web/readablePage.ts";
import { limitField, objectSchema, tableView } from "./fields.ts";
import { messages } from "./messages.ts";

/** A page that a search engine found. */
export interface WebResult {
  title: string;
  url: string;
  snippet: string;
}

/** Searches the web: whatever engine a host has. */
export type WebSearch = (
  query: string,
  options: { limit: number; signal: AbortSignal },
) => Promise<readonly WebResult[]>;

export interface WebOptions {
  /** The engine of `web_search`; without one that tool is not there. */
  search?: WebSearch;
  /** Whether pages are fetched at all; where a search engine is given unless said. */
  fetchPages?: boolean;
}

/** The pack of the tools of the web. */
const WEB = { name: "web" } as const;
const REFUSED = "The page was not read: {problem}";
const MOST_CHARACTERS = 50_000;

const shared = { category: "web", origin: "platform", group: WEB, messages } as const;

/** `web_search` where there is an engine, and `fetch_web_page` where pages may be fetched. */
export function webTools({ search, fetchPages = search !== undefined }: WebOptions): ToolDefinition[] {
  const fetchWebPage: ToolDefinition<{ url: string; offset: number; length: number }> = {
    ...shared,
    slug: "fetch_web_page",
    name: "Fetch Web Page",
    userDescription: "Reads a page of the web as plain text.",
    description:
      "Fetches a page of the public web and gives what it says as Markdown, without menus and advertising: `length` characters from `offset`; `next` says how to go on. " +
      "Pages of private networks are refused.",
    icon: "globe",
    timeLimit: 60_000,
    phrases: [REFUSED],
    inputSchema: objectSchema(
      {
        url: { type: "string", minLength: 1, maxLength: 2000, title: "Address" },
        offset: { type: "integer", minimum: 0, default: 0, title: "From character" },
        length: limitField(MOST_CHARACTERS, 10_000, "Characters"),
      },
      ["url"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        url: { type: "string", title: "Address" },
        title: { type: "string", title: "Title" },
        text: { type: "string", title: "Text" },
        total: { type: "integer", title: "In all" },
        next: { type: ["integer", "null"], title: "Next offset" },
      },
      required: ["url", "title", "text", "total", "next"],
    },
    viewSpec: { blocks: [{ type: "text", key: "text", label: "Text" }] },
    summary: ({ url }) => url,
    async execute({ url, offset = 0, length = 10_000 }, { signal }) {
      try {
        const page = await readablePage(await fetchPublic(url, { signal }));
        const end = offset + length;
        return {
          ...page,
          text: page.text.slice(offset, end),
          total: page.text.length,
          next: end < page.text.length ? end : null,
        };
      } catch (error) {
        if (!(error instanceof PageRefused)) throw error;
        throw new ToolError({ template: REFUSED, values: { problem: error.message } }, { path: "/url" });
      }
    },
  };

  const searching = (engine: WebSearch): ToolDefinition<{ query: string; limit: number }> => ({
    ...shared,
    slug: "web_search",
    name: "Search the Web",
    userDescription: "Searches the web.",
    aliases: ["webSearch"],
    description:
      "Searches the web and gives pages with a snippet each. Read one with fetch_web_page before you rely on it.",
    icon: "globe",
    inputSchema: objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 500, title: "Question or words" },
        limit: limitField(20, 5, "Number of results"),
      },
      ["query"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        results: {
          type: "array",
          title: "Pages",
          items: {
            type: "object",
            properties: {
              title: { type: "string", title: "Title" },
              url: { type: "string", title: "Address" },
              snippet: { type: "string", title: "Snippet" },
            },
            required: ["title", "url", "snippet"],
          },
        },
      },
      required: ["results"],
    },
    viewSpec: tableView("results", "Pages", [
      ["title", "Title", "plain"],
      ["snippet", "Snippet", "plain"],
      ["url", "Address", "url"],
    ]),
    summary: ({ query }) => query,
    execute: async ({ query, limit = 5 }, { signal }) => ({
      results: (await engine(query, { limit, signal })).slice(0, limit),
    }),
  });

  return [...(search ? [searching(search)] : []), ...(fetchPages ? [fetchWebPage] : [])];
}
