"use client";
import { toJsonSchema } from "@callboard/core/form";
import { Download } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { sizeWords } from "../provider/sizeWords.ts";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { saveBlob } from "../text/download.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import type { OutputKind } from "@callboard/core/view";
import { BlockView } from "./BlockView.tsx";
import type { GiantBlocks, GiantRequest } from "./giantBlocks.ts";
import { createGiantReader, GiantContext, type GiantReader } from "./giantReader.ts";
import { GiantFind } from "./GiantFind.tsx";
import { createOutputMenu, noActions, OfferedContext, OutputMenu, OutputMenuContext } from "./OutputMenu.tsx";
import { useShownSpec } from "./shownSpec.ts";
import { useOutputKind } from "./useOutputKind.ts";
import type { ToolOutputProps } from "./outputProps.ts";
import { PendingOutput } from "./PendingOutput.tsx";
import { readableText } from "../text/visibleText.ts";

/** Characters that are shown until the whole is read. */
const mostOfBeginning = 2_000;
/** Bytes that the page reads itself where it may start no worker. */
const mostInPage = 20_000_000;

const ownKind = ["blocks"] as const;

type Reading =
  | { state: "reading" }
  | { state: "failed"; message: string }
  | { state: "open"; reader: GiantReader; giant: GiantBlocks };

export interface GiantOutputProps extends Pick<ToolOutputProps, "tool" | "input" | "outputSchema" | "mode"> {
  blob: Blob;
  /** The blob is the JSON of the output, else its text. */
  isJson: boolean;
}

/**
 * An output that is too large to be read by the page: a worker reads, sorts and filters it, and the page holds what is
 * in sight. What is shown is forgotten with the page; the whole is saved letter for letter.
 */
export function GiantOutput({ blob, isJson, tool, input, outputSchema, mode }: GiantOutputProps): ReactNode {
  const { t, locale, language, outputWorker } = useKit(viewEnglish);
  const root = useStylesheet<HTMLDivElement>();
  const [reading, setReading] = useState<Reading>({ state: "reading" });
  const [beginning, setBeginning] = useState("");
  const slug = tool?.slug;
  const { viewSpec, isOnly, offered } = useShownSpec(tool, mode);
  const request = useMemo((): GiantRequest => {
    const schema = outputSchema ?? tool?.outputSchema ?? tool?.outputSchemaZod;
    return {
      slug,
      viewSpec,
      outputSections: tool?.outputSections,
      outputSchema: schema && toJsonSchema(schema, "output"),
    };
  }, [slug, tool, outputSchema, viewSpec]);
  useEffect(() => {
    let isCurrent = true;
    let reader: GiantReader | undefined;
    blob
      .slice(0, mostOfBeginning)
      .text()
      .then(
        (text) => isCurrent && setBeginning(text),
        () => {},
      );
    const open = async () => {
      try {
        reader = createGiantReader(outputWorker ?? undefined);
        return await reader.open(blob, isJson, request);
      } catch (error) {
        if (!isCurrent || blob.size > mostInPage) throw error;
        const { createPageReader } = await import("./pageReader.ts");
        reader = createPageReader();
        return reader.open(blob, isJson, request);
      }
    };
    open().then(
      (giant) => isCurrent && setReading({ state: "open", reader: reader!, giant }),
      (error: unknown) =>
        isCurrent && setReading({ state: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
      reader?.close();
    };
  }, [blob, isJson, request, outputWorker]);
  const opened = reading.state === "open" ? reading : undefined;
  const kinds = (isOnly ? undefined : opened?.giant.kinds) ?? ownKind;
  const [kind, setKind] = useOutputKind(slug, kinds);
  const [store] = useState(createOutputMenu);
  const [other, setOther] = useState<{ of: GiantReader; kind: OutputKind; giant: GiantBlocks }>();
  const reader = opened?.reader;
  // A reader begins with the output's own blocks.
  const drawn = useRef<{ by: GiantReader; kind: OutputKind }>(null);
  useEffect(() => {
    if (!reader) return;
    const last = drawn.current?.by === reader ? drawn.current.kind : "blocks";
    if (last === kind) return;
    drawn.current = { by: reader, kind };
    let isCurrent = true;
    reader.as(kind).then(
      (giant) => isCurrent && setOther({ of: reader, kind, giant }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [reader, kind]);
  const giant = other && other.of === reader ? other.giant : opened?.giant;
  const size = sizeWords(blob.size, locale);
  const saveWhole = {
    label: t("view.giant.save"),
    icon: Download,
    run: () => saveBlob(isJson ? "output.json" : "output.txt", blob),
  };
  return (
    <div ref={root} {...language} className="callboard cb-output">
      <div className="cb-block-head">
        <p className="cb-note" role="status">
          {reading.state === "reading" && t("view.giant.reading", { size })}
          {reading.state === "failed" &&
            t(isOnly ? "view.giant.failedOnly" : "view.giant.failed", { message: reading.message })}
          {giant && t(giant.isCut && !isOnly ? "view.giant.cut" : "view.giant.whole", { size })}
        </p>
        {offered !== "none" && (
          <div className="cb-block-actions">
            <OutputMenu
              store={store}
              kinds={kinds}
              kind={kind}
              onKind={setKind}
              actions={isOnly ? noActions : [saveWhole]}
            />
          </div>
        )}
      </div>
      {reader && giant ? (
        <GiantContext.Provider value={{ reader, totals: giant.totals }}>
          <OutputMenuContext.Provider value={store}>
            <OfferedContext.Provider value={offered}>
              {giant.isCut && !isOnly && <GiantFind reader={reader} />}
              {giant.blocks.map((block) => (
                <BlockView
                  key={`${other?.kind} ${block.id}`}
                  block={block}
                  tool={tool}
                  output={undefined}
                  input={input}
                />
              ))}
            </OfferedContext.Provider>
          </OutputMenuContext.Provider>
        </GiantContext.Provider>
      ) : isOnly ? (
        reading.state === "reading" && <PendingOutput />
      ) : (
        <pre className="cb-call-stream" tabIndex={0} role="region" aria-label={t("view.large.label")} dir="ltr">
          {readableText(beginning)}…
        </pre>
      )}
    </div>
  );
}
