import { checkSum } from "../json/checkSum.ts";
import type { ToolContext } from "../tool/context.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";
import { canUse, isForModels } from "../tool/visibility.ts";
import { createCodeSource } from "./codeSource.ts";
import type { ResolvedTool, SourcesFor, ToolSource } from "./toolSource.ts";
import { toolVersion } from "./toolVersion.ts";

/** Why a tool cannot be called. One that this context may not see is `not_found` too. */
export interface ToolRefusal {
  code: "not_found" | "not_allowed";
  message: string;
}

/** A tool that a context may run, or why not. */
export type Resolved = { tool: ResolvedTool; refusal?: undefined } | { refusal: ToolRefusal };

/** The one way to a tool, from whichever source: every list, page, run and agent asks here. */
export interface ToolCatalog {
  /** Every tool that is there for this context, whether or not the caller may see it: for whoever switches them. */
  allFor(context: ToolContext): Promise<readonly ResolvedTool[]>;
  /** The tools that this context may see. */
  toolsFor(context: ToolContext): Promise<readonly ResolvedTool[]>;
  /** A tool that is there for this context, whether or not the caller may see it: by slug, else by alias. */
  find(slug: string, context: ToolContext): Promise<ResolvedTool | undefined>;
  /** A tool that this context may run, or why it may not. */
  resolve(slug: string, context: ToolContext): Promise<Resolved>;
}

/** What stands between the name of a source and a slug that an earlier source has too. */
const APART = "__";
/** The longest slug: it is also a function's name. */
const LONGEST_SLUG = 64;

/**
 * Makes a catalog of its sources, in their order: where two have a slug, the first has it, and the other's tool stands
 * under its source's name. An entry may be a function that says which sources a context has. The list may grow; it is
 * read at each question.
 * @throws at the first question, where a source's name is malformed or two have the same.
 * @example
 * ```ts
 * const catalog = createCatalog([createCodeSource(registry), weather]);
 * const tools = await catalog.toolsFor(context);
 * ```
 */
export function createCatalog(sources: readonly (ToolSource | SourcesFor)[]): ToolCatalog {
  const resolved = createResolvedTools();
  const sourcesNow = async (context: ToolContext): Promise<readonly ToolSource[]> => {
    const now = await sourcesOf(sources, context);
    checkSourceNames(now.map(({ name }) => name));
    return now;
  };

  async function all(context: ToolContext): Promise<ResolvedTool[]> {
    const asked = await sourcesNow(context);
    const lists = await Promise.all(asked.map(async (source) => source.list(context)));
    const taken = new Set<string>();
    const tools: Promise<ResolvedTool>[] = [];
    lists.forEach((list, place) => {
      for (const tool of list) {
        if (!isThere(tool, context)) continue;
        const isFree = isPlain(asked, tool.slug) && !taken.has(tool.slug);
        const slug = isFree ? tool.slug : apart(asked[place]!, tool.slug);
        if (taken.has(slug)) continue;
        taken.add(slug);
        tools.push(finished(asked, tool, slug, place, context));
      }
    });
    return Promise.all(tools);
  }

  /** A tool of the source at this place, as the sources after it have changed it. */
  async function finished(
    asked: readonly ToolSource[],
    tool: RegisteredTool,
    slug: string,
    place: number,
    context: ToolContext,
  ): Promise<ResolvedTool> {
    let changed = tool;
    for (const source of asked.slice(place + 1)) {
      if (source.override) changed = await source.override(changed, context, slug);
    }
    return resolved.of(changed, slug, asked[place]!.name);
  }

  async function find(slug: string, context: ToolContext): Promise<ResolvedTool | undefined> {
    const asked = await sourcesNow(context);
    const named = asked.findIndex(({ name }) => slug.startsWith(name + APART));
    if (named >= 0) return findApart(asked, named, slug, context);
    let byAlias: { tool: RegisteredTool; place: number } | undefined;
    for (const [place, source] of asked.entries()) {
      const tool = await source.find(slug, context);
      if (!tool || !isThere(tool, context)) continue;
      if (tool.slug === slug) return finished(asked, tool, slug, place, context);
      byAlias ??= { tool, place };
    }
    if (!byAlias) return undefined;
    const { tool, place } = byAlias;
    return finished(asked, tool, await slugOf(asked, place, tool.slug, context), place, context);
  }

  /** A tool under its source's name; where its slug is free it has that. */
  async function findApart(
    asked: readonly ToolSource[],
    place: number,
    slug: string,
    context: ToolContext,
  ): Promise<ResolvedTool | undefined> {
    const source = asked[place]!;
    const own = slug.slice(source.name.length + APART.length);
    const found = await source.find(own, context);
    const tool =
      found?.slug === own
        ? found
        : (await source.list(context)).find((candidate) => apart(source, candidate.slug) === slug);
    return tool && isThere(tool, context)
      ? finished(asked, tool, await slugOf(asked, place, tool.slug, context), place, context)
      : undefined;
  }

  /** The slug that a tool of the source at this place has in the catalog. */
  async function slugOf(
    asked: readonly ToolSource[],
    place: number,
    slug: string,
    context: ToolContext,
  ): Promise<string> {
    if (!isPlain(asked, slug)) return apart(asked[place]!, slug);
    for (const earlier of asked.slice(0, place)) {
      const other = await earlier.find(slug, context);
      if (other?.slug === slug && isThere(other, context)) return apart(asked[place]!, slug);
    }
    return slug;
  }

  return {
    allFor: all,
    toolsFor: async (context) => (await all(context)).filter((tool) => canUse(tool, context).see),
    find,
    async resolve(slug, context) {
      const tool = await find(slug, context);
      const usability = tool && canUse(tool, context);
      if (!tool || !usability?.see) return { refusal: { code: "not_found", message: noTool(slug) } };
      if (usability.run) return { tool };
      return {
        refusal: { code: "not_allowed", message: usability.why?.message ?? `"${slug}" may not be run here.` },
      };
    },
  };
}

/** The sources of a list as a context has them. */
export async function sourcesOf(
  sources: readonly (ToolSource | SourcesFor)[],
  context: ToolContext,
): Promise<readonly ToolSource[]> {
  const each = sources.map((source) => (typeof source === "function" ? source(context) : [source]));
  return (await Promise.all(each)).flat();
}

/** A tool for people alone does not exist for a model: another tool may have its name there. */
const isThere = (tool: RegisteredTool, { source }: ToolContext): boolean => source !== "agent" || isForModels(tool);

/** What is said of a tool that is not there, and of one that may not be seen: the same. */
export const noTool = (slug: string): string =>
  `There is no tool "${slug}" here. The tool library lists those that you can use.`;

const ofRegistry = new WeakMap<Registry, ToolCatalog>();

/** The catalog of a registry's tools alone. */
export function catalogOf(registry: Registry): ToolCatalog {
  const known = ofRegistry.get(registry);
  if (known) return known;
  const catalog = createCatalog([createCodeSource(registry)]);
  ofRegistry.set(registry, catalog);
  return catalog;
}

/** Whether a slug reads as no source's: what does is that source's alone, so that nobody poses as it. */
const isPlain = (sources: readonly ToolSource[], slug: string): boolean =>
  !sources.some(({ name }) => slug.startsWith(name + APART));

/** The slug of a tool under its source's name; where it were too long, its end is a check sum. */
function apart({ name }: ToolSource, slug: string): string {
  const whole = `${name}${APART}${slug}`;
  if (whole.length <= LONGEST_SLUG) return whole;
  const sum = (checkSum(slug) >>> 0).toString(16).padStart(8, "0");
  return `${whole.slice(0, LONGEST_SLUG - 9)}-${sum}`;
}

/** One object for a tool of a source under a slug, whoever asks: what is kept of a tool is found again. */
function createResolvedTools() {
  const made = new WeakMap<RegisteredTool, Map<string, ResolvedTool>>();
  return {
    of(tool: RegisteredTool, slug: string, source: string): ResolvedTool {
      const known = made.get(tool) ?? new Map<string, ResolvedTool>();
      made.set(tool, known);
      const place = `${source} ${slug}`;
      const before = known.get(place);
      if (before) return before;
      let version: string | undefined;
      const resolved: ResolvedTool = Object.freeze({
        ...tool,
        slug,
        source,
        get version() {
          return (version ??= toolVersion(tool, source));
        },
      });
      known.set(place, resolved);
      return resolved;
    },
  };
}

/**
 * Checks the names of sources that stand in one catalog.
 * @throws where one is malformed, or two are the same.
 */
export function checkSourceNames(names: readonly string[]): void {
  const malformed = names.find((name) => !/^[a-z0-9][a-z0-9-]{0,23}$/.test(name));
  if (malformed !== undefined) {
    throw new Error(
      `A source of tools is named ${JSON.stringify(malformed)}. Its name is 1 to 24 lower-case letters, digits and "-".`,
    );
  }
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    throw new Error(`Two sources of tools are named "${twice}". Give one of them another name.`);
  }
}
