"use client";
import { isRecord } from "../../isRecord.ts";
import type { Approval, JsonSchema } from "@callboard/core";
import { sameJson } from "@callboard/core/form";
import { Pencil, Undo2 } from "lucide-react";
import {
  Suspense,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { cardEnglish } from "../../messages/en.ts";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { rootOf } from "../../rootOf.ts";
import { visibleText } from "../../text/visibleText.ts";
import { useSeenAsk } from "../../timeline/askSight.ts";
import { useKept, type KeptPlace } from "../../timeline/useKept.ts";
import { useAgent } from "../../timeline/useNode.ts";
import { asksForSecrets, isSecretive } from "../asksForSecrets.ts";
import { NestingContext } from "../callSlot.ts";
import type { CallAsksProps } from "./callAsksProps.ts";
import { toolIntro } from "../toolIntro.ts";
import { useFocusAfter } from "../useFocusAfter.ts";
import { useTextOf } from "../useToolText.ts";
import { AnswerButton, AnswerState, Expiry } from "./AskParts.tsx";
import { useAskPlace } from "./askPlace.ts";
import { Changes, LazyWordDiff } from "./Changes.tsx";
import { InputInFull } from "./ExactInput.tsx";
import { Visible } from "./ExactValue.tsx";
import { Offers } from "./Offers.tsx";
import { placeAfterAsk } from "./placeAfterAsk.ts";
import { ReachContext, useReach } from "./reach.ts";
import { readToolPreview } from "./readToolPreview.ts";
import { useHeldTop } from "./useHeldTop.ts";
import { usePendingAnswer } from "./usePendingAnswer.ts";

const words = { ...cardEnglish, ...askEnglish };

const EditForm = lazyComponent(
  () => import("./EditForm.tsx"),
  (module) => module.EditForm,
);

const LazyToolPreview = lazyComponent(
  () => import("./ToolPreview.tsx"),
  (module) => module.ToolPreviewCard,
);

/** Fetches the form of whoever is about to open it, and what will show what they change in it. */
const prepareForm = () => void Promise.allSettled([EditForm.load(), LazyWordDiff.load()]);

interface ApprovalPanelProps extends CallAsksProps {
  /** Null while the agent still writes what it will ask for. */
  approval: Approval | null;
  /** Told what of it is shown: null while a value's end was not within reach yet, or its form is open. */
  onShown?: (shown: ShownApproval | null) => void;
}

/** What would run by an approval that is given now: as it was asked, or as a person changed it. */
export interface ShownApproval {
  edited?: { input: unknown };
}

/**
 * A call that asks, or is about to: who wants to run what with exactly which input, its form to change that, and the
 * answers.
 */
export function ApprovalPanel({ call, approval, name, tool, onShown }: ApprovalPanelProps): ReactNode {
  const { t, client, locale, registry } = useKit(words);
  const textOf = useTextOf(tool);
  const titleId = useId();
  const agent = useAgent(call.agentId ?? "");
  // Whose call it is stands in the row above; a sub-agent's card that an app has put elsewhere says so itself.
  const isSaid = useContext(NestingContext) > 0 || !agent?.parentCallId;
  const { reach, unread, isKnown } = useReach();
  const can = client?.can?.(call.id);
  const mayAnswer = client?.answer !== undefined && can?.answer !== false;
  const schema: JsonSchema | undefined = tool?.inputSchema ?? (approval?.inputSchema as JsonSchema | undefined);
  const asked = approval ? approval.askedInput : call.input;
  // Who only watches has begun no answer: a film of the session neither shows what was typed into the ask nor forgets
  // it.
  const maySave = mayAnswer && approval !== null && !(tool ? asksForSecrets(tool, registry) : isSecretive(schema));
  const place = useAskPlace({ callId: call.id, askId: approval?.id ?? "", asked }, maySave);
  const [isEditing, setEditing] = useKept(`editing:${call.id}`, false, place);
  const [edited, setEdited] = useKept<{ input: unknown } | null>(`edited:${call.id}`, null, place);
  const mayEdit = mayAnswer && can?.edit !== false && isRecord(schema);
  const preview = useMemo(() => readToolPreview(approval?.preview), [approval?.preview]);
  const isChanged = edited !== null && !sameJson(edited.input, asked);
  const isShown = mayAnswer && isKnown && unread.length === 0 && !isEditing;
  useEffect(() => onShown?.(isShown ? (isChanged ? { edited } : {}) : null), [onShown, isShown, isChanged, edited]);
  const who = agent?.name ?? t("agent.unnamed");
  // Whoever opens or closes the form, or takes back what they changed, goes on from there: the button that was pressed
  // is gone.
  const panel = useRef<HTMLDivElement>(null);
  useFocusAfter(panel, placeAfterAsk);
  useSeenAsk(panel, approval?.id);
  const [acts, setActs] = useState(0);
  const isFollowed = acts > 0;
  useEffect(() => {
    if (isEditing) prepareForm();
  }, [isEditing]);
  const holdTop = useHeldTop(panel, "button[data-edit]");
  const [height, setHeight] = useState(0);
  const edit = (isOpen: boolean) => {
    holdTop();
    setHeight(panel.current?.offsetHeight ?? 0);
    setActs(acts + 1);
    setEditing(isOpen);
  };
  useLayoutEffect(() => {
    const { current } = panel;
    // A form that is there already has taken the focus by itself; one that is still fetched takes it from its frame.
    if (acts === 0 || !current || current.contains(rootOf(current).activeElement)) return;
    const place = current.querySelector<HTMLElement>("[data-edit]");
    place?.focus({ preventScroll: true });
    if (place?.matches("button")) place.scrollIntoView({ block: "nearest" });
  }, [acts]);
  const begin = (
    <button
      type="button"
      className="cb-button"
      data-edit=""
      onPointerEnter={prepareForm}
      onFocus={prepareForm}
      onClick={() => edit(true)}
    >
      <Pencil size={16} aria-hidden />
      <span>{t("approval.edit")}</span>
    </button>
  );
  // Before it asks, only somebody who wants to change something has to see more than the call itself shows.
  if (!approval && !isEditing)
    return client?.can && mayEdit && can?.edit ? <div className="cb-ask-early">{begin}</div> : null;
  const input = isChanged ? edited.input : asked;
  return (
    <div
      ref={panel}
      className="cb-approval"
      role="group"
      aria-labelledby={titleId}
      data-hold=""
      data-ask={approval?.id}
    >
      <div className="cb-approval-head">
        <p id={titleId} className="cb-approval-title" data-said={approval && isSaid ? "" : undefined}>
          {!approval
            ? t("approval.writing", { agent: who, name })
            : call.agentId === "you"
              ? t(can?.notYours ? "approval.asksPerson" : "approval.asksOwn", { name })
              : t("approval.asks", { agent: who, name })}
        </p>
        {tool && <p className="cb-call-note">{toolIntro(tool, locale)[0]}</p>}
        {approval?.reason && (
          <p>
            <Visible
              text={t("approval.reason", { reason: textOf(approval.reason, approval.wording) ?? approval.reason })}
            />
          </p>
        )}
      </div>
      {isEditing && schema ? (
        <div role="group" aria-label={t("approval.editTitle")} tabIndex={-1} data-edit="">
          <Suspense fallback={<div style={{ minBlockSize: height }} aria-busy="true" />}>
            <EditForm
              callId={call.id}
              place={place}
              tool={tool}
              schema={schema}
              asked={isChanged ? edited.input : asked}
              isWriting={!approval}
              isFollowed={isFollowed}
              onDone={(value) => {
                setEdited({ input: value });
                edit(false);
              }}
              onCancel={() => {
                setEdited(null);
                edit(false);
              }}
            />
          </Suspense>
        </div>
      ) : (
        approval && (
          // With all that answers it: nothing moves under the pointer, and nobody agrees before they see it.
          <Suspense fallback={<div aria-busy="true" />}>
            <ReachContext.Provider value={reach}>
              {preview && !isChanged && <LazyToolPreview preview={preview} />}
              <div className="cb-approval-input">
                <InputInFull value={input} schema={tool?.inputSchema} isEdited={isChanged} />
              </div>
            </ReachContext.Provider>
            {preview && isChanged && <p className="cb-call-note">{t("approval.tool.edited")}</p>}
            {isChanged && (
              <div className="cb-approval-input">
                <p className="cb-call-note">{t("approval.changes")}</p>
                <Changes before={asked} after={input} schema={tool?.inputSchema} />
                <button
                  type="button"
                  className="cb-inline-button"
                  onClick={() => {
                    holdTop();
                    setActs(acts + 1);
                    setEdited(null);
                  }}
                >
                  <Undo2 size={14} aria-hidden /> {t("approval.undoEdit")}
                </button>
              </div>
            )}
            {mayAnswer ? (
              <Answer
                key={approval.id}
                callId={call.id}
                place={place}
                approval={approval}
                name={name}
                act={preview && t(`approval.tool.${preview.act}.act`, { name: visibleText(preview.tool.name) })}
                titleId={titleId}
                unread={unread}
                isKnown={isKnown}
                edited={isChanged ? edited : null}
                edit={mayEdit ? begin : null}
                maySay={can?.reason !== false}
                mayAllow={can?.session === true && !preview}
              />
            ) : (
              <p className="cb-call-note">{t(can?.notYours ? "approval.notYours" : "approval.readOnly")}</p>
            )}
            {approval.expiresAt !== undefined && <Expiry at={approval.expiresAt} />}
          </Suspense>
        )
      )}
    </div>
  );
}

interface AnswerProps {
  callId: string;
  /** Where what is typed outlives the page. */
  place: KeptPlace | undefined;
  approval: Approval;
  name: string;
  /** What a yes does, where there is more to say than the tool's name. */
  act: string | undefined;
  titleId: string;
  /** The values whose end was not within reach yet. */
  unread: readonly string[];
  /** Whether that is known yet. */
  isKnown: boolean;
  edited: { input: unknown } | null;
  edit: ReactNode;
  maySay: boolean;
  mayAllow: boolean;
}

function Answer(props: AnswerProps): ReactNode {
  const { callId, place, approval, name, act, titleId, unread, isKnown, edited, edit, maySay, mayAllow } = props;
  const { t, locale } = useKit(words);
  const pending = usePendingAnswer();
  const [reason, setReason] = useKept<string | null>(`denyReason:${approval.id}`, null, place);
  // Whoever asks for the place of a reason writes it next: the button that they pressed is gone.
  const [isSaying, setSaying] = useState(false);
  const reasonBox = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!isSaying) return;
    reasonBox.current?.focus({ preventScroll: true });
    reasonBox.current?.scrollIntoView({ block: "nearest" });
  }, [isSaying]);
  const [always, setAlways] = useState(false);
  const [offer, setOffer] = useState<string | null>(null);
  const unreadId = useId();
  const about = { callId, approvalId: approval.id };
  const why = reason?.trim() ?? "";
  const isOpen = !pending.isSettled;
  return (
    <div className="cb-approval-answer">
      <div className="cb-approval-buttons">
        <AnswerButton
          pending={pending}
          which="approve"
          words={act ?? t("approval.approve", { name })}
          about={titleId}
          blockedBy={!isKnown || unread.length > 0 ? unreadId : undefined}
          onPress={() =>
            void pending.send("approve", {
              ...about,
              decision: "approve",
              ...(edited && { input: edited.input }),
              ...(always && { scope: "session" }),
              ...(offer !== null && { offer }),
            })
          }
        />
        {isOpen && edit}
        <AnswerButton
          pending={pending}
          which="deny"
          words={t("approval.deny")}
          about={titleId}
          onPress={() => void pending.send("deny", { ...about, decision: "deny", ...(why !== "" && { reason: why }) })}
        />
        {isOpen && maySay && reason === null && (
          <button
            type="button"
            className="cb-inline-button"
            onClick={() => {
              setReason("");
              setSaying(true);
            }}
          >
            {t("approval.denyWithReason")}
          </button>
        )}
        {isOpen && reason !== null && (
          <label className="cb-approval-reason">
            <span className="cb-call-note">{t("approval.denyReason")}</span>
            <textarea
              className="cb-input"
              ref={reasonBox}
              rows={1}
              value={reason}
              readOnly={pending.sent !== null}
              dir="auto"
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
      </div>
      {unread.length > 0 && (
        <p id={unreadId} className="cb-call-note">
          {t("approval.readFirst", { names: new Intl.ListFormat(locale).format(unread) })}
        </p>
      )}
      <AnswerState pending={pending} />
      {isOpen && mayAllow && (
        <label className="cb-ask-always">
          <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} />
          {t("approval.session", { name })}
        </label>
      )}
      {isOpen && <Offers offers={approval.offers ?? []} chosen={offer} onChoose={setOffer} />}
    </div>
  );
}
