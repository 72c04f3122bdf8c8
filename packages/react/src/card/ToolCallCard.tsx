"use client";
import type { ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { isFinal, isWaiting } from "@callboard/core/timeline";
import {
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  type HTMLAttributes,
  type ReactNode,
} from "react";
import { BrokenNote } from "../provider/BrokenNote.tsx";
import { Contained } from "../provider/Contained.tsx";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { useCallOrRow, useCallRow, useTimeline } from "../timeline/useNode.ts";
import { useOpen } from "../timeline/useOpen.ts";
import { useKept } from "../timeline/useKept.ts";
import { preloadOutput } from "../view/LazyToolOutput.tsx";
import { CallRow } from "./CallRow.tsx";
import { CallSlot, NestingContext } from "./callSlot.ts";
import { CardContext, useCard, type CardState } from "./cardContext.ts";
import { onRowKey, useOneTabStop } from "./rowKeys.ts";
import { toolWords } from "./toolWords.ts";
import { useAnnouncer } from "./useAnnouncer.ts";
import { useCallTool } from "./useCallTool.ts";
import { useInChat } from "./useInChat.ts";
import { cardEnglish } from "../messages/en.ts";

type DivProps = Omit<HTMLAttributes<HTMLDivElement>, "children">;

export interface ToolCallCardProps extends DivProps {
  /** A call of the nearest timeline. */
  callId: string;
  /** Shown until the call has appeared. */
  fallback?: ReactNode;
  /** The tool, for its name and how its output is shown; read from the nearest client unless given. */
  tool?: ToolDetail;
  /** Whether the card is open at first; an open card stays open. */
  defaultOpen?: boolean;
  /** Whether what the call was for is over: a card that opened by itself while its agent worked is then closed again. */
  settled?: boolean;
  /** The parts of the card in place of the standard ones. */
  children?: ReactNode;
}

/** What a card shows below its row loads with the first card, not with the page. */
const details = () => import("./CallDetails.tsx");
const Details = lazyComponent(details, (module) => module.CallDetails);
const LazyInput = lazyComponent(details, (module) => module.CallInput);
const LazyProgress = lazyComponent(details, (module) => module.CardProgress);
const LazyApproval = lazyComponent(details, (module) => module.CardApproval);
const LazyAgents = lazyComponent(details, (module) => module.CardAgents);
const LazyOutput = lazyComponent(details, (module) => module.CallResult);

/**
 * One call, live: a row that says what happens, and below it the arguments, the work (progress, sub-agents, log) and the result.
 * @example
 * ```tsx
 * <ToolProvider timeline={timeline}><ToolCallCard callId={part.toolCallId} /></ToolProvider>
 * ```
 */
export function ToolCallCard({ children, ...props }: ToolCallCardProps): ReactNode {
  return (
    <Frame {...props} isStandard={children === undefined}>
      {children ?? (
        <>
          <Header />
          <Body />
        </>
      )}
    </Frame>
  );
}

function Root(props: ToolCallCardProps): ReactNode {
  return <Frame {...props} isStandard={false} />;
}

function Frame({
  isStandard,
  callId,
  fallback,
  tool: given,
  defaultOpen = false,
  settled = false,
  children,
  className,
  ...rest
}: ToolCallCardProps & { isStandard: boolean }): ReactNode {
  const row = useCallRow(callId);
  const { t, language, locale, timeline } = useKit(cardEnglish);
  const fetched = useCallTool(given ? undefined : row?.tool);
  const tool = given ? translateTool(given, locale) : fetched;
  const nested = useContext(NestingContext) > 0;
  // A card in an app's own list has no timeline around it that does these for all of its cards.
  const isAlone = useContext(CallSlot) === null;
  useAnnouncer(isAlone);
  const asks = row && isWaiting(row.status) ? (row.questions.at(-1)?.id ?? row.approval?.id ?? null) : null;
  const hasAgents = row !== undefined && row.agents.length > 0;
  // A card whose agent was seen at work stays open until what it was for is over.
  const isWorking = hasAgents && !isFinal(row.status);
  const [wasWorking, setWasWorking] = useState(false);
  if (isWorking && !wasWorking) setWasWorking(true);
  const opensByItself = defaultOpen || isWorking || (wasWorking && !settled);
  const [opened, setOpened] = useOpen(callId, opensByItself, hasAgents ? "both" : "closing");
  const [shownAsk, setShownAsk] = useKept<string | null>(`ask:${callId}`, null);
  usePreloadedDetails(isAlone);
  const root = useStylesheet<HTMLDivElement>();
  useOneTabStop(root, isAlone && row !== undefined);
  const bodyId = useId();
  useLayoutEffect(() => {
    // Nothing closes under the pointer or around the focus.
    if (settled && wasWorking && root.current?.matches(":hover, :focus-within")) setOpened(true);
  }, [settled, wasWorking, root, setOpened]);
  // An ask opens its card once; afterwards only the reader opens and closes it.
  const isNewAsk = asks !== null && asks !== shownAsk;
  const open = opened || isNewAsk;
  // A closed card of the standard parts is its row: what streams in is not drawn, so it draws nothing.
  const call = useCallOrRow(callId, row, open || !isStandard);
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its rows let through */}
      <div
        ref={root}
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
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          if (isAlone) onRowKey(event, timeline);
        }}
      >
        <CallSlot.Provider value={ToolCallCard}>
          <Contained from={[call.status]} renderInstead={(error) => <BrokenNote error={error} what="call" />}>
            {children}
          </Contained>
        </CallSlot.Provider>
      </div>
    </CardContext.Provider>
  );
}

/** Milliseconds until a page that shows only what is over loads what its reader may open. */
const LATER = 1_500;
let isPreloading = false;

/** Loads what an open card shows, once a page, so that the first one that opens does not wait for it: at once where cards open by themselves. */
export function usePreloadedDetails(isEnabled = true): void {
  const timeline = useTimeline();
  useEffect(() => {
    if (isPreloading || !isEnabled) return;
    const roots = timeline?.getRoot().agents ?? [];
    const last = roots.length > 0 ? timeline?.getNode(roots.at(-1)!) : undefined;
    const isOver = last?.kind === "agent" && last.status !== "running";
    isPreloading = !isOver;
    const load = () => {
      isPreloading = true;
      preloadOutput();
      Details.load().catch(() => (isPreloading = false));
    };
    if (!isOver) return load();
    const timer = setTimeout(load, LATER);
    return () => clearTimeout(timer);
  }, [timeline, isEnabled]);
}

/** The row; `actions` stand in the place of its button that stops the call. */
function Header({ actions }: { actions?: ReactNode }): ReactNode {
  return <CallRow card={useCard("Header")} actions={actions} />;
}

/**
 * What opens below the row: the approval, and below it the children, else the app's own body for the tool, else the standard one. A closed
 * card shows the result alone where the tool's view asks for it.
 */
function Body({ children }: { children?: ReactNode }): ReactNode {
  const { call, tool, open, bodyId } = useCard("Body");
  const inChat = useInChat(call, tool);
  if (!open && !inChat) return null;
  return (
    <div id={bodyId} className="cb-call-body" data-in-chat={!open || undefined}>
      <Suspense fallback={<Pending />}>{open ? <Details>{children}</Details> : <LazyOutput />}</Suspense>
    </div>
  );
}

function Pending(): ReactNode {
  return <div className="cb-output-pending" aria-busy="true" />;
}

/** A part that an app puts into a card of its own making. */
function part(Part: typeof LazyInput) {
  return function CardPart(): ReactNode {
    return (
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    );
  };
}

ToolCallCard.Root = Root;
ToolCallCard.Header = Header;
ToolCallCard.Body = Body;
ToolCallCard.Input = part(LazyInput);
ToolCallCard.Progress = part(LazyProgress);
ToolCallCard.Approval = part(LazyApproval);
ToolCallCard.Agents = part(LazyAgents);
ToolCallCard.Output = part(LazyOutput);
