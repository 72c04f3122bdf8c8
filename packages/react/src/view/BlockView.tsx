"use client";
import { toolOutputToBlocks } from "@callboard/core";
import {
  jsonChunks,
  type Block,
  type CalloutBlock,
  type ChartBlock,
  type EmptyBlock,
  type ErrorBlock,
  type FileBlock,
  type JsonBlock,
  type RadarBlock,
} from "@callboard/core/view";
import { CircleX, Info, TriangleAlert } from "lucide-react";
import { Suspense, useContext, useMemo, type ReactNode } from "react";
import { ChartView, FileView, SurfaceView } from "#view/parts";
import { useKit } from "../provider/ToolProvider.tsx";
import { LongText } from "../text/LongText.tsx";
import { BlockBoundary } from "./BlockBoundary.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import { ErrorStepsContext } from "./ErrorStepsContext.ts";
import { ImageView, LinkView } from "./ImageView.tsx";
import { LazyJsonTree } from "./LazyJsonTree.tsx";
import { useDownload } from "./outputDownloads.ts";
import { MenuSlotContext } from "./OutputMenu.tsx";
import { ListView } from "./ListView.tsx";
import type { CustomBlockProps, OutputTool } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";
import { RankingView } from "./RankingView.tsx";
import { RestView } from "./RestView.tsx";
import { SummaryView } from "./SummaryView.tsx";
import { TableView } from "./TableView.tsx";
import { TextView } from "./TextView.tsx";
import { Value } from "./Value.tsx";
import { YamlView } from "./YamlView.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

interface BlockViewProps {
  block: Block;
  tool?: OutputTool | undefined;
  output: unknown;
  input?: unknown;
}

/** A block, by the component at its slot, else by the kit's own. What breaks is contained. */
export function BlockView(props: BlockViewProps): ReactNode {
  const { components } = useKit();
  const { block, ...context } = useReadableLabel(props);
  const key = block.type === "custom" ? block.slot : block.type;
  const Custom = components.get<CustomBlockProps>("block", key);
  if (Custom) {
    return (
      <BlockBoundary block={block} slot={`block ${key}`}>
        <BlockFrame block={block}>
          {/* oxlint-disable-next-line react/static-components -- the component is registered, not created here */}
          <Custom {...context} block={block} value={block.value} />
        </BlockFrame>
      </BlockBoundary>
    );
  }
  return (
    <BlockBoundary block={block}>
      <StandardBlock block={block} {...context} />
    </BlockBoundary>
  );
}

/** A label stands in headings, names and files: it is made readable for all of them. */
function useReadableLabel(props: BlockViewProps): BlockViewProps {
  const { block } = props;
  const label = block.label === undefined ? undefined : readableText(block.label);
  const readable = useMemo(
    () => (label === undefined || label === block.label ? block : { ...block, label }),
    [block, label],
  );
  return { ...props, block: readable };
}

function StandardBlock({ block, ...context }: BlockViewProps): ReactNode {
  switch (block.type) {
    case "summary":
      return <SummaryView block={block} />;
    case "table":
      return <TableView block={block} />;
    case "chart":
    case "radar":
      return (
        <Suspense fallback={<StillChart block={block} />}>
          <ChartView block={block} />
        </Suspense>
      );
    case "ranking":
      return <RankingView block={block} />;
    case "list":
      return <ListView block={block} />;
    case "text":
      return block.form === "yaml" ? (
        <YamlView block={block} renderValue={(value) => <Inferred {...context} value={value} label={block.label} />} />
      ) : (
        <TextView block={block} />
      );
    case "rest":
      return <RestView block={block} renderBlock={(one) => <BlockView key={one.id} {...context} block={one} />} />;
    case "image":
      return <ImageView block={block} />;
    case "link":
      return <LinkView block={block} />;
    case "file":
      return (
        <Suspense fallback={<StillFile block={block} />}>
          <FileView block={block} />
        </Suspense>
      );
    case "surface":
      return (
        <Suspense fallback={<PendingOutput />}>
          <SurfaceView block={block} />
        </Suspense>
      );
    case "json":
      return <JsonView block={block} />;
    case "callout":
      return <CalloutView block={block} />;
    case "error":
      return <ErrorView block={block} />;
    case "empty":
      return <EmptyView block={block} />;
    case "custom":
      return block.fallback.map((one, index) => {
        const labelled = index === 0 && block.label !== undefined ? { ...one, label: block.label } : one;
        return (
          <FirstOnly key={one.id} index={index}>
            <BlockView {...context} block={labelled} />
          </FirstOnly>
        );
      });
    default:
      return block satisfies never;
  }
}

/** The generic blocks of a value that stands in a text. */
function Inferred({
  value,
  label,
  ...context
}: Omit<BlockViewProps, "block"> & { value: unknown; label: string | undefined }): ReactNode {
  const blocks = useMemo(() => toolOutputToBlocks({ output: value }), [value]);
  return blocks.map((one, index) => {
    const block = index === 0 && label !== undefined ? { ...one, label } : one;
    return (
      <FirstOnly key={one.id} index={index}>
        <BlockView {...context} block={block} />
      </FirstOnly>
    );
  });
}

/** Several blocks in the place of one: only the first of them has the menu. */
function FirstOnly({ index, children }: { index: number; children: ReactNode }): ReactNode {
  return index === 0 ? children : <MenuSlotContext.Provider value={null}>{children}</MenuSlotContext.Provider>;
}

/** The place of a chart, until what draws it is here. */
function StillChart({ block }: { block: ChartBlock | RadarBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  return (
    <BlockFrame block={block}>
      <div className="cb-chart" data-variant={block.type === "radar" ? "radar" : block.variant}>
        <div className="cb-chart-skeleton">
          <span className="cb-visually-hidden">{t("view.chart.loading")}</span>
        </div>
      </div>
    </BlockFrame>
  );
}

function StillFile({ block }: { block: FileBlock }): ReactNode {
  return (
    <BlockFrame block={block}>
      <p className="cb-file">
        <bdi className="cb-file-name">{block.file.name}</bdi>
      </p>
    </BlockFrame>
  );
}

function JsonView({ block }: { block: JsonBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const save = useDownload();
  return (
    <BlockFrame block={block} actions={[save("json", block.label ?? "", () => jsonChunks(block.value))]}>
      <LazyJsonTree value={block.value} label={block.label ?? t("view.json.label")} />
    </BlockFrame>
  );
}

const calloutIcons = { info: Info, warning: TriangleAlert, danger: CircleX };

function CalloutView({ block }: { block: CalloutBlock }): ReactNode {
  const { label, ...own } = block;
  const { text, tone, format } = own;
  const Icon = calloutIcons[tone];
  return (
    <BlockFrame block={own}>
      <div role="note" className="cb-notice" data-tone={tone} data-callout="">
        <Icon size={16} aria-hidden />
        <div>
          {label !== undefined && (
            <p className="cb-notice-title" dir="auto">
              {label}
            </p>
          )}
          <p dir="auto">
            <Value value={text} format={format} />
          </p>
        </div>
      </div>
    </BlockFrame>
  );
}

function ErrorView({ block }: { block: ErrorBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const steps = useContext(ErrorStepsContext);
  return (
    <BlockFrame block={block}>
      <div className="cb-notice" data-tone="danger">
        <CircleX size={16} aria-hidden />
        <div>
          <p className="cb-notice-title">{t("view.error")}</p>
          {block.message.length > 600 ? (
            <LongText text={block.message} />
          ) : (
            <p className="cb-text">{readableText(block.message)}</p>
          )}
          <p className="cb-note">{t(`view.error.${block.advice}`)}</p>
          {block.code !== undefined && (
            <p className="cb-note">{t("view.error.code", { code: readableText(block.code) })}</p>
          )}
          {steps}
        </div>
      </div>
    </BlockFrame>
  );
}

function EmptyView({ block }: { block: EmptyBlock }): ReactNode {
  const { t } = useKit(viewEnglish);
  const whole = block.path === "" && block.label === undefined;
  return (
    <BlockFrame block={block}>
      <p className="cb-nothing">
        {whole ? t("view.empty.whole") : t(`view.empty.${block.reason}`, { path: readableText(block.path) })}
      </p>
    </BlockFrame>
  );
}
