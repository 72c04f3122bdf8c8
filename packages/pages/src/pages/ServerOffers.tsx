import {
  mcpServersClient,
  type McpPromptMessage,
  type McpResourceContent,
  type McpServerOffers,
} from "@callboard/core/client";
import type { JsonSchema, ToolClient } from "@callboard/core";
import { ToolForm, ToolProvider } from "@callboard/react";
import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { refusedFields } from "./refusedFields.ts";
import { useRead } from "./useRead.ts";

const servers = mcpServersClient(transport);

/** What a server offers beside tools: resources that are read, and prompts that are filled in. */
export function ServerOffers({ name }: { name: string }): ReactNode {
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => servers.offers(name, { signal }), [name]);
  const { value: offers, failure, again } = useRead(read);
  if (failure) {
    return (
      <div className="site-server-part">
        <h2>{words["servers.offers"]}</h2>
        <p role="alert">{failure.message}</p>
        <button type="button" className="site-quiet" onClick={again}>
          {words["publishing.retry"]}
        </button>
      </div>
    );
  }
  if (!offers) return null;
  const { resources, templates, prompts } = offers;
  return (
    <>
      {(resources.length > 0 || templates.length > 0) && (
        <div className="site-server-part">
          <h2>{words["servers.resources"]}</h2>
          <ul className="site-server-offers">
            {resources.map((resource) => (
              <li key={resource.uri}>
                <Resource server={name} {...resource} />
              </li>
            ))}
            {templates.map((template) => (
              <li key={template.template}>
                <Template server={name} of={template} completes={offers.completes} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {prompts.length > 0 && (
        <div className="site-server-part">
          <h2>{words["servers.prompts"]}</h2>
          <ul className="site-server-offers">
            {prompts.map((prompt) => (
              <li key={prompt.name}>
                <Prompt server={name} of={prompt} completes={offers.completes} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface ResourceProps {
  server: string;
  uri: string;
  title: string;
  description: string;
}

function Resource({ server, uri, title, description }: ResourceProps): ReactNode {
  return (
    <Offer title={title} under={uri} description={description}>
      <ReadResource server={server} uri={uri} />
    </Offer>
  );
}

/** Reads a resource when it is opened. */
function ReadResource({ server, uri }: { server: string; uri: string }): ReactNode {
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => servers.readResource(server, { uri }, { signal }), [server, uri]);
  const { value: contents, failure } = useRead(read);
  if (failure) return <p role="alert">{failure.message}</p>;
  if (!contents) return <p aria-busy="true">{words["servers.reading"]}</p>;
  return <Contents of={contents} />;
}

function Contents({ of: contents }: { of: readonly McpResourceContent[] }): ReactNode {
  const words = useWords();
  return contents.map(({ uri, mediaType, text, data, isCut }, place) => (
    // One address may hold several.
    <div key={`${place} ${uri}`} className="site-server-content">
      {text !== undefined && <pre dir="auto">{text}</pre>}
      {data !== undefined && <Picture mediaType={mediaType} data={data} alt={uri} />}
      {isCut && <p>{words["servers.cut"]}</p>}
    </div>
  ));
}

/** A picture as it is; of other bytes, which they are. */
function Picture({ mediaType, data, alt }: { mediaType: string; data: string; alt: string }): ReactNode {
  const words = useWords();
  return /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mediaType) ? (
    <img src={`data:${mediaType};base64,${data}`} alt={alt} />
  ) : (
    <p>
      {words["servers.bytes"]} <bdi dir="ltr">{mediaType}</bdi>
    </p>
  );
}

interface TemplateProps {
  server: string;
  of: McpServerOffers["templates"][number];
  completes: boolean;
}

function Template({ server, of, completes }: TemplateProps): ReactNode {
  const words = useWords();
  const { template, title, description, variables } = of;
  const [contents, setContents] = useState<McpResourceContent[]>();
  const place = useMemo(() => ({ template }), [template]);
  const fields = useMemo(() => variables.map((name) => ({ name, description: "", isRequired: true })), [variables]);
  return (
    <Offer title={title} under={template} description={description}>
      <ArgumentsForm
        server={server}
        of={place}
        fields={fields}
        completes={completes}
        submitLabel={words["servers.read"]}
        onSubmit={async (given) => setContents(await servers.readResource(server, { template, variables: given }))}
      />
      {contents && (
        <div role="status">
          <Contents of={contents} />
        </div>
      )}
    </Offer>
  );
}

interface PromptProps {
  server: string;
  of: McpServerOffers["prompts"][number];
  completes: boolean;
}

function Prompt({ server, of, completes }: PromptProps): ReactNode {
  const words = useWords();
  const [messages, setMessages] = useState<McpPromptMessage[]>();
  const { name, title, description } = of;
  const place = useMemo(() => ({ prompt: name }), [name]);
  return (
    <Offer title={title} under={name} description={description}>
      <ArgumentsForm
        server={server}
        of={place}
        fields={of.arguments}
        completes={completes}
        submitLabel={words["servers.fill"]}
        onSubmit={async (given) => setMessages(await servers.fillPrompt(server, name, given))}
      />
      {messages && (
        <ol className="site-server-messages" role="status">
          {messages.map(({ role, text, image, resource }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a message has no name
            <li key={place}>
              <span>{words[role === "user" ? "servers.user" : "servers.assistant"]}</span>
              {resource !== undefined && <bdi dir="ltr">{resource}</bdi>}
              {text !== undefined && <pre dir="auto">{text}</pre>}
              {image && <Picture {...image} alt="" />}
            </li>
          ))}
        </ol>
      )}
    </Offer>
  );
}

/** A folded part of a server: what it is, and what is in it once it is opened. */
function Offer(props: { title: string; under: string; description: string; children: ReactNode }): ReactNode {
  const { title, under, description, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <bdi>{title}</bdi>
        <bdi dir="ltr">{under}</bdi>
      </summary>
      {isOpen && (
        <div className="site-server-offer">
          {description !== "" && <p dir="auto">{description}</p>}
          {children}
        </div>
      )}
    </details>
  );
}

interface ArgumentsFormProps {
  server: string;
  of: { prompt: string } | { template: string };
  fields: readonly { name: string; description: string; isRequired: boolean }[];
  completes: boolean;
  submitLabel: string;
  onSubmit(given: Record<string, string>): Promise<void>;
}

/**
 * The form of what a prompt or an address is filled in with. What its server completes is picked, or typed as it is.
 */
function ArgumentsForm(props: ArgumentsFormProps): ReactNode {
  const { server, of, fields, completes, submitLabel, onSubmit } = props;
  const id = useId();
  const filled = useRef<Record<string, string>>({});
  const names = useMemo(() => fields.map(({ name }) => name), [fields]);
  const completed = useCompleted(server, of, names, completes);
  const schema = useMemo<JsonSchema>(
    () => ({
      type: "object",
      properties: Object.fromEntries(
        fields.map(({ name, description }) => [
          name,
          {
            type: "string",
            title: name,
            ...(description !== "" && { description }),
            ...(completed?.has(name) && { "x-entity-type": name }),
          },
        ]),
      ),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    }),
    [fields, completed],
  );
  const client = useMemo<Pick<ToolClient, "choices">>(
    () => ({
      async choices(name, query, { signal } = {}) {
        if (typeof query !== "string") return query.values.map((value) => ({ value, label: value }));
        const { [name]: _own, ...others } = filled.current;
        const found = await servers.complete(server, of, { name, value: query }, others, { signal });
        // What its server does not know of may be meant all the same.
        const own = query.trim() === "" || found.includes(query) ? [] : [query];
        return [...found, ...own].map((value) => ({ value, label: value }));
      },
    }),
    [server, of],
  );
  if (!completed) return null;
  return (
    <ToolProvider client={client}>
      <ToolForm
        key={id}
        schema={schema}
        submitLabel={submitLabel}
        onChange={(value: unknown) => {
          filled.current = textsOf(value);
        }}
        onSubmit={(given: unknown) => refusedFields(onSubmit(textsOf(given)))}
      />
    </ToolProvider>
  );
}

/** The fields that the server completes: those of which it knows anything before a letter is typed. */
function useCompleted(
  server: string,
  of: ArgumentsFormProps["of"],
  names: readonly string[],
  completes: boolean,
): ReadonlySet<string> | undefined {
  const read = useCallback(
    async (signal: AbortSignal) => {
      if (!completes) return new Set<string>();
      const known = await Promise.all(
        names.map((name) =>
          servers.complete(server, of, { name, value: "" }, {}, { signal }).then(
            (found) => found.length > 0,
            () => false,
          ),
        ),
      );
      return new Set(names.filter((_name, place) => known[place]));
    },
    [server, of, names, completes],
  );
  return useRead(read).value;
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}
