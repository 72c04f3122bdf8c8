"use client";
import { toolOutputToBlocks, type ToolOutputRequest } from "@callboard/core";
import {
  blocksAs,
  blocksProblem,
  outputKinds,
  plainValue,
  viewSpecProblem,
  type Block,
  type JsonBlock,
  type OutputKind,
} from "@callboard/core/view";
import { useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { BrokenNote } from "../provider/BrokenNote.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { warnOnce } from "../provider/warnOnce.ts";
import { BlockBoundary } from "./BlockBoundary.tsx";
import { BlockView } from "./BlockView.tsx";
import { briefBlocks } from "./briefBlocks.ts";
import { BriefContext } from "./briefContext.ts";
import { createOutputMenu, MenuSlotContext, OfferedContext, OutputMenu, OutputMenuContext } from "./OutputMenu.tsx";
import { RawView } from "./RawView.tsx";
import { ScreenFold } from "./ScreenFold.tsx";
import { useShownSpec } from "./shownSpec.ts";
import { useCommitEffect } from "../useCommitEffect.ts";
import { useOutputKind } from "./useOutputKind.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import type { CustomViewProps, ToolOutputProps } from "./outputProps.ts";

/** So many blocks are short enough together; each folds itself. */
const mostUnfolded = 3;

const noKinds: readonly OutputKind[] = [];

/** The blocks of a text that is longer with each call. */
type ReadGrowing = (request: Omit<ToolOutputRequest, "output"> & { text: string }) => readonly Block[];

interface WholeOutputProps extends Pick<
  ToolOutputProps,
  "tool" | "output" | "input" | "outputSchema" | "hasSwitch" | "mode"
> {
  /** The beginning of the output, while it still grows, and what reads it. */
  growing?: { text: string; read: ReadGrowing } | undefined;
  /** Puts the menu, and whether there is nothing but text, into a frame of the caller's. */
  renderFrame?: (parts: { body: ReactNode; menu: ReactNode; isText: boolean }) => ReactNode;
}

/** An output that is here, or as much of it as is. */
export function WholeOutput(props: WholeOutputProps): ReactNode {
  const { tool, output: given, input, outputSchema, hasSwitch = true, growing, renderFrame } = props;
  const output = useMemo(() => shownValue(given), [given]);
  const { components, language } = useKit();
  const slug = tool?.slug;
  const Registered = slug === undefined ? undefined : components.get<CustomViewProps>("view", `tool:${slug}`);
  const View = growing === undefined ? Registered : undefined;
  const { viewSpec, isOnly, offered } = useShownSpec(tool, props.mode);
  const outputSections = tool?.outputSections;
  const schema = outputSchema ?? tool?.outputSchema ?? tool?.outputSchemaZod;
  const blocks = useMemo((): readonly Block[] => {
    const request = { viewSpec, outputSections, outputSchema: schema, slug };
    if (growing) return growing.read({ ...request, text: growing.text });
    return View ? [] : toolOutputToBlocks({ ...request, output });
  }, [View, growing, output, viewSpec, outputSections, schema, slug]);
  const problem = useMemo(
    () =>
      View
        ? undefined
        : viewSpec
          ? viewSpecProblem(viewSpec)
          : outputSections && blocksProblem(outputSections, "outputSections"),
    [View, viewSpec, outputSections],
  );
  const root = useStylesheet<HTMLDivElement>();
  const kinds = useMemo(
    () => (growing === undefined ? outputKinds(output, blocks) : (["blocks"] as const)),
    [growing, output, blocks],
  );
  const [chosen, setKind] = useOutputKind(slug, kinds);
  const kind = isOnly ? "blocks" : chosen;
  const all = useMemo(() => blocksAs(kind, output, blocks), [kind, output, blocks]);
  const brief = useContext(BriefContext);
  const isBrief = brief !== null && !View && growing === undefined && kind === "blocks";
  const part = useMemo(() => (isBrief ? briefBlocks(all) : undefined), [isBrief, all]);
  const shown = part?.blocks ?? all;
  useCommitEffect(() => brief?.tell(part), [brief, part]);
  const [store] = useState(createOutputMenu);
  // What is left out has its menu beside the whole.
  const isPart = part !== undefined && (part.left !== "nothing" || part.isOneLine);
  const menu =
    View || isPart || offered === "none" ? null : (
      <OutputMenu store={store} kinds={hasSwitch && !isOnly ? kinds : noKinds} kind={kind} onKind={setKind} />
    );
  const inBlock = renderFrame ? null : menu;
  const body =
    View && tool ? (
      <BlockBoundary block={wholeOf(output)} slot={`view tool:${slug}`}>
        {/* oxlint-disable-next-line react/static-components -- the component is registered, not created here */}
        <View output={given} input={input} tool={tool} />
      </BlockBoundary>
    ) : kind === "raw" ? (
      <MenuSlotContext.Provider value={inBlock}>
        <RawView output={output} />
      </MenuSlotContext.Provider>
    ) : (
      shown.map((block, index) => (
        <MenuSlotContext.Provider key={block.id} value={index === 0 ? inBlock : null}>
          <BlockView block={block} tool={tool} output={given} input={input} />
        </MenuSlotContext.Provider>
      ))
    );
  const isArranged = viewSpec !== undefined || outputSections !== undefined;
  const isMany = !isArranged && !View && !brief && kind !== "raw" && shown.length > mostUnfolded;
  const isText = kind === "raw" || (shown.length === 1 && shown[0]!.type === "text");
  return (
    <OutputMenuContext.Provider value={store}>
      <OfferedContext.Provider value={offered}>
        <div ref={root} {...language} className="callboard cb-output">
          {problem !== undefined && (
            <WrongSpec slug={slug} what={viewSpec ? "ViewSpec" : "outputSections"} problem={problem} />
          )}
          {renderFrame ? (
            renderFrame({ body, menu, isText: isText && !View })
          ) : isMany ? (
            <ScreenFold>{body}</ScreenFold>
          ) : (
            body
          )}
        </div>
      </OfferedContext.Provider>
    </OutputMenuContext.Provider>
  );
}

/** An output as JSON says it; one that lets nobody read it is shown as it is. */
function shownValue(output: unknown): unknown {
  try {
    return plainValue(output);
  } catch {
    return output;
  }
}

const wholeOf = (output: unknown): JsonBlock => ({ id: "view", type: "json", path: "", value: output });

/** Says, where an output is drawn, that its ViewSpec is wrong and where, and once on the console. */
function WrongSpec({ slug, what, problem }: { slug: string | undefined; what: string; problem: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const message = `The ${what} of ${slug === undefined ? "this output" : `the tool "${slug}"`} cannot be used. ${problem}`;
  useEffect(() => warnOnce(message), [message]);
  return <BrokenNote error={message}>{t("view.wrongSpec")}</BrokenNote>;
}
