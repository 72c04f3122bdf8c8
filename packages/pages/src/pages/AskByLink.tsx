import { ToolClientError } from "@callboard/core";
import { createTransport, linkedAskClient, type LinkedAnswer, type LinkedAsk } from "@callboard/core/client";
import { fillTemplate, sameJson } from "@callboard/core/host";
import { ToolForm } from "@callboard/react";
import { CircleCheck, CircleX } from "lucide-react";
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { Settings } from "../shell/Settings.tsx";
import { pageTitle, siteName } from "../shell/siteName.ts";
import type { Words } from "../shell/words.ts";
import { useMomentText } from "./Moment.tsx";
import { refusedFields } from "./refusedFields.ts";

/** How often a call that goes on is looked at, in milliseconds. */
const LOOK_MS = 1_500;

/**
 * One ask of a call, for whoever has its link, without an account: what is asked, in words and in the tool's form, and
 * the two answers.
 */
export function AskByLink(): ReactNode {
  const words = useWords();
  const { ask, failure, read, answer } = useLinkedAsk();
  const isGone = failure?.code === "link_not_found";
  const title = ask ? headingOf(ask, words) : words[isGone ? "ask.gone" : "ask"];
  return (
    <div className="callboard site-shell">
      <header className="site-bar">
        <span className="site-name">
          <img src="/favicon.svg" alt="" width={20} height={20} />
          <span dir="auto">{siteName()}</span>
        </span>
        <Settings />
      </header>
      <main id="main" className="site-main" tabIndex={-1}>
        <title>{pageTitle(title)}</title>
        <section className="site-ask" aria-busy={(!ask && !failure) || undefined}>
          {(ask || failure) && <h1 dir="auto">{title}</h1>}
          {failure && !ask && <p role="alert">{isGone ? words["ask.gone.help"] : failure.message}</p>}
          {failure && !ask && !isGone && (
            <button type="button" className="site-quiet" onClick={read}>
              {words["publishing.retry"]}
            </button>
          )}
          {ask && (ask.state === "open" ? <OpenAsk ask={ask} onAnswer={answer} /> : <ClosedAsk ask={ask} />)}
        </section>
      </main>
    </div>
  );
}

function headingOf({ kind, client, toolName }: LinkedAsk, words: Words): string {
  return fillTemplate(words[kind === "approval" ? "ask.wants" : "ask.question"], { client, tool: toolName });
}

interface OpenAskProps {
  ask: LinkedAsk;
  /** Answers by the path of a field what is wrong with it. */
  onAnswer(answer: LinkedAnswer): Promise<Record<string, string> | undefined>;
}

function OpenAsk({ ask, onAnswer }: OpenAskProps): ReactNode {
  const words = useWords();
  const momentText = useMomentText();
  const { kind, client, userId, expiresAt, tool, reason } = ask;
  const help = fillTemplate(words[kind === "approval" ? "ask.wants.help" : "ask.question.help"], {
    client,
    user: userId,
  });
  const does = tool && (tool.userDescription ?? tool.description);
  return (
    <>
      {does && (
        <p className="site-ask-does" dir="auto">
          {does}
        </p>
      )}
      <p>{help}</p>
      {reason !== undefined && <p dir="auto">{reason}</p>}
      {kind === "approval" ? <Approval ask={ask} onAnswer={onAnswer} /> : <Question ask={ask} onAnswer={onAnswer} />}
      {expiresAt && (
        <p className="site-publishing-note">{fillTemplate(words["ask.until"], { time: momentText(expiresAt) })}</p>
      )}
    </>
  );
}

function Approval({ ask: { tool, input }, onAnswer }: OpenAskProps): ReactNode {
  const words = useWords();
  const titleId = useId();
  const approve = (value: unknown) =>
    onAnswer({ decision: "approve", ...(!sameJson(value, input) && { input: value }) });
  return (
    <>
      {tool ? (
        <div role="group" aria-labelledby={titleId} className="site-ask-form">
          <h2 id={titleId}>{words["ask.input"]}</h2>
          <ToolForm tool={tool} defaultValue={input} submitLabel={words["ask.allow"]} onSubmit={approve} />
        </div>
      ) : (
        <p role="alert">{words["ask.noTool"]}</p>
      )}
      <Refusal
        label={words["ask.deny"]}
        reasonLabel={words["ask.reason"]}
        onRefuse={(reason) => onAnswer({ decision: "deny", ...(reason !== "" && { reason }) })}
      />
    </>
  );
}

function Question({ ask: { message, schema, url }, onAnswer }: OpenAskProps): ReactNode {
  const words = useWords();
  const accept = (content?: unknown) => onAnswer({ action: "accept", ...(content !== undefined && { content }) });
  return (
    <>
      <p className="site-ask-question" dir="auto">
        {message}
      </p>
      {url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && (
        <p>
          <a href={url} target="_blank" rel="noreferrer noopener">
            {fillTemplate(words["ask.leads"], { host: new URL(url).host })}
          </a>
        </p>
      )}
      {schema ? (
        <div className="site-ask-form">
          <ToolForm schema={schema} submitLabel={words["ask.send"]} onSubmit={accept} />
        </div>
      ) : (
        <Act label={words["ask.done"]} className="site-action" act={() => accept()} />
      )}
      <Act label={words["ask.decline"]} className="site-quiet" act={() => onAnswer({ action: "decline" })} />
    </>
  );
}

function Refusal(props: {
  label: string;
  reasonLabel: string;
  onRefuse(reason: string): Promise<Record<string, string> | undefined>;
}): ReactNode {
  const id = useId();
  const [reason, setReason] = useState("");
  return (
    <div className="site-ask-refusal">
      <label htmlFor={id}>{props.reasonLabel}</label>
      <input
        id={id}
        className="cb-input"
        dir="auto"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Act label={props.label} className="site-quiet" act={() => props.onRefuse(reason.trim())} />
    </div>
  );
}

/** A button of an answer, which says what kept it from being taken. */
function Act(props: {
  label: string;
  className: string;
  act(): Promise<Record<string, string> | undefined>;
}): ReactNode {
  const [problem, setProblem] = useState<string>();
  const press = async () => setProblem(Object.values((await props.act()) ?? {})[0]);
  return (
    <>
      <button type="button" className={props.className} onClick={() => void press()}>
        {props.label}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}

const outcomeKey = (outcome: LinkedAsk["outcome"]) => {
  if (outcome === null) return "ask.running";
  return outcome.status === "completed" ? "ask.completed" : "ask.failed";
};

function ClosedAsk({ ask: { state, outcome } }: { ask: LinkedAsk }): ReactNode {
  const words = useWords();
  if (state === "open") return null;
  const isGood = state === "approved" || state === "answered";
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <div role="status" className="site-ask-end">
      <p>
        <Icon size={20} aria-hidden />
        {words[`ask.state.${state}`]}
      </p>
      {isGood && <p>{words[outcomeKey(outcome)]}</p>}
      {isGood && outcome?.error !== undefined && <p dir="auto">{outcome.error}</p>}
    </div>
  );
}

/**
 * The ask of the address: what stands behind its # is the link's secret, and is sent to nobody but the host, as a
 * credential.
 */
function useLinkedAsk() {
  const [{ ask, failure }, setState] = useState<{ ask?: LinkedAsk; failure?: ToolClientError }>({});
  const asked = useMemo(() => {
    const secret = location.hash.slice(1);
    return linkedAskClient(createTransport({ baseUrl: "", token: () => secret }));
  }, []);
  // What was asked before an answer was taken may tell of the time before it.
  const answers = useRef(0);
  const read = useCallback(() => {
    const turn = answers.current;
    asked.read().then(
      (next) => {
        if (turn !== answers.current) return;
        // The same object while nothing has changed: a form is not made anew with each look.
        setState((before) => ({ ask: before.ask && sameJson(before.ask, next) ? before.ask : next }));
      },
      (error: unknown) => {
        if (!(error instanceof ToolClientError)) throw error;
        // What is shown stays while the host is away for a moment.
        setState((before) => ({ ...before, failure: error }));
      },
    );
  }, [asked]);
  const goesOn = ask !== undefined && ask.outcome === null && ask.state !== "expired";
  useEffect(read, [read]);
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setInterval(read, LOOK_MS);
    return () => clearInterval(timer);
  }, [goesOn, read]);
  const take = async (given: LinkedAnswer) => {
    const next = await asked.answer(given);
    answers.current += 1;
    setState({ ask: next });
  };
  return { ask, failure, read, answer: (given: LinkedAnswer) => refusedFields(take(given)) };
}
