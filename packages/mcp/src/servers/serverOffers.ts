import type { McpPromptMessage, McpResourceContent, McpServerOffers } from "@callboard/core/client";
import { HostRefusal, HttpError } from "@callboard/server";
import { UriTemplate, type Client, type ContentBlock } from "@modelcontextprotocol/client";
import type { ServerConnection } from "./connection.ts";

/** The most of each kind that is listed, and the longest answer that is handed on, in characters. */
const MOST_LISTED = 1_000;
const LONGEST = 5_000_000;
const ASK_MS = 30_000;
const MOST_VALUES = 100;

/** What a server offers beside tools. */
export async function readOffers({ ask }: ServerConnection): Promise<McpServerOffers> {
  return await asked(ask, async (client) => {
    const { resources: has, prompts: hasPrompts, completions } = client.getServerCapabilities() ?? {};
    const options = { timeout: ASK_MS };
    const [resources, templates, prompts] = await Promise.all([
      has ? client.listResources(undefined, options).then((listed) => listed.resources) : [],
      // Many that have resources have no templates, and say so by an error.
      has
        ? client.listResourceTemplates(undefined, options).then(
            (listed) => listed.resourceTemplates,
            () => [],
          )
        : [],
      hasPrompts ? client.listPrompts(undefined, options).then((listed) => listed.prompts) : [],
    ]);
    return {
      resources: resources.slice(0, MOST_LISTED).map(({ uri, name, title, description, mimeType }) => ({
        uri,
        title: title ?? name,
        description: description ?? "",
        mediaType: mimeType ?? "",
      })),
      templates: templates.slice(0, MOST_LISTED).map(({ uriTemplate, name, title, description }) => ({
        template: uriTemplate,
        title: title ?? name,
        description: description ?? "",
        variables: variablesOf(uriTemplate),
      })),
      prompts: prompts.slice(0, MOST_LISTED).map(({ name, title, description, arguments: given = [] }) => ({
        name,
        title: title ?? name,
        description: description ?? "",
        arguments: given.map((one) => ({
          name: one.name,
          description: one.description ?? "",
          isRequired: one.required === true,
        })),
      })),
      completes: completions !== undefined,
    };
  });
}

/** Reads a resource: by its address, or by a template that is filled in. */
export async function readResource(
  { ask }: ServerConnection,
  at: { uri: string } | { template: string; variables: Record<string, string> },
): Promise<McpResourceContent[]> {
  const uri = "uri" in at ? at.uri : new UriTemplate(at.template).expand(at.variables);
  const { contents } = await asked(ask, (client) => client.readResource({ uri }, { timeout: ASK_MS }));
  return contents.map(({ uri: of, mimeType = "", ...content }) => {
    const text = "text" in content && typeof content.text === "string" ? content.text : undefined;
    const data = "blob" in content && typeof content.blob === "string" ? content.blob : undefined;
    return {
      uri: of,
      mediaType: mimeType,
      ...(text !== undefined && { text: text.slice(0, LONGEST) }),
      ...(data !== undefined && data.length <= LONGEST && { data }),
      isCut: (text ?? data ?? "").length > LONGEST,
    };
  });
}

/** Has a prompt filled in by its server. */
export async function fillPrompt(
  { ask }: ServerConnection,
  name: string,
  given: Record<string, string>,
): Promise<McpPromptMessage[]> {
  const { messages } = await asked(ask, (client) => client.getPrompt({ name, arguments: given }, { timeout: ASK_MS }));
  return messages.map(({ role, content }) => ({ role, ...contentOf(content) }));
}

/** What an argument of a prompt, or a variable of a template, may be. */
export async function completeArgument(
  { ask }: ServerConnection,
  of: { prompt: string } | { template: string },
  argument: { name: string; value: string },
  others: Record<string, string>,
): Promise<string[]> {
  const ref =
    "prompt" in of
      ? { type: "ref/prompt" as const, name: of.prompt }
      : { type: "ref/resource" as const, uri: of.template };
  const { completion } = await asked(ask, (client) =>
    client.complete({ ref, argument, context: { arguments: others } }, { timeout: ASK_MS }),
  );
  return completion.values.slice(0, MOST_VALUES);
}

async function asked<Result>(ask: ServerConnection["ask"], work: (client: Client) => Promise<Result>): Promise<Result> {
  try {
    return await ask(work);
  } catch (error) {
    if (error instanceof HostRefusal || error instanceof HttpError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new HostRefusal("server_refused", said.slice(0, 2_000), { cause: error });
  }
}

function variablesOf(template: string): string[] {
  try {
    return new UriTemplate(template).variableNames;
  } catch {
    return [];
  }
}

function contentOf(content: ContentBlock): Pick<McpPromptMessage, "text" | "image" | "resource"> {
  switch (content.type) {
    case "text":
      return { text: content.text.slice(0, LONGEST) };
    case "image":
      return content.data.length <= LONGEST ? { image: { mediaType: content.mimeType, data: content.data } } : {};
    case "resource": {
      const { resource } = content;
      return { resource: resource.uri, ...("text" in resource && { text: String(resource.text).slice(0, LONGEST) }) };
    }
    case "resource_link":
      return { resource: content.uri };
    case "audio":
      return {};
    default:
      content satisfies never;
      return {};
  }
}
