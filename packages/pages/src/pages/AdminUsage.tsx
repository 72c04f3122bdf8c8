import { runsClient, type Use } from "@callboard/core/client";
import { useMemo, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { transport } from "../client.ts";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { useDurationText } from "./RunRow.tsx";
import { useRead } from "./useRead.ts";
import { useToolNames } from "./useToolNames.ts";

const runs = runsClient(transport);
const DAY_MS = 86_400_000;
/** The times that are offered, in days until now. */
const TIMES = { day: 1, week: 7, month: 30 } as const;
type Time = keyof typeof TIMES;
const isTime = (name: string | null): name is Time => name !== null && Object.hasOwn(TIMES, name);

/** What a workspace used: its tools and its models, how often they failed, how long they took and what they cost. */
export function AdminUsage(): ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("time");
  const time: Time = isTime(asked) ? asked : "week";
  const read = useMemo(
    () => (signal: AbortSignal) => runs.usage({ from: Date.now() - TIMES[time] * DAY_MS }, { signal }),
    [time],
  );
  const { value: usage, failure, again } = useRead(read);
  const names = useToolNames();
  const locale = localeOf(useShownLanguage());
  const count = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  const isNothing = usage?.tools.length === 0 && usage.models.length === 0;
  return (
    <section className="site-admin" aria-busy={(usage === undefined && !failure) || undefined}>
      <title>{pageTitle(words.usage)}</title>
      <AdminNav />
      <header className="site-admin-head">
        <div>
          <h1>{words.usage}</h1>
          <p>{words["usage.lead"]}</p>
        </div>
      </header>
      <div className="site-runs-states" role="group" aria-label={words["runs.time"]}>
        {(["day", "week", "month"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === time}
            onClick={() => setSearch({ time: each }, { replace: true, preventScrollReset: true })}
          >
            {words[`runs.time.${each}`]}
          </button>
        ))}
      </div>
      {failure && !usage && <AdminFailure of="runs" failure={failure} onRetry={again} />}
      {usage?.isCut && <p className="site-runs-note">{words["usage.cut"]}</p>}
      {isNothing && (
        <div className="site-message">
          <h2>{words["usage.empty"]}</h2>
          <p>{words["usage.empty.help"]}</p>
        </div>
      )}
      {usage && usage.tools.length > 0 && (
        <UsageTable title={words["usage.tools"]} name={words["runs.tool"]} more={[]}>
          {usage.tools.map((use) => (
            <tr key={use.tool}>
              <th scope="row">
                <Link to={`/admin/runs?tool=${encodeURIComponent(use.tool)}`} dir="auto">
                  {names.get(use.tool) ?? use.tool}
                </Link>
              </th>
              <UseCells use={use} count={count} />
            </tr>
          ))}
        </UsageTable>
      )}
      {usage && usage.models.length > 0 && (
        <UsageTable
          title={words["usage.models"]}
          name={words["usage.model"]}
          more={[words["usage.input"], words["usage.output"], words["usage.cached"], words["usage.spend"]]}
        >
          {usage.models.map((use) => (
            <tr key={use.model ?? ""}>
              <th scope="row">{use.model === null ? words["usage.unnamed"] : <bdi>{use.model}</bdi>}</th>
              <UseCells use={use} count={count} />
              <td>{count.format(use.inputTokens)}</td>
              <td>{count.format(use.outputTokens)}</td>
              <td>{count.format(use.cachedInputTokens)}</td>
              <td>{use.spend === null ? words["usage.noPrice"] : money.format(use.spend)}</td>
            </tr>
          ))}
        </UsageTable>
      )}
    </section>
  );
}

interface UsageTableProps {
  title: string;
  name: string;
  more: readonly string[];
  children: ReactNode;
}

function UsageTable({ title, name, more, children }: UsageTableProps): ReactNode {
  const words = useWords();
  const heads = [name, words["usage.calls"], words["usage.errors"], words["usage.p50"], words["usage.p95"], ...more];
  return (
    // A table is wider than a phone: it scrolls within itself, by keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="site-usage" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function UseCells({ use: { calls, errors, p50, p95 }, count }: { use: Use; count: Intl.NumberFormat }): ReactNode {
  const words = useWords();
  const durationText = useDurationText();
  const took = (ms: number | null) => (ms === null ? words["usage.noPrice"] : durationText(ms));
  return (
    <>
      <td>{count.format(calls)}</td>
      <td data-some={errors > 0 || undefined}>{count.format(errors)}</td>
      <td>{took(p50)}</td>
      <td>{took(p95)}</td>
    </>
  );
}
