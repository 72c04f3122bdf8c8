import { ToolClientError, type ToolListing } from "@callboard/core";
import { publishedToolsClient, type PublishedTool, type PublishedToolUse } from "@callboard/core/client";
import { embedLine } from "@callboard/core/host";
import { ToolForm } from "@callboard/react";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { PublishedEntry } from "./PublishedEntry.tsx";
import { TextToCopy } from "./TextToCopy.tsx";
import { useStepFocus } from "./useStepFocus.ts";

const publishing = publishedToolsClient(transport);

/** What its form asks: links for anybody are a box to tick. */
interface PublishInput {
  tool: string;
  origins: string[];
  perMinute?: number;
  share?: boolean;
}

/** What is published in other people's pages: for whoever may publish. */
export function Publishing(): ReactNode {
  const words = useWords();
  const { list, failure, read } = usePublished();
  const tools = useTools();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<PublishedTool & { secretKey: string }>();
  const box = useRef<HTMLElement>(null);
  const [listed, setListed] = useState({ count: 0, revoked: 0 });
  if (list && list.length !== listed.count)
    setListed({ count: list.length, revoked: listed.revoked + (list.length < listed.count ? 1 : 0) });
  useStepFocus(box, `${isAdding} ${added?.key} ${listed.revoked}`);
  const isRefused = failure?.mend === "credential" || failure?.mend === "permission";
  return (
    <section ref={box} className="site-publishing" aria-busy={(list === undefined && !failure) || undefined}>
      <title>{pageTitle(words.publishing)}</title>
      <header className="site-publishing-head">
        <div>
          <h1>{words.publishing}</h1>
          <p>{words["publishing.lead"]}</p>
        </div>
        {list && !isAdding && !added && (
          <button type="button" className="site-action" data-step="" onClick={() => setAdding(true)}>
            {words["publishing.new"]}
          </button>
        )}
      </header>
      {failure && (
        <div className="site-message" role="alert">
          <h2>{words[isRefused ? "publishing.refusedHere" : "publishing.unread"]}</h2>
          <p>{isRefused ? words["publishing.refusedHere.help"] : failure.message}</p>
          {!isRefused && (
            <button type="button" className="site-quiet" onClick={read}>
              {words["publishing.retry"]}
            </button>
          )}
        </div>
      )}
      {isAdding && (
        <NewPublication
          tools={tools}
          onCancel={() => setAdding(false)}
          onPublished={(published) => {
            setAdding(false);
            setAdded(published);
            read();
          }}
        />
      )}
      {added && (
        <div className="site-publishing-new" role="status" tabIndex={-1} data-step="">
          <h2>
            {words["publishing.published"]}: <code dir="ltr">{added.tool}</code>
          </h2>
          <PublishedLine of={added} />
          <TextToCopy
            label={words["publishing.secret"]}
            text={added.secretKey}
            help={words["publishing.secret.help"]}
          />
          <button type="button" className="site-quiet" onClick={() => setAdded(undefined)}>
            {words["publishing.done"]}
          </button>
        </div>
      )}
      {list?.length === 0 && !isAdding && !added && (
        <div className="site-message">
          <h2>{words["publishing.empty"]}</h2>
          <p>{words["publishing.empty.help"]}</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="site-publishing-list">
          {list.map((one) => (
            <li key={one.key}>
              <PublishedEntry
                published={one}
                client={publishing}
                name={tools?.find(({ slug }) => slug === one.tool)?.name ?? one.tool}
                onChange={read}
              >
                <PublishedLine of={one} />
              </PublishedEntry>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PublishedLine({ of }: { of: PublishedTool }): ReactNode {
  const words = useWords();
  const { loader, tool, key, height, phoneHeight } = of;
  if (loader === null) return <p className="site-publishing-note">{words["publishing.line.none"]}</p>;
  const line = embedLine({ host: location.origin, loader, tool, key, height, phoneHeight });
  return <TextToCopy label={words["publishing.line"]} text={line} />;
}

interface NewPublicationProps {
  tools: ToolListing[] | undefined;
  onCancel(): void;
  onPublished(published: PublishedTool & { secretKey: string }): void;
}

function NewPublication({ tools, onCancel, onPublished }: NewPublicationProps): ReactNode {
  const words = useWords();
  const titleId = useId();
  const schema = useMemo(
    () => ({
      type: "object",
      properties: {
        tool: {
          title: words["publishing.tool"],
          oneOf: tools?.map(({ slug, name }) => ({ const: slug, title: name })) ?? [],
        },
        origins: {
          type: "array",
          title: words["publishing.origins"],
          description: words["publishing.origins.help"],
          items: { type: "string", minLength: 1 },
          minItems: 1,
          maxItems: 50,
        },
        perMinute: {
          type: "integer",
          title: words["publishing.perMinute"],
          minimum: 1,
          maximum: 100_000,
          default: 120,
        },
        share: { type: "boolean", title: words["publishing.share"], default: false },
      },
      required: ["tool", "origins"],
    }),
    [tools, words],
  );
  const publish = async ({ share, ...input }: PublishInput) => {
    try {
      onPublished(await publishing.publish({ ...input, ...(share && { actions: ["run", "cancel", "share"] }) }));
      return undefined;
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      return { [error.path ?? ""]: error.message };
    }
  };
  if (!tools) return null;
  return (
    <div className="site-publishing-new" role="group" aria-labelledby={titleId} tabIndex={-1} data-step="">
      <h2 id={titleId}>{words["publishing.new"]}</h2>
      <ToolForm
        schema={schema}
        defaultValue={{ origins: [""] }}
        submitLabel={words["publishing.publish"]}
        onSubmit={publish}
      />
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

function usePublished() {
  const [state, setState] = useState<{ list?: PublishedToolUse[]; failure?: ToolClientError }>({});
  const [turn, setTurn] = useState(0);
  const read = useCallback(() => setTurn((current) => current + 1), []);
  useEffect(() => {
    let isCurrent = true;
    publishing.list().then(
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
