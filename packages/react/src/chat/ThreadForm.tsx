"use client";
import type { StartedRun, ToolClient, ToolDetail, ToolListing } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { ToolFormProps } from "../form/formProps.ts";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { LockNote } from "../page/LockNote.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useToolDetail } from "../page/useToolDetail.ts";
import { asClientError } from "../provider/asClientError.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCall } from "../timeline/useNode.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

const ToolForm = lazyComponent<typeof import("../form/ToolForm.tsx"), ToolFormProps>(
  () => import("../form/ToolForm.tsx"),
  (module) => module.ToolForm,
);

export interface ThreadFormProps {
  client: ToolClient;
  tool: ToolListing;
  /** What was written when the tool was chosen. */
  text: string;
  /** Starts the call. */
  onRun: (input: unknown) => Promise<StartedRun>;
  onCancel: () => void;
  /** The call's card stands in the thread. */
  onShown: () => void;
}

/** A tool's form in the thread of a chat, empty; submitting runs the tool as the person's own call. */
export function ThreadForm({ client, tool, text, onRun, onCancel, onShown }: ThreadFormProps): ReactNode {
  const { t, locale } = useKit(chatEnglish);
  const { detail, error, retry } = useToolDetail(client, tool.slug);
  const [starting, setStarting] = useState(false);
  const [callId, setCallId] = useState<string | null>(null);
  const heading = useId();
  const box = useRef<HTMLElement>(null);
  // The form stays until its card is there, so that nothing is gone in between.
  const isShown = useCall(callId ?? "") !== undefined;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);

  const run = async (input: unknown): Promise<Record<string, string> | void> => {
    setStarting(true);
    try {
      setCallId((await onRun(input)).callId);
    } catch (cause) {
      setStarting(false);
      const refused = asClientError(cause);
      if (refused.issues.length > 0)
        return Object.fromEntries(refused.issues.map(({ path, message }) => [path, message]));
      return { "": t("chat.form.failed", { message: refused.message }) };
    }
  };

  return (
    <section ref={box} className="cb-thread-form" aria-labelledby={heading}>
      <header>
        <ToolIcon name={tool.icon} size={18} />
        <h2 id={heading}>
          <bdi>{tool.name}</bdi>
        </h2>
        <button
          type="button"
          className="cb-button cb-small-button"
          data-variant="quiet"
          aria-disabled={starting || undefined}
          onClick={() => !starting && onCancel()}
        >
          {t("chat.form.cancel")}
        </button>
      </header>
      {text !== "" && (
        <p className="cb-thread-form-text">
          {t("chat.form.wrote")} <bdi>{text}</bdi>
        </p>
      )}
      {error ? (
        <div className="cb-composer-problem" role="alert">
          <p>{t("chat.form.unread", { message: error.message })}</p>
          <button type="button" className="cb-button" onClick={retry}>
            {t("chat.retry")}
          </button>
        </div>
      ) : detail ? (
        <Suspense fallback={<Loading />}>
          <FocusedForm detail={translateTool(detail, locale)} starting={starting} onSubmit={run} box={box} />
        </Suspense>
      ) : (
        <Loading />
      )}
    </section>
  );
}

interface FocusedFormProps {
  detail: ToolDetail;
  starting: boolean;
  onSubmit: (input: unknown) => Promise<Record<string, string> | void>;
  box: { readonly current: HTMLElement | null };
}

/** The form, whose first field takes the focus once it is drawn: the person asked for it just now. */
function FocusedForm({ detail, starting, onSubmit, box }: FocusedFormProps): ReactNode {
  return (
    <>
      <LockNote tool={detail} hasDetail />
      <ToolForm tool={detail} disabled={detail.locked !== undefined} isLoading={starting} onSubmit={onSubmit} />
      <FocusFirst box={box} />
    </>
  );
}

function FocusFirst({ box }: Pick<FocusedFormProps, "box">): null {
  useEffect(() => {
    const { current } = box;
    const form = current?.querySelector("form");
    const field = form?.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select, button");
    field?.focus({ preventScroll: true });
    // Two frames on, when the thread has followed its end: a form that is taller than the thread is read from its top.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const room = current?.closest(".cb-chat-scroll")?.clientHeight ?? 0;
        current?.scrollIntoView({ block: current.offsetHeight > room ? "start" : "nearest" });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [box]);
  return null;
}

function Loading(): ReactNode {
  const { t } = useKit(chatEnglish);
  const shown = useSettledFlag(true);
  return (
    <div
      className="cb-thread-form-loading"
      role="status"
      aria-busy="true"
      aria-label={t("chat.form.loading")}
      data-shown={shown || undefined}
    >
      <span className="cb-skeleton" />
      <span className="cb-skeleton" />
    </div>
  );
}
