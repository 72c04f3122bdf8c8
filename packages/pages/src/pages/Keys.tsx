import { ToolClientError, type ToolListing } from "@callboard/core";
import { mcpKeysClient, type McpKey, type NewMcpKey } from "@callboard/core/client";
import { ToolForm } from "@callboard/react";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { client, transport } from "../client.ts";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle, siteName } from "../shell/siteName.ts";
import { TextToCopy } from "./TextToCopy.tsx";
import { useStepFocus } from "./useStepFocus.ts";

const keysOfHost = mcpKeysClient(transport);

/** The keys by which clients of the Model Context Protocol run tools as whoever reads this page. */
export function Keys(): ReactNode {
  const words = useWords();
  const { list, failure, read } = useKeys();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<NewMcpKey>();
  const box = useRef<HTMLElement>(null);
  useStepFocus(box, `${isAdding} ${added?.id} ${list?.length}`);
  const isMissing = failure?.code === "route_not_found";
  return (
    <section ref={box} className="site-publishing" aria-busy={(list === undefined && !failure) || undefined}>
      <title>{pageTitle(words.keys)}</title>
      <header className="site-publishing-head">
        <div>
          <h1>{words["keys.title"]}</h1>
          <p>{words["keys.lead"]}</p>
        </div>
        {list && !isAdding && !added && (
          <button type="button" className="site-action" data-step="" onClick={() => setAdding(true)}>
            {words["keys.new"]}
          </button>
        )}
      </header>
      {failure && (
        <div className="site-message" role="alert">
          <h2>{words[isMissing ? "keys.none" : "publishing.unread"]}</h2>
          <p>{isMissing ? words["keys.none.help"] : failure.message}</p>
          {!isMissing && (
            <button type="button" className="site-quiet" onClick={read}>
              {words["publishing.retry"]}
            </button>
          )}
        </div>
      )}
      {isAdding && (
        <NewKey
          onCancel={() => setAdding(false)}
          onMade={(key) => {
            setAdding(false);
            setAdded(key);
            read();
          }}
        />
      )}
      {added && (
        <div className="site-publishing-new" role="status" tabIndex={-1} data-step="">
          <h2 dir="auto">{added.name}</h2>
          <TextToCopy label={words["keys.secret"]} text={added.secret} help={words["keys.secret.help"]} />
          <TextToCopy label={words["keys.entry"]} text={entryFor(added.secret)} />
          <button type="button" className="site-quiet" onClick={() => setAdded(undefined)}>
            {words["publishing.done"]}
          </button>
        </div>
      )}
      {list?.length === 0 && !isAdding && !added && (
        <div className="site-message">
          <h2>{words["keys.empty"]}</h2>
          <p>{words["keys.empty.help"]}</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="site-publishing-list">
          {list.map((one) => (
            <li key={one.id}>
              <KeyEntry of={one} onChange={read} />
            </li>
          ))}
        </ul>
      )}
    </section>
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
  const locale = localeOf(useShownLanguage());
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const acts = useRef<HTMLDivElement>(null);
  useStepFocus(acts, String(isSure));
  const { id, name, hint, tools, userId, createdAt, lastUsedAt } = key;
  const moment = (at: number) => (
    <time dateTime={new Date(at).toISOString()}>
      {new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at)}
    </time>
  );
  const revoke = async () => {
    try {
      await keysOfHost.revoke(id);
      onChange();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <article className="site-published" aria-label={name}>
      <header>
        <h2 dir="auto">{name}</h2>
        <p>
          <bdi dir="ltr">
            …{hint} · {userId}
          </bdi>
        </p>
      </header>
      <dl>
        <div>
          <dt>{words["keys.tools"]}</dt>
          <dd>{tools ? <bdi dir="ltr">{tools.join(", ")}</bdi> : words["keys.all"]}</dd>
        </div>
        <div>
          <dt>{words["keys.created"]}</dt>
          <dd>{moment(createdAt)}</dd>
        </div>
        <div>
          <dt>{words["keys.used"]}</dt>
          <dd>{lastUsedAt === null ? words["keys.never"] : moment(lastUsedAt)}</dd>
        </div>
      </dl>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div ref={acts} className="site-published-acts">
        {isSure ? (
          <>
            <p>{words["keys.revoke.help"]}</p>
            <button type="button" className="site-action" onClick={() => void revoke()}>
              {words["publishing.revoke.sure"]}
            </button>
            <button type="button" className="site-quiet" data-step="" onClick={() => setSure(false)}>
              {words["publishing.cancel"]}
            </button>
          </>
        ) : (
          <button type="button" className="site-quiet" data-step="" onClick={() => setSure(true)}>
            {words["publishing.revoke"]}
          </button>
        )}
      </div>
    </article>
  );
}

interface NewKeyInput {
  name: string;
  tools?: string[];
}

function NewKey({ onCancel, onMade }: { onCancel(): void; onMade(key: NewMcpKey): void }): ReactNode {
  const words = useWords();
  const titleId = useId();
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
  const make = async ({ name, tools: chosen }: NewKeyInput) => {
    try {
      onMade(await keysOfHost.create({ name, ...(chosen && chosen.length > 0 && { tools: chosen }) }));
      return undefined;
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      return { [error.path ?? ""]: error.message };
    }
  };
  if (!tools) return null;
  return (
    <div className="site-publishing-new" role="group" aria-labelledby={titleId} tabIndex={-1} data-step="">
      <h2 id={titleId}>{words["keys.new"]}</h2>
      <ToolForm schema={schema} submitLabel={words["keys.create"]} onSubmit={make} />
      <button type="button" className="site-quiet" onClick={onCancel}>
        {words["publishing.cancel"]}
      </button>
    </div>
  );
}

function useTools(): ToolListing[] | undefined {
  const [tools, setTools] = useState<ToolListing[]>();
  useEffect(() => {
    let isCurrent = true;
    client.tools().then(
      (found) => isCurrent && setTools(found),
      // The list above says when the server does not answer.
      () => isCurrent && setTools([]),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return tools;
}

function useKeys() {
  const [state, setState] = useState<{ list?: McpKey[]; failure?: ToolClientError }>({});
  const [turn, setTurn] = useState(0);
  const read = useCallback(() => setTurn((current) => current + 1), []);
  useEffect(() => {
    let isCurrent = true;
    keysOfHost.list().then(
      (list) => isCurrent && setState({ list }),
      (error: unknown) => {
        if (!(error instanceof ToolClientError)) throw error;
        if (isCurrent) setState({ failure: error });
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new turn asks for another read
  }, [turn]);
  return { ...state, read };
}
