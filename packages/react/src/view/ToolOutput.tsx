"use client";
import {
  defaultRegistry,
  jsonChunks,
  toolOutputToBlocks,
  type Block,
  type EmptyBlock,
  type ErrorBlock,
  type JsonBlock,
  type Schema,
  type ToolOutputSection,
  type ViewSpec,
} from "@callboard/core";
import { CircleX } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { BlockBoundary } from "./BlockBoundary.tsx";
import { BlockFrame, DownloadButton } from "./BlockFrame.tsx";
import { ChartView } from "./ChartView.tsx";
import { ImageView, LinkView } from "./ImageView.tsx";
import { JsonTree } from "./JsonTree.tsx";
import { ListView } from "./ListView.tsx";
import { RankingView } from "./RankingView.tsx";
import { SummaryView } from "./SummaryView.tsx";
import { TableView } from "./TableView.tsx";
import { LongText, TextView } from "./TextView.tsx";
import { viewMessages } from "../messages/view.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(viewMessages);

/** As much of a tool as its output's view needs; a definition, a listing and a detail all fit. */
export interface OutputTool {
  slug: string;
  name?: string;
  viewSpec?: ViewSpec;
  outputSections?: ToolOutputSection[];
  outputSchema?: Schema;
  outputSchemaZod?: Schema;
}

export interface ToolOutputProps {
  tool?: OutputTool;
  output: unknown;
  /** The call's input, for custom views and blocks. */
  input?: unknown;
  outputSchema?: Schema;
}

/** What a component at slot `view`, key `tool:<slug>`, is given. */
export interface CustomViewProps {
  output: unknown;
  input: unknown;
  tool: OutputTool;
}

/** What a component at slot `block` is given: `tool-output-<slug>` for custom blocks, a block's type for all blocks of that type. */
export interface CustomBlockProps extends Partial<CustomViewProps> {
  block: Block;
  /** The part of the output that the block is of. */
  value: unknown;
  output: unknown;
}

/**
 * A tool's output, drawn by its ViewSpec, else by its outputSections, else by its shape. Output is data: nothing in it runs, and drawing it
 * sends no request. A block that breaks is contained.
 * @example
 * ```tsx
 * <ToolOutput output={{ npv: 1200, years: [{ year: 1, cash: 400 }] }} />
 * ```
 */
export function ToolOutput({ tool, output, input, outputSchema }: ToolOutputProps): ReactNode {
  const { registry, language } = useCallboard();
  const slug = tool?.slug;
  const View = slug === undefined ? undefined : registry.get("view", `tool:${slug}`);
  const viewSpec = tool?.viewSpec ?? (slug === undefined ? undefined : defaultRegistry.viewSpec(slug));
  const outputSections = tool?.outputSections;
  const schema = outputSchema ?? tool?.outputSchema ?? tool?.outputSchemaZod;
  const blocks = useMemo(
    () => (View ? [] : toolOutputToBlocks({ output, viewSpec, outputSections, outputSchema: schema, slug })),
    [View, output, viewSpec, outputSections, schema, slug],
  );
  if (View) {
    const whole: JsonBlock = { id: "view", type: "json", path: "", value: output };
    return (
      <div {...language} className="callboard cb-output">
        <BlockBoundary block={whole}>
          <View output={output} input={input} tool={tool} />
        </BlockBoundary>
      </div>
    );
  }
  return (
    <div {...language} className="callboard cb-output">
      {blocks.map((block) => (
        <BlockBoundary key={block.id} block={block}>
          <BlockView block={block} tool={tool} output={output} input={input} />
        </BlockBoundary>
      ))}
    </div>
  );
}

interface BlockViewProps {
  block: Block;
  tool?: OutputTool | undefined;
  output: unknown;
  input?: unknown;
}

function BlockView(props: BlockViewProps): ReactNode {
  const { registry } = useCallboard();
  const { block, ...context } = props;
  const Custom = registry.get("block", block.type === "custom" ? block.slot : block.type);
  if (Custom) {
    return (
      <BlockFrame block={block}>
        <Custom {...context} block={block} value={block.value} />
      </BlockFrame>
    );
  }
  switch (block.type) {
    case "summary":
      return <SummaryView block={block} />;
    case "table":
      return <TableView block={block} />;
    case "chart":
    case "radar":
      return <ChartView block={block} />;
    case "ranking":
      return <RankingView block={block} />;
    case "list":
      return <ListView block={block} />;
    case "text":
      return <TextView block={block} />;
    case "image":
      return <ImageView block={block} />;
    case "link":
      return <LinkView block={block} />;
    case "json":
      return <JsonView block={block} />;
    case "error":
      return <ErrorView block={block} />;
    case "empty":
      return <EmptyView block={block} />;
    case "custom":
      return block.fallback.map((one, index) => {
        const labelled = index === 0 && block.label !== undefined ? { ...one, label: block.label } : one;
        return (
          <BlockBoundary key={one.id} block={labelled}>
            <BlockView {...context} block={labelled} />
          </BlockBoundary>
        );
      });
  }
}

function JsonView({ block }: { block: JsonBlock }): ReactNode {
  const { t } = useCallboard();
  return (
    <BlockFrame
      block={block}
      actions={<DownloadButton kind="json" name={block.label ?? ""} pieces={() => jsonChunks(block.value)} />}
    >
      <JsonTree value={block.value} label={block.label ?? t("view.json.label")} />
    </BlockFrame>
  );
}

function ErrorView({ block }: { block: ErrorBlock }): ReactNode {
  const { t } = useCallboard();
  return (
    <BlockFrame block={block}>
      <div className="cb-notice" data-tone="danger">
        <CircleX size={16} aria-hidden />
        <div>
          <p className="cb-notice-title">{t("view.error")}</p>
          {block.message.length > 600 ? <LongText text={block.message} /> : <p className="cb-text">{block.message}</p>}
          {block.code !== undefined && <p className="cb-note">{t("view.error.code", { code: block.code })}</p>}
        </div>
      </div>
    </BlockFrame>
  );
}

function EmptyView({ block }: { block: EmptyBlock }): ReactNode {
  const { t } = useCallboard();
  const whole = block.path === "" && block.label === undefined;
  return (
    <BlockFrame block={block}>
      <p className="cb-nothing">
        {whole ? t("view.empty.whole") : t(`view.empty.${block.reason}`, { path: block.path })}
      </p>
    </BlockFrame>
  );
}
