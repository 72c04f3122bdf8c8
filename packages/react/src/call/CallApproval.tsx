"use client";
import type { Approval, CallView, JsonSchema, ToolClientError, ToolDetail } from "@callboard/core";
import { Ban, Check, Hand } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { useKept } from "../timeline/useKept.ts";
import { useAgent } from "../timeline/useNode.ts";
import { ExactValue, hidesSomething } from "./ExactValue.tsx";
import { formatDuration } from "./formatDuration.ts";
import { splitSentence } from "./splitSentence.ts";
import { callMessages } from "../messages/call.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(callMessages);

export interface CallApprovalProps {
  call: CallView;
  /** The act, as the approving button says it. */
  name: string;
  tool?: ToolDetail | undefined;
}

/**
 * What a call asks of a person: who wants to do what, with exactly which input, and the two answers; afterwards, how it was answered. It takes
 * no focus, and no key answers it by itself.
 */
export function CallApproval({ call, name, tool }: CallApprovalProps): ReactNode {
  const { approval } = call;
  if (!approval) return null;
  const schema = tool?.inputSchema;
  if (approval.state !== "pending") return <Answered approval={approval} schema={schema} />;
  if (call.status !== "awaiting-approval") return null;
  return <Pending key={approval.id} call={call} approval={approval} name={name} tool={tool} />;
}

function Pending({ call, approval, name, tool }: CallApprovalProps & { approval: Approval }): ReactNode {
  const { t, client, locale } = useCallboard();
  const titleId = useId();
  const agent = useAgent(call.agentId ?? "");
  const who = agent?.name ?? t(call.agentId === "you" ? "agent.you" : "agent.unnamed");
  const { askedInput, reason, expiresAt } = approval;
  const mayAnswer = client?.answer !== undefined && client.can?.(call.id).answer !== false;
  const none = askedInput === undefined || askedInput === null || isEmpty(askedInput);
  return (
    <div className="cb-approval" role="group" aria-labelledby={titleId} data-hold="">
      <div className="cb-approval-head">
        <Hand size={16} aria-hidden />
        <div>
          <p id={titleId} className="cb-approval-title">
            {t("approval.asks", { agent: who, name })}
          </p>
          {tool && <p className="cb-call-note">{splitSentence(tool.description, locale)[0]}</p>}
          {reason !== undefined && reason !== "" && <p>{t("approval.reason", { reason })}</p>}
        </div>
      </div>
      <div className="cb-approval-input">
        <p className="cb-call-note">{t(none ? "approval.noInput" : "approval.with")}</p>
        {!none && <ExactValue value={askedInput} schema={tool?.inputSchema} label={t("approval.whole")} />}
        {hidesSomething(askedInput) && <p className="cb-call-note">{t("approval.escapes", { example: "⟨U+200B⟩" })}</p>}
      </div>
      {mayAnswer ? (
        <Answer callId={call.id} approval={approval} name={name} titleId={titleId} />
      ) : (
        <p className="cb-call-note">{t("approval.readOnly")}</p>
      )}
      {expiresAt !== undefined && <Expiry at={expiresAt} />}
    </div>
  );
}

interface AnswerProps {
  callId: string;
  approval: Approval;
  name: string;
  titleId: string;
}

function Answer({ callId, approval, name, titleId }: AnswerProps): ReactNode {
  const { t, client } = useCallboard();
  const [reason, setReason] = useKept(`denyReason:${approval.id}`, "");
  const [sent, setSent] = useState<"approve" | "deny" | null>(null);
  const [error, setError] = useState<ToolClientError | null>(null);
  const reasonId = useId();
  const settled = error?.status === 409 || error?.status === 404;

  const answer = async (decision: "approve" | "deny") => {
    if (sent !== null || settled) return;
    setSent(decision);
    setError(null);
    try {
      const why = decision === "deny" ? reason.trim() : "";
      await client!.answer!({ callId, approvalId: approval.id, decision, ...(why !== "" && { reason: why }) });
      // It stays as it is until the log says so, which is what this is drawn from.
    } catch (cause) {
      setError(asClientError(cause));
      setSent(null);
    }
  };
  const button = (decision: "approve" | "deny", words: string) => {
    const Icon = decision === "approve" ? Check : Ban;
    return (
      <button
        type="button"
        className="cb-button cb-approval-button"
        data-decision={decision}
        data-pending={sent === decision || undefined}
        aria-disabled={sent !== null || settled || undefined}
        aria-busy={sent === decision || undefined}
        aria-describedby={titleId}
        onClick={() => void answer(decision)}
      >
        <Icon size={16} aria-hidden />
        <span>{words}</span>
      </button>
    );
  };
  return (
    <div className="cb-approval-answer">
      <div className="cb-approval-buttons">
        {button("approve", t("approval.approve", { name }))}
        {button("deny", t("approval.deny"))}
        <span className="cb-visually-hidden" role="status">
          {sent !== null && t("approval.sending")}
        </span>
      </div>
      {error && (
        <p className="cb-approval-error" role="alert">
          {error.status === 409
            ? t("approval.answeredElsewhere")
            : error.status === 0
              ? t("approval.unreachable")
              : t("approval.failed", { message: error.message })}
        </p>
      )}
      {!settled && (
        <div className="cb-approval-reason">
          <label htmlFor={reasonId}>{t("approval.denyReason")}</label>
          <textarea
            id={reasonId}
            rows={1}
            value={reason}
            readOnly={sent !== null}
            dir="auto"
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
    </div>
  );
}

function Expiry({ at }: { at: number }): ReactNode {
  const { t, locale } = useCallboard();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // The server's clock is not the reader's: the first words come with the first tick.
  if (now === null) return <p className="cb-call-note">&nbsp;</p>;
  const left = at - now;
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(at);
  return (
    <p className="cb-call-note cb-approval-expiry">
      <time dateTime={new Date(at).toISOString()} title={whole}>
        {left > 0 ? t("approval.expires", { duration: roughly(left, locale) }) : t("approval.expired")}
      </time>
    </p>
  );
}

/** Minutes while there are several: a clock that runs draws the eye. */
function roughly(milliseconds: number, locale: string): string {
  const step = milliseconds > 120_000 ? 60_000 : 1000;
  return formatDuration(Math.max(10_000, Math.ceil(milliseconds / step) * step), locale);
}

function Answered({ approval, schema }: { approval: Approval; schema: JsonSchema | undefined }): ReactNode {
  const { t } = useCallboard();
  const { state, by, reason, input, askedInput } = approval;
  if (state === "expired" || state === "pending") return null;
  const edited = input !== undefined && JSON.stringify(input) !== JSON.stringify(askedInput);
  return (
    <div className="cb-approval-note">
      <p>
        {state === "approved" ? <Check size={14} aria-hidden /> : <Ban size={14} aria-hidden />}
        {by ? t(`approval.${state}By`, { by }) : t(`approval.${state}`)}
      </p>
      {state === "approved" && reason !== undefined && reason !== "" && <p className="cb-call-note">{reason}</p>}
      {edited && (
        <details className="cb-call-section">
          <summary>{t("approval.edited")}</summary>
          <div>
            <p className="cb-call-note">{t("approval.asked")}</p>
            <ExactValue value={askedInput} schema={schema} label={t("approval.asked")} />
          </div>
        </details>
      )}
    </div>
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
