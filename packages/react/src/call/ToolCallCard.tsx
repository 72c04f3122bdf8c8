"use client";
import { isFinal, type CallView, type ToolDetail } from "@callboard/core";
import { ChevronRight } from "lucide-react";
import { createContext, useContext, useEffect, useId, type HTMLAttributes, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { useKept } from "../timeline/useKept.ts";
import { useCall } from "../timeline/useNode.ts";
import { CallAgents } from "./CallAgents.tsx";
import { CallApproval } from "./CallApproval.tsx";
import { LazyToolOutput, usePreloadedOutput } from "../view/LazyToolOutput.tsx";
import { CallBoundary } from "./CallBoundary.tsx";
import { CallProgress } from "./CallProgress.tsx";
import { NestingContext } from "./callSlot.ts";
import { CallStatusIcon } from "./CallStatusIcon.tsx";
import { ElapsedTime } from "./ElapsedTime.tsx";
import { StreamedOutput } from "./StreamedOutput.tsx";
import { toolWords } from "./toolWords.ts";
import { useKnownTool } from "./useKnownTool.ts";
import { callMessages } from "../messages/call.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(callMessages);

type DivProps = Omit<HTMLAttributes<HTMLDivElement>, "children">;

export interface ToolCallCardProps extends DivProps {
  /** A call of the nearest timeline. */
  callId: string;
  /** Shown until the call has appeared. */
  fallback?: ReactNode;
  /** The tool, for its name and how its output is shown; without it the call speaks for itself. */
  tool?: ToolDetail;
  /** Open from the start; a card that is open stays open. */
  defaultOpen?: boolean;
  /** The parts, where the standard ones are not wanted. */
  children?: ReactNode;
}

interface CardState {
  call: CallView;
  tool: ToolDetail | undefined;
  name: string;
  open: boolean;
  toggle: () => void;
  bodyId: string;
}

const CardContext = createContext<CardState | null>(null);

function useCard(part: string): CardState {
  const card = useContext(CardContext);
  if (!card)
    throw new Error(`<ToolCallCard.${part}> stands outside a card. Put it inside <ToolCallCard.Root callId="…">.`);
  return card;
}

/**
 * One call, live: a row that says what happens in words, and below it input, progress, streamed output and result.
 * @example
 * ```tsx
 * <ToolProvider timeline={timeline}><ToolCallCard callId={part.toolCallId} /></ToolProvider>
 * ```
 */
export function ToolCallCard({ children, ...props }: ToolCallCardProps): ReactNode {
  return (
    <Root {...props}>
      {children ?? (
        <>
          <Header />
          <Body />
          <Agents />
        </>
      )}
    </Root>
  );
}

function Root({
  callId,
  fallback,
  tool: given,
  defaultOpen = false,
  children,
  className,
  ...rest
}: ToolCallCardProps): ReactNode {
  const call = useCall(callId);
  const { t, language } = useCallboard();
  const known = useKnownTool(given ? undefined : call?.tool);
  const tool = given ?? known;
  const nested = useContext(NestingContext) > 0;
  const asks = call?.status === "awaiting-approval" ? (call.approval?.id ?? null) : null;
  const [opened, setOpened] = useKept(`open:${callId}`, defaultOpen);
  const [shownAsk, setShownAsk] = useKept<string | null>(`ask:${callId}`, null);
  usePreloadedOutput();
  const bodyId = useId();
  // An ask opens its card once; from then on it is as the reader leaves it.
  const isNewAsk = asks !== null && asks !== shownAsk;
  const open = opened || isNewAsk;
  useEffect(() => {
    if (!isNewAsk) return;
    setShownAsk(asks);
    setOpened(true);
  }, [isNewAsk, asks, setShownAsk, setOpened]);
  if (!call) {
    return (
      fallback ?? (
        <div
          {...language}
          className="callboard cb-call"
          data-status="requested"
          role="group"
          aria-busy="true"
          aria-label={t("call.missing")}
        />
      )
    );
  }
  const name = tool?.name ?? call.title ?? (call.tool ? toolWords(call.tool) : t("call.unnamed"));
  const card: CardState = { call, tool, name, open, toggle: () => setOpened(!open), bodyId };
  return (
    <CardContext.Provider value={card}>
      <div
        {...language}
        {...rest}
        className={`callboard cb-call${className ? ` ${className}` : ""}`}
        data-card={nested ? undefined : ""}
        data-nested={nested ? "" : undefined}
        data-node={callId}
        data-status={call.status}
        data-open={open || undefined}
        role="group"
        aria-label={name}
      >
        <CallBoundary resetKey={call.status} fallback={<p className="cb-call-note">{t("call.broken")}</p>}>
          {children}
        </CallBoundary>
      </div>
    </CardContext.Provider>
  );
}

function Header({ actions }: { actions?: ReactNode }): ReactNode {
  const { call, name, open, toggle, bodyId } = useCard("Header");
  const { t } = useCallboard();
  return (
    <div className="cb-call-header">
      <button type="button" className="cb-call-toggle" aria-expanded={open} aria-controls={bodyId} onClick={toggle}>
        <CallStatusIcon status={call.status} />
        <span className="cb-call-name">{name}</span>
        {call.summary && <span className="cb-call-summary">{call.summary}</span>}
        <span className="cb-call-status">{t(`call.status.${call.status}`)}</span>
        <ElapsedTime call={call} />
        <ChevronRight className="cb-call-chevron" size={16} aria-hidden="true" />
      </button>
      {actions}
    </div>
  );
}

function Body(): ReactNode {
  const { call, open, bodyId } = useCard("Body");
  return (
    <div id={bodyId} className="cb-call-body" hidden={!open}>
      {open && (
        <>
          <Approval />
          {!isFinal(call.status) && call.status !== "awaiting-approval" && <Input />}
          <Progress />
          <Output />
          {isFinal(call.status) && <Input />}
        </>
      )}
    </div>
  );
}

function Input(): ReactNode {
  const { call } = useCard("Input");
  const { t } = useCallboard();
  if (call.input === undefined && call.inputText === null) return null;
  return (
    <details className="cb-call-section" data-args="">
      <summary>{call.inputText === null ? t("call.input") : t("call.input.streaming")}</summary>
      <LazyToolOutput output={call.input} />
    </details>
  );
}

function Approval(): ReactNode {
  const { call, name, tool } = useCard("Approval");
  return <CallApproval call={call} name={name} tool={tool} />;
}

function Agents(): ReactNode {
  const { call, name } = useCard("Agents");
  return <CallAgents call={call} name={name} card={ToolCallCard} />;
}

function Progress(): ReactNode {
  const { call, name } = useCard("Progress");
  return <CallProgress call={call} name={name} />;
}

function Output(): ReactNode {
  const { call, tool } = useCard("Output");
  const { t } = useCallboard();
  const { status, output, outputText, error, reason } = call;
  const done = status === "completed";
  const lines = outputText === "" ? 0 : outputText.trimEnd().split("\n").length;
  return (
    <>
      {(status === "failed" ||
        status === "denied" ||
        status === "expired" ||
        status === "cancelled" ||
        status === "interrupted") && (
        <div className="cb-call-end" data-status={status} role={status === "failed" ? "alert" : undefined}>
          <p>{error?.message || reason || t(`call.explain.${status}`)}</p>
          {(error || reason) && status !== "failed" && <p className="cb-call-note">{t(`call.explain.${status}`)}</p>}
          {error && error.code !== "tool_error" && (
            <details className="cb-call-detail">
              <summary>{t("call.errorDetail")}</summary>
              <code>{error.code}</code>
            </details>
          )}
        </div>
      )}
      {output !== undefined && (
        <div className="cb-call-output" data-out="">
          <LazyToolOutput tool={tool} output={output} input={call.input} />
        </div>
      )}
      {lines > 0 &&
        (done && output !== undefined && output !== null ? (
          <details className="cb-call-section">
            <summary>{t("call.output.showLog", { count: lines })}</summary>
            <StreamedOutput text={outputText} label={t("call.output.log")} />
          </details>
        ) : (
          <div className="cb-call-output" data-out="">
            <StreamedOutput text={outputText} label={t("call.output.streamed")} />
          </div>
        ))}
    </>
  );
}

ToolCallCard.Root = Root;
ToolCallCard.Header = Header;
ToolCallCard.Body = Body;
ToolCallCard.Input = Input;
ToolCallCard.Progress = Progress;
ToolCallCard.Approval = Approval;
ToolCallCard.Agents = Agents;
ToolCallCard.Output = Output;
