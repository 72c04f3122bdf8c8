import { ToolClientError, type ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import type { ToolSessionSubmission } from "@callboard/core/client";
import { ToolForm, ToolOutput } from "@callboard/react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useParams } from "react-router";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { localeOf } from "../shell/language.ts";
import { pageTitle } from "../shell/siteName.ts";
import { NameInput } from "./NameInput.tsx";
import { recall, remember } from "../shell/remembered.ts";
import { SessionLinks } from "./SessionLinks.tsx";
import { guestOfAddress, useToolSession, type ToolSessionOnPage } from "./useToolSession.ts";

const NAME = "callboard-display-name";

/** A session that people share: the tool's form, who is there, what was submitted, and the result of all of it. */
export function ToolSession(): ReactNode {
  const { slug = "", id = "" } = useParams();
  const { hash } = useLocation();
  const words = useWords();
  const guest = useMemo(() => guestOfAddress(id, hash), [id, hash]);
  const [name, setName] = useState(() => recall(NAME) ?? "");
  const displayName = name.trim() === "" ? undefined : name.trim().slice(0, 80);
  const onPage = useToolSession(slug, id, guest, displayName);
  const { state, people, failure, read } = onPage;
  const spoken = localeOf(useShownLanguage());
  const tool = useMemo(() => (onPage.tool ? translateTool(onPage.tool, spoken) : null), [onPage.tool, spoken]);
  const title = state?.session.title ?? tool?.name ?? slug;

  if (failure && (!state || [401, 403, 404].includes(failure.status ?? 0))) {
    return (
      <div className="site-message" role="alert">
        <title>{pageTitle(words.together)}</title>
        <h1>{words["together.unread"]}</h1>
        <p>{failure.message}</p>
        <button type="button" className="site-quiet" onClick={() => void read()}>
          {words["publishing.retry"]}
        </button>
      </div>
    );
  }
  if (!state || onPage.tool === undefined) return <div className="site-together" aria-busy="true" />;
  const { session, submissions, you } = state;
  return (
    <section className="site-together">
      <title>{pageTitle(title)}</title>
      <header className="site-together-head">
        <div>
          <h1 dir="auto">{title}</h1>
          <p className="site-together-facts">
            <span className="site-together-status" data-status={session.status}>
              {words[`together.status.${session.status}`]}
            </span>
            {!tool || guest ? (
              <span dir="auto">{tool?.name ?? slug}</span>
            ) : (
              <Link to={`/tools/${slug}`}>{tool.name}</Link>
            )}
            <People people={people} you={you.user_id} />
          </p>
        </div>
        {you.mayManage && session.status === "active" && <Manage onPage={onPage} id={id} />}
      </header>
      {failure && <p role="status">{words["together.behind"]}</p>}
      {you.mayManage && <SessionLinks sessions={onPage.sessions} id={id} isActive={session.status === "active"} />}
      <div className="site-together-parts">
        {you.maySubmit && !tool && <p role="status">{words["together.noTool"]}</p>}
        {you.maySubmit && tool && (
          <Submit
            onPage={onPage}
            tool={tool}
            id={id}
            name={name}
            onName={(now) => {
              setName(now);
              remember(NAME, now);
            }}
            displayName={displayName}
          />
        )}
        <div className="site-together-result">
          <h2>{words["together.result"]}</h2>
          <div aria-live="polite">
            {state.aggregateError !== undefined ? (
              <p role="alert">
                {words["together.noAggregate"]} {state.aggregateError}
              </p>
            ) : state.aggregate === null ? (
              <p className="site-publishing-note">{words["together.noResult"]}</p>
            ) : (
              <ToolOutput tool={{ slug, viewSpec: tool?.aggregateViewSpec }} output={state.aggregate} />
            )}
          </div>
          <h2>
            {words["together.submissions"]} <span className="site-together-count">{submissions.length}</span>
          </h2>
          {submissions.length === 0 ? (
            <p className="site-publishing-note">{words["together.none"]}</p>
          ) : (
            <Submissions submissions={submissions} you={you.user_id} />
          )}
        </div>
      </div>
    </section>
  );
}

function People({ people, you }: { people: ToolSessionOnPage["people"]; you: string }): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const others = people.filter(({ user_id }) => user_id !== you);
  if (others.length === 0) return <span>{words["together.alone"]}</span>;
  const names = others.map((person) => nameOf(person, words["together.guest"]));
  return (
    <span dir="auto">
      {words["together.here"]} {new Intl.ListFormat(locale).format(names)}
    </span>
  );
}

/** The name that somebody gave, else their id; a guest without a name is one. */
function nameOf(
  { user_id, user_display_name }: Pick<ToolSessionSubmission, "user_id" | "user_display_name">,
  guest: string,
): string {
  return user_display_name ?? (user_id.startsWith("guest:") ? guest : user_id);
}

interface SubmitProps {
  onPage: ToolSessionOnPage;
  tool: ToolDetail;
  id: string;
  name: string;
  onName(name: string): void;
  displayName: string | undefined;
}

function Submit({ onPage: { sessions, state, read }, tool, id, name, onName, displayName }: SubmitProps): ReactNode {
  const words = useWords();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  /** What is sent again after a lost answer is the same submission. */
  const sending = useRef<{ text: string; callId: string }>(undefined);
  const you = state!.you.user_id;
  const own = state!.submissions.find(({ user_id }) => user_id === you);
  // What is typed stays when somebody else submits: the form begins with one's own, once.
  const [first] = useState(own?.input);
  const submit = async (input: unknown): Promise<Record<string, string> | void> => {
    const text = JSON.stringify(input);
    if (sending.current?.text !== text) sending.current = { text, callId: crypto.randomUUID() };
    setSending(true);
    setProblem(undefined);
    setDone(undefined);
    try {
      const { callId } = sending.current;
      const { submission } = await sessions.submit(id, {
        input,
        callId,
        ...(displayName !== undefined && { displayName }),
      });
      sending.current = undefined;
      setDone(words[submission.id === callId ? "together.submitted" : "together.corrected"]);
      await read();
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      if (error.issues.length > 0) {
        return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
      }
      setProblem(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="site-together-form">
      <h2>{words[own ? "together.yours" : "together.fill"]}</h2>
      <NameInput label={words["together.name"]} longest={80} autoComplete="name" value={name} onChange={onName} />
      <ToolForm
        tool={tool}
        mode="embed"
        defaultValue={first}
        isLoading={isSending}
        submitLabel={words[own ? "together.correct" : "together.submit"]}
        onSubmit={submit}
        draft={{ tool: `${tool.slug} in ${id}`, user: you }}
      />
      {problem !== undefined && (
        <p className="site-together-problem" role="alert">
          {words["together.notSent"]} {problem}
        </p>
      )}
      <p role="status">{done}</p>
    </div>
  );
}

function Submissions({ submissions, you }: { submissions: readonly ToolSessionSubmission[]; you: string }): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", dateStyle: "short" });
  return (
    <ol className="site-together-list">
      {submissions.map((one) => (
        <li key={one.id}>
          <details>
            <summary>
              <strong dir="auto">{nameOf(one, words["together.guest"])}</strong>
              {one.user_id === you && <span> · {words["together.you"]}</span>}
              {one.output === null && <span> · {words["together.pending"]}</span>}
              <time dateTime={one.created_at}>{time.format(new Date(one.created_at))}</time>
            </summary>
            <ToolOutput output={one.input} hasSwitch={false} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** Stays the same function, so that a button is focused once and not whenever the page is drawn. */
const focus = (button: HTMLElement | null): void => button?.focus();

function Manage({ onPage: { sessions, read }, id }: { onPage: ToolSessionOnPage; id: string }): ReactNode {
  const words = useWords();
  const [asked, setAsked] = useState<"completed" | "cancelled">();
  const [problem, setProblem] = useState<string>();
  const end = async (status: "completed" | "cancelled") => {
    try {
      await sessions.update(id, { status });
      await read();
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <div className="site-together-acts">
      {asked === undefined ? (
        <>
          <button type="button" className="site-action" onClick={() => setAsked("completed")}>
            {words["together.complete"]}
          </button>
          <button type="button" className="site-quiet" onClick={() => setAsked("cancelled")}>
            {words["together.cancel"]}
          </button>
        </>
      ) : (
        <>
          <p>{words[`together.${asked}.sure`]}</p>
          <button type="button" className="site-action" ref={focus} onClick={() => void end(asked)}>
            {words[asked === "completed" ? "together.complete" : "together.cancel"]}
          </button>
          <button type="button" className="site-quiet" onClick={() => setAsked(undefined)}>
            {words["together.goOn"]}
          </button>
        </>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}
