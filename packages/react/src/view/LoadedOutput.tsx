"use client";
import type { OutputRef } from "@callboard/core";
import { RotateCw } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { asClientError } from "../provider/asClientError.ts";
import { sizeWords } from "../provider/sizeWords.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { readableText } from "../text/visibleText.ts";
import { PendingOutput } from "./PendingOutput.tsx";

/** Bytes of a large output that are fetched unasked; more is the reader's to decide. */
const mostUnasked = 5_000_000;

/** Bytes that the page itself reads; more are read beside it. */
const mostInPage = 1_000_000;

type Loading =
  | { state: "asked" | "loading" | "alone" }
  | { state: "failed"; message: string }
  | { state: "here"; output: unknown }
  | { state: "giant"; blob: Blob };

interface LoadedOutputProps {
  outputRef: OutputRef;
  /** Its beginning is not for its reader, whose view shows nothing but what it names. */
  isOnly: boolean;
  /** Draws the output once it is here. */
  children: (output: unknown) => ReactNode;
  /** Draws an output that a worker reads; without it the page reads all. */
  renderGiant?: ((blob: Blob) => ReactNode) | undefined;
}

/**
 * An output that is kept beside the log: its beginning, until the whole is fetched, where that is for its reader. It is
 * fetched when it is first drawn.
 */
export function LoadedOutput({ outputRef, isOnly, children, renderGiant }: LoadedOutputProps): ReactNode {
  const { client, t, locale } = useKit(viewEnglish);
  const { id, bytes, preview } = outputRef;
  const [loading, setLoading] = useState<Loading>(() => {
    if (!client?.output) return { state: "alone" };
    return { state: bytes <= mostUnasked ? "loading" : "asked" };
  });
  const isGiant = renderGiant !== undefined && bytes > mostInPage;
  const isLoading = loading.state === "loading";
  useEffect(() => {
    if (!isLoading || !client?.output) return;
    const stop = new AbortController();
    if (isGiant && client.outputBlob) {
      client.outputBlob(id, { signal: stop.signal }).then(
        (blob) => !stop.signal.aborted && setLoading({ state: "giant", blob }),
        (error: unknown) =>
          !stop.signal.aborted && setLoading({ state: "failed", message: asClientError(error).message }),
      );
      return () => stop.abort();
    }
    client.output(id, { signal: stop.signal }).then(
      (output) => !stop.signal.aborted && setLoading({ state: "here", output }),
      (error: unknown) =>
        !stop.signal.aborted && setLoading({ state: "failed", message: asClientError(error).message }),
    );
    return () => stop.abort();
  }, [client, id, isLoading, isGiant]);
  if (loading.state === "giant") return renderGiant!(loading.blob);
  if (loading.state === "here") return children(loading.output);
  const size = sizeWords(bytes, locale);
  const said = isLoading ? "view.large.loading" : isOnly ? "view.giant.whole" : "view.large.beginning";
  const load = () => setLoading({ state: "loading" });
  return (
    <div>
      <div role="status">
        <p className="cb-note">{t(said, { size })}</p>
      </div>
      {loading.state === "failed" && (
        <p className="cb-note" role="alert">
          {t("view.large.failed", { message: loading.message })}
        </p>
      )}
      {loading.state !== "alone" && !isLoading && (
        <button type="button" className="cb-button cb-small-button" onClick={load}>
          {loading.state === "failed" && <RotateCw size={14} aria-hidden />}
          {loading.state === "failed" ? t("view.large.again") : t("view.large.load", { size })}
        </button>
      )}
      {isOnly ? (
        isLoading && <PendingOutput />
      ) : (
        <pre className="cb-call-stream" tabIndex={0} role="region" aria-label={t("view.large.label")} dir="ltr">
          {readableText(preview.slice(0, 2_000))}…
        </pre>
      )}
    </div>
  );
}
