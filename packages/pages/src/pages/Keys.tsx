import { mcpKeysClient, type McpKey, type NewMcpKey } from "@callboard/core/client";
import { useMemo, type ReactNode } from "react";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { siteName } from "../shell/siteName.ts";
import { IssuedEntry } from "./IssuedEntry.tsx";
import { IssuedForm } from "./IssuedForm.tsx";
import { IssuedPage } from "./IssuedPage.tsx";
import { Moment } from "./Moment.tsx";
import { TextToCopy } from "./TextToCopy.tsx";
import { useTools } from "./useTools.ts";

const keysOfHost = mcpKeysClient(transport);
const readKeys = () => keysOfHost.list();

/** The keys by which clients of the Model Context Protocol run tools as whoever reads this page. */
export function Keys(): ReactNode {
  const words = useWords();
  const missing = { title: words["keys.none"], help: words["keys.none.help"] };
  return (
    <IssuedPage<McpKey, NewMcpKey>
      tabTitle={words.keys}
      title={words["keys.title"]}
      lead={words["keys.lead"]}
      begin={words["keys.new"]}
      empty={{ title: words["keys.empty"], help: words["keys.empty.help"] }}
      read={readKeys}
      idOf={({ id }) => id}
      endOf={({ code }) => (code === "route_not_found" ? missing : undefined)}
      renderForm={(acts) => <NewKey {...acts} />}
      renderMade={({ name, secret }) => ({
        title: name,
        children: (
          <>
            <TextToCopy label={words["keys.secret"]} text={secret} help={words["keys.secret.help"]} />
            <TextToCopy label={words["keys.entry"]} text={entryFor(secret)} />
          </>
        ),
      })}
      renderEntry={(key, onChange) => <KeyEntry of={key} onChange={onChange} />}
    />
  );
}

/** What the files of servers that clients share say of this host. */
function entryFor(secret: string): string {
  const name =
    siteName()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "callboard";
  const entry = { type: "http", url: `${location.origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } };
  return JSON.stringify({ mcpServers: { [name]: entry } }, null, 2);
}

function KeyEntry({ of: key, onChange }: { of: McpKey; onChange(): void }): ReactNode {
  const words = useWords();
  const { id, name, hint, tools, userId, createdAt, lastUsedAt } = key;
  return (
    <IssuedEntry
      label={name}
      title={<bdi>{name}</bdi>}
      under={`…${hint} · ${userId}`}
      facts={[
        [
          words["keys.tools"],
          tools ? (
            <bdi key="tools" dir="ltr">
              {tools.join(", ")}
            </bdi>
          ) : (
            words["keys.all"]
          ),
        ],
        [words["keys.created"], <Moment key="created" at={createdAt} />],
        [words["keys.used"], lastUsedAt === null ? words["keys.never"] : <Moment key="used" at={lastUsedAt} />],
      ]}
      revokeHelp={words["keys.revoke.help"]}
      revoke={() => keysOfHost.revoke(id)}
      onChange={onChange}
    />
  );
}

interface NewKeyInput {
  name: string;
  tools?: string[];
}

function NewKey({ onCancel, onMade }: { onCancel(): void; onMade(key: NewMcpKey): void }): ReactNode {
  const words = useWords();
  const tools = useTools();
  const schema = useMemo(
    () => ({
      type: "object",
      properties: {
        name: {
          type: "string",
          title: words["keys.name"],
          description: words["keys.name.help"],
          minLength: 1,
          maxLength: 100,
        },
        tools: {
          type: "array",
          title: words["keys.tools"],
          description: words["keys.tools.help"],
          uniqueItems: true,
          items: { oneOf: tools?.map(({ slug, name }) => ({ const: slug, title: name })) ?? [] },
        },
      },
      required: ["name"],
    }),
    [tools, words],
  );
  if (!tools) return null;
  return (
    <IssuedForm<NewKeyInput>
      title={words["keys.new"]}
      schema={schema}
      submitLabel={words["keys.create"]}
      make={async ({ name, tools: chosen }) =>
        onMade(await keysOfHost.create({ name, ...(chosen && chosen.length > 0 && { tools: chosen }) }))
      }
      onCancel={onCancel}
    />
  );
}
