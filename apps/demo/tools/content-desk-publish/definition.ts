import { defineTool, ToolError } from "@callboard/core";
import type { Connections, OpenedConnection } from "@callboard/server";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { deliver, DELIVERY_PHRASES } from "./deliver.ts";
import { messages } from "./messages.ts";

/** A draft or a publication through a saved connection, which people pick and agents name. */
export default ({ connections, files, send }: ToolServices) =>
  defineTool({
    slug: "content-desk-publish",
    name: "Content Desk Publish",
    userDescription: "Hands a text over to a saved destination, as a draft or to be published.",
    messages,
    description:
      "Creates a draft or publishes content through a saved WordPress, webhook or social publishing connection. Use it when a text " +
      "is finished and the person said where it goes; make a draft unless they asked to publish. Give `connectionId`, or " +
      "`connectionName` as the person calls it. A person saves new connections in this tool's form: never ask for a secret.",
    category: "publishing",
    icon: "newspaper",
    origin: "custom",
    permissionPolicy: "always_ask",
    examples: ["Publish this on the company blog", "Make a draft of the release notes"],
    aliases: ["blog-post", "write-a-blog-post", "publish-to-the-blog"],
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
        state: z.enum(["Draft", "Published"]).meta({ title: "State", "x-phrases": ["Draft", "Published"] }),
        title: z.string().meta({ title: "Title" }),
        destination: z.string().meta({ title: "Destination" }),
        kind: z.string().meta({ title: "Kind" }),
        url: z.string().nullable().meta({ title: "Where it is" }),
        id: z.string().nullable().meta({ title: "Its id there" }),
        characters: z.int().meta({ title: "Characters" }),
      }),
    }),
    summary: ({ title, mode }) => ({
      template: mode === "publish" ? "publish “{title}”" : "draft “{title}”",
      values: { title },
    }),
    phrases: ["publish “{title}”", "draft “{title}”", NO_COVER, ...CONNECTION_PHRASES, ...DELIVERY_PHRASES],
    async execute({ cover, author, ...input }, { tenantId, callId, signal }) {
      const connection = await openConnection(connections, tenantId!, input);
      const picture = cover === undefined ? undefined : await files.read(tenantId!, cover);
      if (cover !== undefined && !picture) {
        throw new ToolError({ template: NO_COVER }, { path: "/cover" });
      }
      const content = { ...input, cover: picture, author };
      const { id, url } = await deliver(send, { connection, content, key: callId, signal });
      return {
        summary: {
          state: input.mode === "publish" ? ("Published" as const) : ("Draft" as const),
          title: input.title,
          destination: connection.name,
          kind: connection.kind,
          url,
          id,
          characters: [...input.body].length,
        },
      };
    },
    formSpec: {
      submitLabel: "Hand over",
      sample: {
        mode: "draft",
        title: "What is new this month",
        body: "Forms fill in **while** the model writes.\n\n- Approve a call where it stands\n- Edit it first",
        topics: ["releases"],
      },
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
    outputSections: [{ key: "summary", label: "Handed over", type: "summary" }],
    viewSpec: {
      inChat: "open",
      blocks: [
        {
          type: "summary",
          key: "summary",
          label: "Handed over",
          config: {
            fields: [
              { key: "state", format: "badge" },
              "title",
              "destination",
              { key: "url", format: "url" },
              "id",
              "kind",
              "characters",
            ],
          },
        },
      ],
    },
  });

const NO_COVER = "The cover picture is no file of this workspace. Upload it in the form, or leave it out.";
const NO_CONNECTION = 'There is no connection "{wanted}" here.';
const UNNAMED = "No connection was named.";
const KNOWN = "There is {known}: give one of them as connectionName.";
const NONE_YET = "There is none yet: a person has to save one in this tool's form.";
const CONNECTION_PHRASES = [NO_CONNECTION, UNNAMED].flatMap((said) =>
  [KNOWN, NONE_YET].map((mend) => `${said} ${mend}`),
);

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
  const template = `${key ? NO_CONNECTION : UNNAMED} ${known.length > 0 ? KNOWN : NONE_YET}`;
  throw new ToolError({ template, values: { wanted: String(Object.values(key ?? {})[0]), known: known.join(", ") } });
}
