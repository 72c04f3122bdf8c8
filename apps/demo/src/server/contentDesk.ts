import { createHmac } from "node:crypto";
import { defineTool, type Choice, type ToolDefinition } from "@callboard/core";
import type { Connections, OpenedConnection } from "@callboard/server";
import { z } from "zod";

/** Who writes for the demo's content desk, and what about: what its fields find. */
export const AUTHORS: readonly Choice[] = [
  ["ada", "Ada Lovelace", "Engineering"],
  ["grace", "Grace Hopper", "Engineering"],
  ["katherine", "Katherine Johnson", "Research"],
  ["radia", "Radia Perlman", "Networks"],
  ["zoe", "Zoë Müller", "Marketing"],
  ["amina", "أمينة حسن", "Marketing"],
].map(([value = "", label = "", description = ""]) => ({ value, label, description }));

export const TOPICS: readonly Choice[] = [
  "Accessibility",
  "Agents",
  "Company",
  "Design",
  "Engineering",
  "Events",
  "Releases",
  "Security",
  "Tutorials",
].map((label) => ({ value: label.toLowerCase(), label }));

/** What would be sent, but for what authorises it: that is in no output and no log. */
interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * `content-desk-publish`: a draft or a publication through a saved connection, which people pick and agents name. The demo
 * prepares the request and sends nothing: no address that a visitor saved is ever called from here.
 */
export function contentDeskTool(connections: Connections): ToolDefinition {
  return defineTool({
    slug: "content-desk-publish",
    name: "Content Desk Publish",
    description:
      "Creates a draft or publishes content through a saved WordPress, webhook or social publishing connection. Use it when a text " +
      "is finished and the person said where it goes; make a draft unless they asked to publish. Give `connectionId`, or " +
      "`connectionName` as the person calls it. A person saves new connections in this tool's form: never ask for a secret.",
    category: "publishing",
    icon: "newspaper",
    origin: "custom",
    permissionPolicy: "always_ask",
    examples: ["Publish this on the company blog", "Make a draft of the release notes"],
    available: ({ tenantId }) => !!tenantId,
    inputSchema: z.object({
      connectionId: z.string().optional().meta({ title: "Destination", "x-entity-type": "connection" }),
      connectionName: z
        .string()
        .optional()
        .meta({ title: "Destination by name", description: "For whoever has no id. An id goes first." }),
      mode: z.enum(["draft", "publish"]).default("draft").meta({ title: "What to do" }),
      title: z.string().min(1).max(200).meta({ title: "Title" }),
      body: z.string().min(1).max(50_000).meta({ title: "Text", description: "In Markdown." }),
      cover: z.string().optional().meta({ title: "Cover picture", contentMediaType: "image/*" }),
      author: z.string().optional().meta({ title: "Author", "x-entity-type": "author" }),
      topics: z
        .array(z.string())
        .default([])
        .meta({ title: "Topics", "x-entity-type": "topic", "x-entity-select": "multiple" }),
    }),
    outputSchema: z.object({
      summary: z.object({
        state: z.string().meta({ title: "State" }),
        destination: z.string().meta({ title: "Destination" }),
        kind: z.string().meta({ title: "Kind" }),
        characters: z.int().meta({ title: "Characters" }),
      }),
      request: z.object({ method: z.string(), url: z.string(), body: z.unknown() }),
    }),
    summary: ({ title, mode }) => `${mode === "publish" ? "publish" : "draft"} “${title}”`,
    async execute(input, { tenantId }) {
      const connection = await openConnection(connections, tenantId ?? "", input);
      const { url, body } = deliveryOf(connection, input);
      return {
        summary: {
          state: `${input.mode === "publish" ? "Publication" : "Draft"} prepared; this demo sends nothing`,
          destination: connection.name,
          kind: connection.kind,
          characters: [...input.body].length,
        },
        request: { method: "POST", url, body: JSON.parse(body) as unknown },
      };
    },
    formSpec: {
      submitLabel: "Hand over",
      sections: [
        {
          fields: [
            { key: "connectionId", required: true, help: "Where it goes. A new one can be saved right here." },
            { key: "mode", variant: "segmented", options: modes },
          ],
        },
        {
          title: "Content",
          fields: [{ key: "title" }, { key: "body", variant: "multiline" }, { key: "cover", maxBytes: 10_000_000 }],
        },
        { title: "Filed under", columns: 2, fields: [{ key: "author" }, { key: "topics" }] },
        { audience: "internal", fields: [{ key: "connectionName" }] },
      ],
    },
    outputSections: [
      { key: "summary", label: "Handed over", type: "summary" },
      { key: "request", label: "What would be sent", type: "custom" },
    ],
  });
}

const modes = [
  { value: "draft", label: "Draft" },
  { value: "publish", label: "Publish" },
];

async function openConnection(
  connections: Connections,
  tenantId: string,
  { connectionId, connectionName }: { connectionId?: string; connectionName?: string },
): Promise<OpenedConnection> {
  const key = connectionId ? { id: connectionId } : connectionName ? { name: connectionName } : undefined;
  const opened = key && (await connections.open(tenantId, key));
  if (opened) return opened;
  const known = (await connections.list(tenantId)).map(({ name }) => `"${name}"`);
  const said = key ? `There is no connection "${Object.values(key)[0]}" here.` : "No connection was named.";
  const mend =
    known.length > 0
      ? `There is ${known.join(", ")}: give one of them as connectionName.`
      : "There is none yet: a person has to save one in this tool's form.";
  throw new Error(`${said} ${mend}`);
}

interface Content {
  mode: "draft" | "publish";
  title: string;
  body: string;
  cover?: string | undefined;
  author?: string | undefined;
  topics: string[];
}

/** One content in each destination's own terms. */
export function deliveryOf({ kind, address, secret }: OpenedConnection, content: Content): Delivery {
  const { mode, title, body, cover, author, topics } = content;
  const sent = (url: string, value: unknown, headers: (body: string) => Record<string, string>): Delivery => {
    const text = JSON.stringify(value);
    return { url, body: text, headers: { "content-type": "application/json", ...(secret && headers(text)) } };
  };
  switch (kind) {
    case "wordpress":
      return sent(
        `${address.replace(/\/$/, "")}/wp-json/wp/v2/posts`,
        { title, content: body, status: mode, ...(cover && { featured_media_url: cover }), author, tags: topics },
        () => ({ authorization: `Basic ${Buffer.from(secret!).toString("base64")}` }),
      );
    case "webhook":
      return sent(address, { mode, title, body, cover, author, topics }, (text) => ({
        "x-signature-256": `sha256=${createHmac("sha256", secret!).update(text).digest("hex")}`,
      }));
    case "social":
      return sent(
        address,
        { text: `${title}\n\n${body}`, draft: mode === "draft", media: cover ? [cover] : [], tags: topics },
        () => ({ authorization: `Bearer ${secret!}` }),
      );
  }
}
