import { mcpServersClient, type McpServerListing } from "@callboard/core/client";
import type { ToolClientError } from "@callboard/core";
import { useMemo, type ReactNode } from "react";
import { Link } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import type { Words } from "../shell/words.ts";
import { IssuedForm } from "./IssuedForm.tsx";
import { IssuedPage } from "./IssuedPage.tsx";
import { ServerSignIn, SignedIn } from "./ServerSignIn.tsx";
import { ServerState } from "./ServerState.tsx";

const servers = mcpServersClient(transport);
const readServers = () => servers.list();

/** The MCP servers whose tools stand in the library, for whoever looks after them. */
export function Servers(): ReactNode {
  const words = useWords();
  return (
    <IssuedPage<McpServerListing, McpServerListing>
      tabTitle={words.servers}
      title={words["servers.title"]}
      lead={words["servers.lead"]}
      begin={words["servers.new"]}
      empty={{ title: words["servers.empty"], help: words["servers.empty.help"] }}
      read={readServers}
      idOf={({ name }) => name}
      endOf={(failure) => endOf(failure, words)}
      renderForm={(acts) => <NewServer {...acts} />}
      renderMade={(server) => ({
        title: server.title,
        children: (
          <>
            <ServerState of={server} />
            <p className="site-publishing-note">{words[server.isConnected ? "servers.added" : "servers.added.away"]}</p>
            <ServerSignIn of={server} />
          </>
        ),
      })}
      renderEntry={(server, onChange) => <ServerEntry of={server} onChange={onChange} />}
    />
  );
}

/** What a failure is that another try does not mend. */
export function endOf({ code, mend }: ToolClientError, words: Words): { title: string; help: string } | undefined {
  if (code === "route_not_found") return { title: words["servers.none"], help: words["servers.none.help"] };
  if (mend === "permission" || mend === "credential") {
    return { title: words["servers.refusal"], help: words["servers.refusal.help"] };
  }
  return undefined;
}

function ServerEntry({ of: server, onChange }: { of: McpServerListing; onChange(): void }): ReactNode {
  const words = useWords();
  const { name, title, place, tools, refused, signedIn, problem } = server;
  return (
    <article className="site-published" aria-label={title}>
      <header>
        <h2>
          <Link to={`/servers/${encodeURIComponent(name)}`} dir="auto">
            {title}
          </Link>
        </h2>
        <p>
          <bdi dir="ltr">{place}</bdi>
        </p>
      </header>
      <ServerState of={server} />
      <dl>
        <div>
          <dt>{words["servers.tools"]}</dt>
          <dd>{tools}</dd>
        </div>
        {refused > 0 && (
          <div>
            <dt>{words["servers.refused"]}</dt>
            <dd>{refused}</dd>
          </div>
        )}
        {signedIn && <SignedIn signedIn={signedIn} />}
      </dl>
      {problem?.code === "sign-in" && <ServerSignIn of={server} onChange={onChange} />}
    </article>
  );
}

interface NewServerInput {
  title: string;
  url: string;
  headers?: { name: string; value: string }[];
}

function NewServer({ onCancel, onMade }: { onCancel(): void; onMade(server: McpServerListing): void }): ReactNode {
  const words = useWords();
  const schema = useMemo(
    () => ({
      type: "object",
      properties: {
        title: {
          type: "string",
          title: words["servers.name"],
          description: words["servers.name.help"],
          minLength: 1,
          maxLength: 60,
        },
        url: {
          type: "string",
          format: "uri",
          title: words["servers.url"],
          description: words["servers.url.help"],
          maxLength: 2_000,
        },
        headers: {
          type: "array",
          title: words["servers.headers"],
          description: words["servers.headers.help"],
          maxItems: 20,
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: words["servers.header.name"], minLength: 1, maxLength: 100 },
              value: {
                type: "string",
                format: "password",
                writeOnly: true,
                title: words["servers.header.value"],
                minLength: 1,
                maxLength: 8_000,
              },
            },
            required: ["name", "value"],
          },
        },
      },
      required: ["title", "url"],
    }),
    [words],
  );
  return (
    <IssuedForm<NewServerInput>
      title={words["servers.new"]}
      schema={schema}
      submitLabel={words["servers.add"]}
      make={async (draft) => onMade(await servers.add(draft))}
      onCancel={onCancel}
    />
  );
}
