"use client";
import type { CallView, JsonSchema, Question } from "@callboard/core";
import { ExternalLink } from "lucide-react";
import { Suspense, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { isRecord } from "../../isRecord.ts";
import { askEnglish } from "../../messages/askEnglish.ts";
import { formEnglish } from "../../messages/en.ts";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { useSeenAsk } from "../../timeline/askSight.ts";
import { useKept } from "../../timeline/useKept.ts";
import { isSecretive } from "../asksForSecrets.ts";
import { useFocusAfter } from "../useFocusAfter.ts";
import { useAskPlace } from "./askPlace.ts";
import { answerContent, isRecordAnswer } from "./answerContent.ts";
import { fewAnswers, type FewAnswers } from "./answerOptions.ts";
import { AnswerButton, AnswerState, Expiry } from "./AskParts.tsx";
import { Visible } from "./ExactValue.tsx";
import { FormBones } from "./FormBones.tsx";
import { placeAfterAsk } from "./placeAfterAsk.ts";
import { usePendingAnswer, type PendingAnswer } from "./usePendingAnswer.ts";

const Form = lazyComponent(
  () => import("../../form/ToolForm.tsx"),
  (module) => module.ToolForm,
);

/** A question that a call asks: a form, an address to open, or a plain yes; and a way not to answer. */
export function QuestionPanel({
  call,
  question,
  name,
}: {
  call: CallView;
  question: Question;
  name: string;
}): ReactNode {
  const { t, client } = useKit(askEnglish);
  const titleId = useId();
  const pending = usePendingAnswer();
  const panel = useRef<HTMLDivElement>(null);
  useFocusAfter(panel, placeAfterAsk);
  useSeenAsk(panel, question.id);
  const { id: askId, message, asker, schema, url, expiresAt } = question;
  const can = client?.can?.(call.id);
  const mayAnswer = client?.answer !== undefined && can?.answer !== false;
  const about = { callId: call.id, askId };
  const few = useMemo(() => (url === undefined && isRecord(schema) ? fewAnswers(schema) : null), [url, schema]);
  const isForm = mayAnswer && url === undefined && isRecord(schema) && !few;
  const accept = (content?: unknown, which = "approve") =>
    pending.send(which, { ...about, action: "accept", ...(content !== undefined && { content }) });
  const decline =
    can?.decline === false && can.skip === false ? null : (
      <AnswerButton
        pending={pending}
        which="deny"
        words={t("ask.decline")}
        about={titleId}
        onPress={() => void pending.send("deny", { ...about, action: can?.decline === false ? "cancel" : "decline" })}
      />
    );
  return (
    <div ref={panel} className="cb-approval" role="group" aria-labelledby={titleId} data-hold="" data-ask={askId}>
      <div className="cb-approval-head">
        {/* The row above says the tool, and no one else. */}
        <p className="cb-call-note" {...(asker === undefined && { "data-said": "" })}>
          <Visible text={t("ask.asks", { name: asker ?? name })} />
        </p>
        <p id={titleId} className="cb-approval-title" dir="auto">
          <Visible text={message} />
        </p>
      </div>
      {!mayAnswer ? (
        <p className="cb-call-note">{t(can?.notYours ? "approval.notYours" : "approval.readOnly")}</p>
      ) : url !== undefined ? (
        <LinkAnswer url={url} askId={askId} titleId={titleId} pending={pending} onDone={() => void accept()}>
          {decline}
        </LinkAnswer>
      ) : few ? (
        <FewAnswer few={few} titleId={titleId} pending={pending} onAnswer={accept}>
          {decline}
        </FewAnswer>
      ) : isForm ? (
        <FormAnswer schema={schema} callId={call.id} askId={askId} pending={pending} onAnswer={accept}>
          {decline}
        </FormAnswer>
      ) : (
        <div className="cb-approval-buttons">
          <AnswerButton
            pending={pending}
            which="approve"
            words={t("ask.confirm")}
            about={titleId}
            onPress={() => void accept()}
          />
          {decline}
        </div>
      )}
      <AnswerState pending={pending} isSaid={isForm} />
      {expiresAt !== undefined && <Expiry at={expiresAt} />}
    </div>
  );
}

interface FewAnswerProps {
  few: FewAnswers;
  titleId: string;
  pending: PendingAnswer;
  onAnswer: (content: unknown, which: string) => Promise<void>;
  children: ReactNode;
}

/** A question that one of a few words answers: each is a button, and its press the answer. */
function FewAnswer({ few: { title, help, options }, titleId, pending, onAnswer, children }: FewAnswerProps): ReactNode {
  const { t } = useKit(formEnglish);
  const labelId = useId();
  const words = (option: string | boolean) =>
    typeof option === "string" ? <Visible text={option} /> : t(option ? "form.yes" : "form.no");
  return (
    <div className="cb-few-answers" role="group" aria-labelledby={title === null ? titleId : labelId}>
      {title !== null && (
        <p id={labelId} dir="auto">
          <Visible text={title} />
        </p>
      )}
      {help !== null && (
        <p className="cb-call-note" dir="auto">
          <Visible text={help} />
        </p>
      )}
      <div className="cb-approval-buttons">
        {options.map((option, index) => (
          <AnswerButton
            key={index}
            pending={pending}
            which={`answer${index}`}
            icon={null}
            words={words(option.words)}
            about={titleId}
            onPress={() => void onAnswer(option.content, `answer${index}`)}
          />
        ))}
        {children}
      </div>
    </div>
  );
}

interface FormAnswerProps {
  schema: JsonSchema;
  callId: string;
  askId: string;
  pending: PendingAnswer;
  onAnswer: (content: unknown) => Promise<void>;
  children: ReactNode;
}

/** A question's form. What was typed outlives the card, and the page where nothing of it is secret. */
function FormAnswer({ schema, callId, askId, pending, onAnswer, children }: FormAnswerProps): ReactNode {
  const { t } = useKit(askEnglish);
  const place = useAskPlace({ callId, askId, asked: schema }, !isSecretive(schema));
  const [draft, setDraft] = useKept<{ value: unknown } | null>(`answer:${askId}`, null, place);
  const [first] = useState(draft);
  const isRecordSchema = isRecordAnswer(schema);
  const asked = useMemo<JsonSchema>(() => {
    const names = { answer: t("ask.field"), choice: t("ask.choice"), words: t("ask.ownWords") };
    return isRecordSchema
      ? namedFields(schema, names)
      : {
          type: "object",
          properties: { answer: { title: t("ask.field"), ...namedChoice(schema, names) } },
          required: ["answer"],
        };
  }, [isRecordSchema, schema, t]);
  return (
    <Suspense fallback={<FormBones schema={asked} submitLabel={t("ask.answer")} actions={children} />}>
      <Form
        schema={asked}
        {...(first && { defaultValue: first.value })}
        onChange={(value: unknown) => setDraft({ value })}
        // The panel says how the answer does.
        onSubmit={(value: unknown) => void onAnswer(answerContent(schema, value))}
        submitLabel={t("ask.answer")}
        isLoading={pending.sent !== null && t("approval.sending")}
        disabled={pending.isSettled}
        actions={!pending.isSettled && children}
      />
    </Suspense>
  );
}

interface FieldNames {
  answer: string;
  choice: string;
  words: string;
}

/** A question that takes its options or words of one's own has no names for the two: they are the reader's. */
function namedChoice(schema: JsonSchema, { choice, words }: FieldNames): JsonSchema {
  const [options, text] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || !isRecord(options) || !isRecord(text)) return schema;
  const offered = isRecord(options.items) ? options.items : options;
  const isFree = text.type === "string" && text.oneOf === undefined && text.enum === undefined;
  if (!isFree || (offered.oneOf === undefined && offered.enum === undefined)) return schema;
  return {
    ...schema,
    anyOf: [
      { title: choice, ...options },
      { title: words, ...text },
    ],
  };
}

/** The question stands above: a field that is called "answer" and no more is the reader's own word. */
function namedField(name: string, schema: JsonSchema, names: FieldNames): JsonSchema {
  const named = namedChoice(schema, names);
  return name === "answer" && named.title === undefined ? { title: names.answer, ...named } : named;
}

/** A form whose fields have the reader's names where the question gives them none. */
function namedFields(schema: JsonSchema, names: FieldNames): JsonSchema {
  if (!isRecord(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(
    ([name, one]) => [name, isRecord(one) ? namedField(name, one as JsonSchema, names) : one] as const,
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

interface LinkAnswerProps {
  url: string;
  askId: string;
  titleId: string;
  pending: PendingAnswer;
  onDone: () => void;
  children: ReactNode;
}

/**
 * An address to open: its host and the whole of it are said before; it opens in a window of its own that cannot reach
 * this one.
 */
function LinkAnswer({ url, askId, titleId, pending, onDone, children }: LinkAnswerProps): ReactNode {
  const { t } = useKit(askEnglish);
  const [isOpened, setOpened] = useKept(`opened:${askId}`, false);
  const page = pageOf(url);
  if (!page) {
    return (
      <>
        <p>{t("ask.badLink")}</p>
        <div className="cb-approval-buttons">{children}</div>
      </>
    );
  }
  return (
    <>
      <p className="cb-call-note">{t("ask.link", { host: page.host })}</p>
      <p className="cb-exact-value" data-exact="" dir="ltr">
        <Visible text={page.href} />
      </p>
      <div className="cb-approval-buttons">
        <a
          className="cb-button"
          href={page.href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setOpened(true)}
        >
          <ExternalLink size={16} aria-hidden />
          <span>{t("ask.open", { host: page.host })}</span>
        </a>
        {isOpened && (
          <AnswerButton pending={pending} which="approve" words={t("ask.opened")} about={titleId} onPress={onDone} />
        )}
        {children}
      </div>
    </>
  );
}

/** An address that a page may open, with its host in the letters that the network uses: look-alikes show as `xn--`. */
function pageOf(url: string): URL | null {
  const page = URL.parse(url);
  return page && (page.protocol === "https:" || page.protocol === "http:") ? page : null;
}
