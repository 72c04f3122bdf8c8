import { ToolClientError } from "@callboard/core";
import { transport } from "@callboard/pages";

/** A page as the table of contents names it. */
export interface DocEntry {
  /** Its path below docs/, without an ending. */
  name: string;
  title: string;
  description: string;
}

/** A heading of the table of contents, with its pages. */
export interface DocGroup {
  title: string;
  /** Whether its pages are generated from the packages. */
  reference: boolean;
  pages: DocEntry[];
}

const kept = new Map<string, Promise<string | null>>();

/** A text that stands beside the app: null where there is none. What failed is asked for again by the next reader. */
function readFile(path: string): Promise<string | null> {
  const known = kept.get(path);
  if (known) return known;
  const reading = transport.blob(path, { headers: { accept: "*/*" } }).then(
    (file) => file.text(),
    (error: unknown) => {
      if (error instanceof ToolClientError && error.status === 404) return null;
      throw error;
    },
  );
  kept.set(path, reading);
  reading.catch(() => kept.delete(path));
  return reading;
}

const contents = { read: undefined as Promise<DocGroup[]> | undefined };

/** The table of contents. */
export function readContents(): Promise<DocGroup[]> {
  contents.read ??= readFile("/docs/contents.json").then((text) => JSON.parse(text ?? "[]"));
  contents.read.catch(() => (contents.read = undefined));
  return contents.read;
}

/** A page's Markdown; null where there is no such page. */
export const readPage = (name: string): Promise<string | null> => readFile(`/docs/${name}.md`);

/** The index that a search looks through, as JSON. */
export const readSearchIndex = (): Promise<string | null> => readFile("/docs/search.json");

/** The address of a page in the app. */
export const addressOf = (name: string): string => (name === "README" ? "/docs" : `/docs/${name}`);

/** Where a link in a page leads: other pages by their address in the app, all else as it is. */
export function resolveLink(from: string, href: string): string {
  if (/^[a-z][\w+.-]*:|^#|^\//i.test(href)) return href;
  const { pathname, hash } = new URL(href, `http://docs/${from}`);
  const name = pathname.slice(1);
  return name.endsWith(".md") ? addressOf(name.slice(0, -".md".length)) + hash : `/docs/${name}${hash}`;
}
