"use client";
import type { NodeView, Timeline, ToolClientError } from "@callboard/core";
import { Hand, MessageCircleQuestion } from "lucide-react";
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { cardEnglish } from "../../messages/en.ts";
import { afterPress } from "../../form/afterPress.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useStylesheet } from "../../provider/useStylesheet.ts";
import type { Ask } from "../../timeline/askIndex.ts";
import { useAllowances, useAsks } from "../../timeline/useAsks.ts";
import { useTimeline } from "../../timeline/useNode.ts";
import { chevron } from "../chevron.tsx";
import { toolWords } from "../toolWords.ts";
import { useRowWords } from "../CallRow.tsx";
import { useCallTool } from "../useCallTool.ts";
import { asClientError } from "../../provider/asClientError.ts";
import { AllowanceNote } from "./Answered.tsx";
import { ApprovalPanel, type ShownApproval } from "./ApprovalPanel.tsx";
import { refusalWords } from "./AskParts.tsx";
import { rowOfCalls } from "../rowOfCalls.ts";
import { useFocusAfter } from "../useFocusAfter.ts";
import { rootOf } from "../../rootOf.ts";
import { noteRefused, noteSent } from "./ownAnswers.ts";
import { visibleText } from "../../text/visibleText.ts";
import { QuestionPanel } from "./QuestionPanel.tsx";

const words = { ...cardEnglish, ...askEnglish };

interface DockListProps {
  className?: string;
  /** Somebody is in the dock. */
  isHeld: boolean;
  onHeld: (isHeld: boolean) => void;
}

/** The list of a dock: one row an ask, which opens into the same panel that its card has. */
export function DockList({ className, isHeld, onHeld }: DockListProps): ReactNode {
  const { t, language, client } = useKit(words);
  const { asks, approve, deny } = useAsks();
  const { allowances } = useAllowances();
  const timeline = useTimeline();
  const titleId = useId();
  const changedId = useId();
  const root = useStylesheet<HTMLElement>();
  const isEmpty = asks.length === 0 && allowances.length === 0;
  const holder = useHeldFocus(root, asks, { isEmpty, isHeld, onHeld });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [panels, setPanels] = useState<ReadonlyMap<string, ShownApproval | null>>(new Map());
  const [failed, setFailed] = useState<readonly ToolClientError[]>([]);
  const [isSending, setSending] = useState(false);
  const isOpen = (ask: Ask) => opened.has(ask.id) || asks.length === 1;
  const noteShown = useCallback((id: string, shown: ShownApproval | null) => {
    setPanels((before) => new Map(before).set(id, shown));
  }, []);
  // Together only what is open and read to its end can be answered: nobody approves what they have not seen.
  const shown = asks.flatMap((ask) => {
    const panel = ask.kind === "approval" && isOpen(ask) ? panels.get(ask.id) : undefined;
    return ask.kind === "approval" && panel ? [{ ask, edited: panel.edited }] : [];
  });
  const changed = shown.filter(({ edited }) => edited).length;
  const approvals = asks.filter(({ kind }) => kind === "approval").length;
  const isWatched = asks.some(({ callId }) => client?.can?.(callId).notYours);
  const answerShown = async (answer: (one: (typeof shown)[number]) => Promise<void>) => {
    if (isSending) return;
    setSending(true);
    setFailed([]);
    const problems = await Promise.all(
      shown.map((one) => {
        noteSent(timeline, one.ask.approvalId);
        return answer(one).then(
          () => [],
          (cause: unknown) => {
            noteRefused(timeline, one.ask.approvalId, cause);
            return [asClientError(cause)];
          },
        );
      }),
    );
    setFailed(problems.flat());
    setSending(false);
  };
  return (
    <section
      ref={root}
      {...language}
      {...holder}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`callboard cb-ask-dock${className === undefined ? "" : ` ${className}`}`}
    >
      <div className="cb-ask-dock-head">
        <h2 id={titleId}>
          {t(isWatched ? "dock.watched" : asks.length > 0 ? "dock.title" : isEmpty ? "dock.empty" : "dock.allowed")}
        </h2>
        {asks.length > 1 && !asks.every(isOpen) && (
          <button
            type="button"
            className="cb-inline-button"
            onClick={() => setOpened(new Set(asks.map(({ id }) => id)))}
          >
            {t("dock.showAll")}
          </button>
        )}
      </div>
      {asks.length > 0 && (
        <ul>
          {asks.map((ask) => (
            <DockRow
              key={ask.id}
              ask={ask}
              isOpen={isOpen(ask)}
              onToggle={() => {
                const next = new Set(opened);
                if (!next.delete(ask.id)) next.add(ask.id);
                setOpened(next);
              }}
              onShown={noteShown}
            />
          ))}
        </ul>
      )}
      {approvals > 1 && shown.length > 0 && (
        <div className="cb-approval-buttons">
          <button
            type="button"
            className="cb-button"
            aria-disabled={isSending || undefined}
            aria-describedby={changed > 0 ? changedId : undefined}
            onClick={() => void answerShown(({ ask, edited }) => approve(ask, edited && { input: edited.input }))}
          >
            {t("dock.approve", { count: shown.length })}
          </button>
          <button
            type="button"
            className="cb-button"
            aria-disabled={isSending || undefined}
            onClick={() => void answerShown(({ ask }) => deny(ask))}
          >
            {t("dock.deny", { count: shown.length })}
          </button>
        </div>
      )}
      {approvals > 1 && changed > 0 && (
        <p id={changedId} className="cb-call-note">
          {t("dock.changed", { count: changed })}
        </p>
      )}
      {failed.length > 0 && (
        <p className="cb-approval-error" role="alert">
          {[t("dock.failed", { count: failed.length }), ...new Set(failed.map((error) => refusalWords(error, t)))].join(
            " ",
          )}
        </p>
      )}
      {allowances.map(({ tool }) => (
        <div key={tool} className="cb-approval-note cb-call-note">
          <AllowanceNote tool={tool} name={toolWords(tool)} />
        </div>
      ))}
    </section>
  );
}

/**
 * Keeps the focus of whoever answers in a dock: what they pressed goes with the ask, a batch or an allowance that it
 * was for. It goes on at the first ask that is left; where nothing is left, at the row of a call that was answered
 * last, else at the dock, which stays until they leave it.
 */
function useHeldFocus(
  root: RefObject<HTMLElement | null>,
  asks: readonly Ask[],
  { isEmpty, isHeld, onHeld }: Pick<DockListProps, "isHeld" | "onHeld"> & { isEmpty: boolean },
) {
  const calls = useRef<readonly string[]>([]);
  const lastCall = (dock: HTMLElement) => rowOfCalls(rootOf(dock), calls.current);
  useLayoutEffect(() => {
    const { current } = root;
    if (asks.length > 0) calls.current = asks.map(({ callId }) => callId);
    if (!current || !isHeld) return;
    const at = rootOf(current).activeElement;
    if (at !== null && at !== document.body) return;
    const next = current.querySelector<HTMLElement>("li > button") ?? ((isEmpty && lastCall(current)) || current);
    next.focus({ preventScroll: true });
    if (!current.contains(next)) onHeld(false);
  });
  useFocusAfter(root, lastCall);
  return {
    onFocus: () => onHeld(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // A window that is left for another keeps its focus.
      if (!document.hasFocus() || currentTarget.contains(relatedTarget)) return;
      const leave = () => onHeld(false);
      // An empty dock goes then: nothing moves under the pointer that leaves it.
      if (isEmpty) afterPress(leave);
      else leave();
    },
  };
}

interface DockRowProps {
  ask: Ask;
  isOpen: boolean;
  onToggle: () => void;
  onShown: (id: string, shown: ShownApproval | null) => void;
}

function DockRow({ ask, isOpen, onToggle, onShown }: DockRowProps): ReactNode {
  const { t } = useKit(words);
  const timeline = useTimeline();
  const { call } = ask;
  const tool = useCallTool(call.tool);
  const bodyId = useId();
  const name = tool?.name ?? call.title ?? toolWords(call.tool);
  const place = timeline ? placeOf(timeline, ask.path) : [];
  // Several calls of one tool are told apart by what they are about; an open one says it below, and a question by
  // itself.
  const said = useRowWords(call, tool, isOpen);
  const what = ask.kind === "approval" && said ? [`\u2068${visibleText(said)}\u2069`] : [];
  const Icon = ask.kind === "approval" ? Hand : MessageCircleQuestion;
  const note = useCallback((shown: ShownApproval | null) => onShown(ask.id, shown), [onShown, ask.id]);
  return (
    <li>
      <button type="button" className="cb-call-toggle" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
        <Icon size={16} aria-hidden />
        <span>
          <span className="cb-call-name">{ask.kind === "approval" ? name : visibleText(ask.question.message)}</span>
          <span className="cb-call-summary">
            {[...what, place.length > 0 ? place.join(" › ") : t("dock.root")].join(" · ")}
          </span>
        </span>
        {chevron}
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen &&
          (ask.kind === "approval" ? (
            call.approval && (
              <ApprovalPanel call={call} approval={call.approval} name={name} tool={tool} onShown={note} />
            )
          ) : (
            <QuestionPanel call={call} question={ask.question} name={name} />
          ))}
      </div>
    </li>
  );
}

/** Where an ask stands: the names of the agents above it, outermost first. A turn's own agent has none. */
function placeOf(timeline: Timeline, path: readonly string[]): string[] {
  return path.flatMap((id) => {
    const node: NodeView | undefined = timeline.getNode(id);
    return node?.kind === "agent" && node.name !== null ? [visibleText(node.name)] : [];
  });
}
