import type { CallSource } from "@callboard/core";
import { callsClient, runsClient, type Run, type RunFilter, type RunState } from "@callboard/core/client";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { RunRow } from "./RunRow.tsx";
import { runPath } from "./runPath.ts";
import { useProblem } from "./useProblem.ts";
import { useRead } from "./useRead.ts";
import { useReadAgain } from "./useReadAgain.ts";
import { useToolNames } from "./useToolNames.ts";

const runs = runsClient(transport);
const calls = callsClient(transport);
const readCounts = (signal: AbortSignal) => runs.counts({ signal });

const STATES: readonly RunState[] = ["running", "waiting", "failed", "completed", "stopped"];
const SOURCES: readonly CallSource[] = ["web", "agent", "api"];
const HOUR_MS = 3_600_000;
/** The times that are offered, in hours until now. */
const TIMES = { hour: 1, day: 24, week: 168 } as const;
type Time = keyof typeof TIMES;

/** How often a list is read again, as long as nobody has gone on to its second page. */
const AGAIN_MS = 5_000;

/** What the address asks for; what it does not know is as if it were not there. */
function filterOf(search: URLSearchParams): Omit<RunFilter, "from" | "to"> & { time?: Time | undefined } {
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((each) => each === search.get(name));
  return {
    status: known("status", STATES),
    source: known("source", SOURCES),
    time: known("time", ["hour", "day", "week"] as const),
    tool: search.get("tool") || undefined,
    user: search.get("user") || undefined,
  };
}

/**
 * What the tools of a workspace do, for whoever runs it: what is at work, waits and failed, to be stopped or run again.
 */
export function AdminRuns(): ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const names = useToolNames();
  const { value: counts, again: countAgain } = useRead(readCounts);
  const filter = filterOf(search);
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <section className="site-admin">
      <title>{pageTitle(words.runs)}</title>
      <AdminNav />
      <header className="site-admin-head">
        <div>
          <h1>{words.runs}</h1>
          <p>{words["runs.lead"]}</p>
        </div>
      </header>
      <div className="site-runs-states" role="group" aria-label={words["runs.state"]}>
        {(["", ...STATES] as const).map((state) => {
          const count = state === "running" || state === "waiting" || state === "failed" ? counts?.[state] : undefined;
          return (
            <button
              key={state}
              type="button"
              aria-pressed={(filter.status ?? "") === state}
              onClick={() => set("status", state)}
            >
              {words[`runs.${state === "" ? "all" : state}` as const]}
              {count !== undefined && count > 0 && <span>{count >= 1_000 ? "999+" : count}</span>}
            </button>
          );
        })}
      </div>
      <div className="site-runs-filter">
        <Choice
          label={words["runs.tool"]}
          value={filter.tool ?? ""}
          onChange={(value) => set("tool", value)}
          choices={[
            ["", words["runs.tool.all"]],
            ...names,
            // A tool that is gone, or hidden, still has runs.
            ...(filter.tool !== undefined && !names.has(filter.tool)
              ? [[filter.tool, filter.tool] satisfies [string, string]]
              : []),
          ]}
        />
        <Choice
          label={words["runs.source"]}
          value={filter.source ?? ""}
          onChange={(value) => set("source", value)}
          choices={[
            ["", words["runs.source.all"]],
            ...SOURCES.map((each): [string, string] => [each, words[`runs.source.${each}`]]),
          ]}
        />
        <Choice
          label={words["runs.time"]}
          value={filter.time ?? ""}
          onChange={(value) => set("time", value)}
          choices={[
            ["", words["runs.time.any"]],
            ["hour", words["runs.time.hour"]],
            ["day", words["runs.time.day"]],
            ["week", words["runs.time.week"]],
          ]}
        />
        <PersonInput key={filter.user ?? ""} value={filter.user ?? ""} onChange={(value) => set("user", value)} />
      </div>
      <RunList
        // Another filter is another list.
        key={search.toString()}
        filter={filter}
        names={names}
        onChange={countAgain}
        onClear={() => setSearch({}, { replace: true })}
      />
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly [value: string, words: string][];
  onChange(value: string): void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps): ReactNode {
  return (
    <label>
      <span>{label}</span>
      <select className="cb-input" value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A person's id, which is sought once it is whole: with Enter, or when the field is left. */
function PersonInput({ value, onChange }: { value: string; onChange(value: string): void }): ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(value);
  const take = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label>
        <span>{words["runs.person"]}</span>
        <input
          type="text"
          className="cb-input"
          dir="auto"
          maxLength={200}
          value={typed}
          placeholder={words["runs.person.all"]}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
        />
      </label>
    </form>
  );
}

interface RunListProps {
  filter: ReturnType<typeof filterOf>;
  names: ReadonlyMap<string, string>;
  onChange(): void;
  onClear(): void;
}

function RunList({ filter, names, onChange, onClear }: RunListProps): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const { time, status, tool, source, user } = filter;
  const read = useMemo(
    () => (signal: AbortSignal) => runs.list({ status, tool, source, user, ...since(time) }, { signal }),
    [status, tool, source, user, time],
  );
  const { value: first, failure, again } = useRead(read);
  const [older, setOlder] = useState<{ runs: readonly Run[]; next: string | null }>();
  const [isReading, setReading] = useState(false);
  const { problem, attempt } = useProblem();
  const follow = useCallback(() => {
    again();
    onChange();
  }, [again, onChange]);
  // What comes meanwhile would push runs out between the first page and the ones after it.
  useReadAgain(!older && (failure ?? first), follow, AGAIN_MS);
  const readAll = () => {
    setOlder(undefined);
    follow();
  };
  const shown = [...(first?.runs ?? []), ...(older?.runs ?? [])];
  const next = older ? older.next : (first?.next ?? null);
  const goOn = async (after: string) => {
    setReading(true);
    await attempt(async () => {
      const page = await runs.list({ status, tool, source, user, ...since(time), after });
      setOlder((now) => ({ runs: [...(now?.runs ?? []), ...page.runs], next: page.next }));
    });
    setReading(false);
  };
  if (failure && !first) return <AdminFailure of="runs" failure={failure} onRetry={again} />;
  const isNarrowed = Object.values(filter).some((part) => part !== undefined);
  return (
    <div aria-busy={first === undefined || undefined}>
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      {first && shown.length === 0 && next === null && (
        <div className="site-message">
          <h2>{words[isNarrowed ? "runs.noMatch" : "runs.empty"]}</h2>
          <p>{words[isNarrowed ? "runs.noMatch.help" : "runs.empty.help"]}</p>
          {isNarrowed && (
            <button type="button" className="site-quiet" onClick={onClear}>
              {words["runs.clear"]}
            </button>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <ul className="site-runs" aria-label={words.runs}>
          {shown.map((run) => (
            <RunRow
              key={`${run.sessionId} ${run.callId}`}
              run={run}
              name={names.get(run.tool) ?? run.tool}
              onCancel={() =>
                attempt(async () => {
                  await calls.cancel(run.callId);
                  readAll();
                })
              }
              onRetry={() =>
                attempt(async (isThere) => {
                  const begun = await runs.retry(run.callId, { sessionId: run.sessionId });
                  if (isThere()) await navigate(runPath(begun));
                })
              }
            />
          ))}
        </ul>
      )}
      {first && shown.length === 0 && next !== null && <p className="site-runs-note">{words["runs.notYet"]}</p>}
      {next !== null && (
        <button type="button" className="site-quiet" disabled={isReading} onClick={() => void goOn(next)}>
          {words[shown.length === 0 ? "runs.further" : "runs.more"]}
        </button>
      )}
    </div>
  );
}

const since = (time: Time | undefined) => (time === undefined ? {} : { from: Date.now() - TIMES[time] * HOUR_MS });
