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
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
} from "react";
import { BrokenNote } from "../provider/BrokenNote.tsx";
import { Contained } from "../provider/Contained.tsx";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { openNodesOf } from "../timeline/openNodes.ts";
import { useCall, useCallRow, useTimeline } from "../timeline/useNode.ts";
import { useOpen } from "../timeline/useOpen.ts";
import { preloadOutput } from "../view/LazyToolOutput.tsx";
import { CallRow } from "./CallRow.tsx";
import { CallSlot, NestingContext } from "./callSlot.ts";
import { CardContext, useCard, type CardState } from "./cardContext.ts";
import { loadAsks } from "./loadAsks.ts";
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
  /**
   * Whether what the call was for is over: a card that opened by itself while its agent worked is then closed again.
   */
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
 * One call, live: a row that says what happens, and below it the arguments, the work (progress, sub-agents, log) and
 * the result.
 * @example
 * ```tsx
 * <ToolProvider timeline={timeline}><ToolCallCard callId={part.toolCallId} /></ToolProvider>
 * ```
 */
export function ToolCallCard(props: ToolCallCardProps): ReactNode {
  return useContext(CallSlot) === null ? <LoneCard {...props} /> : <Card {...props} />;
}

function Root({ children = null, ...props }: ToolCallCardProps): ReactNode {
  return <ToolCallCard {...props}>{children}</ToolCallCard>;
}

/** A card in an app's own list: it does by itself what a timeline does for all of its cards. */
function LoneCard(props: ToolCallCardProps): ReactNode {
  const timeline = useTimeline();
  const isThere = useCallRow(props.callId) !== undefined;
  const root = useStylesheet<HTMLDivElement>();
  useAnnouncer(true);
  usePreloadedDetails();
  useOneTabStop(root, isThere);
  return (
    <CallSlot.Provider value={Card}>
      <Card
        {...props}
        root={root}
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          onRowKey(event, timeline);
        }}
      />
    </CallSlot.Provider>
  );
}

interface CardProps extends ToolCallCardProps {
  root?: RefObject<HTMLDivElement | null>;
}

/** A card below a timeline, or below another card. */
export function Card({
  callId,
  fallback,
  tool: given,
  defaultOpen = false,
  settled = false,
  children,
  className,
  root: givenRoot,
  ...rest
}: CardProps): ReactNode {
  const call = useCallRow(callId);
  const { t, language, locale, timeline } = useKit(cardEnglish);
  const fetched = useCallTool(given ? undefined : call?.tool);
  const tool = given ? translateTool(given, locale) : fetched;
  const nested = useContext(NestingContext) > 0;
  const asks = call && isWaiting(call.status) ? (call.questions.at(-1)?.id ?? call.approval?.id ?? null) : null;
  const hasAgents = call !== undefined && call.agents.length > 0;
  // A card whose agent was seen at work stays open until what it was for is over.
  const isWorking = hasAgents && !isFinal(call.status);
  const [wasWorking, setWasWorking] = useState(false);
  if (isWorking && !wasWorking) setWasWorking(true);
  const inChat = useInChat(call, tool);
  const opensByItself = defaultOpen || isWorking || (wasWorking && !settled) || inChat;
  const [opened, setOpened] = useOpen(callId, opensByItself, hasAgents ? "both" : "closing");
  const ownRoot = useRef<HTMLDivElement>(null);
  const root = givenRoot ?? ownRoot;
  const bodyId = useId();
  useLayoutEffect(() => {
    // Nothing closes under the pointer or around the focus.
    if (settled && wasWorking && root.current?.matches(":hover, :focus-within")) setOpened(true);
  }, [settled, wasWorking, root, setOpened]);
  // An ask opens its card once; afterwards only the reader opens and closes it.
  const newAsk = timeline && openNodesOf(timeline).shownAsk(callId) !== asks ? asks : null;
  const open = opened || newAsk !== null;
  useEffect(() => {
    if (timeline && newAsk !== null) openNodesOf(timeline).showAsk(callId, newAsk);
  }, [timeline, callId, newAsk]);
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
  const card: CardState = { call, tool, name, open, isForResult: inChat, toggle: () => setOpened(!open), bodyId };
  return (
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
    >
      <Contained from={[call.status]} renderInstead={(error) => <BrokenNote error={error} what="call" />}>
        {children === undefined ? <CallRow card={card} /> : <WholeCall card={card}>{children}</WholeCall>}
        {children === undefined && open && (
          <WholeCall card={card}>
            <Body />
          </WholeCall>
        )}
      </Contained>
    </div>
  );
}

/**
 * A card with all of its call for the parts in it: what streams in is drawn in them, and not in the row of a closed
 * card.
 */
function WholeCall({ card, children }: { card: CardState; children: ReactNode }): ReactNode {
  const call = useCall(card.call.id) ?? card.call;
  return <CardContext.Provider value={{ ...card, call }}>{children}</CardContext.Provider>;
}

/** Milliseconds until a page that shows only what is over loads what its reader may open. */
const LATER = 1_500;
let isPreloading = false;

/**
 * Loads what an open card shows, once a page, so that the first one that opens does not wait for it: at once where
 * cards open by themselves.
 */
export function usePreloadedDetails(): void {
  const timeline = useTimeline();
  useEffect(() => {
    if (isPreloading) return;
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
  }, [timeline]);
}

/** Loads what the card of a call that asks is drawn by; settled once that is here, or cannot be had. */
export function preloadAsk(): Promise<unknown> {
  return Promise.allSettled([Details.load(), loadAsks()]);
}

/** The row; `actions` stand in the place of its button that stops the call. */
function Header({ actions }: { actions?: ReactNode }): ReactNode {
  return <CallRow card={useCard("Header")} actions={actions} />;
}

/**
 * What opens below the row: the approval, and below it the children, else the app's own body for the tool, else the
 * standard one.
 */
function Body({ children }: { children?: ReactNode }): ReactNode {
  const { open, bodyId } = useCard("Body");
  if (!open) return null;
  return (
    <div id={bodyId} className="cb-call-body">
      <Suspense fallback={<Pending />}>
        <Details>{children}</Details>
      </Suspense>
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
