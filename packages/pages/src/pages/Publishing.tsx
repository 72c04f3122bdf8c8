import type { ToolClientError, ToolListing } from "@callboard/core";
import { publishedToolsClient, type PublishedTool, type PublishedToolUse } from "@callboard/core/client";
import { embedLine } from "@callboard/core/host";
import { useMemo, type ReactNode } from "react";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { IssuedForm } from "./IssuedForm.tsx";
import { IssuedPage } from "./IssuedPage.tsx";
import { PublishedEntry } from "./PublishedEntry.tsx";
import { TextToCopy } from "./TextToCopy.tsx";
import { useTools } from "./useTools.ts";

const publishing = publishedToolsClient(transport);

/** What its form asks: links for anybody are a box to tick. */
interface PublishInput {
  tool: string;
  origins: string[];
  perMinute?: number;
  share?: boolean;
}

type NewPublished = PublishedTool & { secretKey: string };

const readPublished = () => publishing.list();

/** What is published in other people's pages: for whoever may publish. */
export function Publishing(): ReactNode {
  const words = useWords();
  const tools = useTools();
  const refused = { title: words["publishing.refusedHere"], help: words["publishing.refusedHere.help"] };
  return (
    <IssuedPage<PublishedToolUse, NewPublished>
      title={words.publishing}
      lead={words["publishing.lead"]}
      begin={words["publishing.new"]}
      empty={{ title: words["publishing.empty"], help: words["publishing.empty.help"] }}
      read={readPublished}
      idOf={({ key }) => key}
      endOf={({ mend }: ToolClientError) => (mend === "credential" || mend === "permission" ? refused : undefined)}
      renderForm={({ onCancel, onMade }) => <NewPublication tools={tools} onCancel={onCancel} onPublished={onMade} />}
      renderMade={(published) => ({
        title: (
          <>
            {words["publishing.published"]}: <code dir="ltr">{published.tool}</code>
          </>
        ),
        children: (
          <>
            <PublishedLine of={published} />
            <TextToCopy
              label={words["publishing.secret"]}
              text={published.secretKey}
              help={words["publishing.secret.help"]}
            />
          </>
        ),
      })}
      renderEntry={(one, onChange) => (
        <PublishedEntry
          published={one}
          client={publishing}
          name={tools?.find(({ slug }) => slug === one.tool)?.name ?? one.tool}
          onChange={onChange}
        >
          <PublishedLine of={one} />
        </PublishedEntry>
      )}
    />
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
  onPublished(published: NewPublished): void;
}

function NewPublication({ tools, onCancel, onPublished }: NewPublicationProps): ReactNode {
  const words = useWords();
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
  if (!tools) return null;
  return (
    <IssuedForm<PublishInput>
      title={words["publishing.new"]}
      schema={schema}
      defaultValue={{ origins: [""] }}
      submitLabel={words["publishing.publish"]}
      make={async ({ share, ...input }) =>
        onPublished(await publishing.publish({ ...input, ...(share && { actions: ["run", "cancel", "share"] }) }))
      }
      onCancel={onCancel}
    />
  );
}
