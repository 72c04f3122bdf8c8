import type { JsonSchema, ToolDetail } from "@callboard/core";
import { schedulesClient, type Schedule } from "@callboard/core/client";
import { Plus } from "lucide-react";
import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { IssuedForm } from "./IssuedForm.tsx";
import { ScheduleRow } from "./ScheduleRow.tsx";
import { cronOf, OFTEN, type Often } from "./scheduleTimes.ts";
import { useProblem } from "./useProblem.ts";
import { useRead } from "./useRead.ts";
import { useReadAgain } from "./useReadAgain.ts";
import { useStepFocus } from "./useStepFocus.ts";
import { useToolNames } from "./useToolNames.ts";

const schedules = schedulesClient(transport);
const readSchedules = (signal: AbortSignal) => schedules.list({ signal });

/** How often the list is read again: it says when each runs next, and what came of the last time. */
const AGAIN_MS = 15_000;

/** The tools of a workspace that run by themselves at their times, for whoever runs it. */
export function AdminSchedules(): ReactNode {
  const words = useWords();
  const names = useToolNames();
  const { value: list, failure, again, replace } = useRead(readSchedules);
  const [isAdding, setAdding] = useState(false);
  const { problem, attempt } = useProblem();
  const box = useRef<HTMLElement>(null);
  useReadAgain(failure ?? list, again, AGAIN_MS);
  useStepFocus(box, String(isAdding));
  const put = (changed: Schedule) => replace((all) => all.map((each) => (each.id === changed.id ? changed : each)));
  return (
    <section ref={box} className="site-admin" aria-busy={(list === undefined && !failure) || undefined}>
      <title>{pageTitle(words.schedules)}</title>
      <AdminNav />
      <header className="site-admin-head">
        <div>
          <h1>{words.schedules}</h1>
          <p>{words["schedules.lead"]}</p>
        </div>
        {list && !isAdding && (
          <button type="button" className="site-action" data-step="" onClick={() => setAdding(true)}>
            <Plus size={16} aria-hidden />
            {words["schedules.new"]}
          </button>
        )}
      </header>
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      {failure && !list && <AdminFailure of="schedules" failure={failure} onRetry={again} />}
      {isAdding && (
        <NewSchedule
          names={names}
          onCancel={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            again();
          }}
        />
      )}
      {list?.length === 0 && !isAdding && (
        <div className="site-message">
          <h2>{words["schedules.empty"]}</h2>
          <p>{words["schedules.empty.help"]}</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="site-runs" aria-label={words.schedules}>
          {list.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              name={names.get(schedule.tool) ?? schedule.tool}
              onPause={() =>
                attempt(async () =>
                  put(await (schedule.isPaused ? schedules.resume(schedule.id) : schedules.pause(schedule.id))),
                )
              }
              onDelete={() =>
                attempt(async () => {
                  await schedules.remove(schedule.id);
                  replace((all) => all.filter(({ id }) => id !== schedule.id));
                })
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the form asks: when, in the words of the page or as a cron line, and the input of the tool. */
interface ScheduleInput {
  when: Often | "own";
  at?: string;
  cron?: string;
  timeZone: string;
  input?: unknown;
}

interface NewScheduleProps {
  names: ReadonlyMap<string, string>;
  onCancel(): void;
  onAdded(): void;
}

function NewSchedule({ names, onCancel, onAdded }: NewScheduleProps): ReactNode {
  const words = useWords();
  const id = useId();
  const [slug, setSlug] = useState("");
  const read = useCallback(
    async (): Promise<ToolDetail | null> => (slug === "" ? null : await client.tool(slug)),
    [slug],
  );
  const { value: tool, failure, again } = useRead(read);
  const schema = useMemo(() => (tool ? scheduleSchema(tool.inputSchema, words) : undefined), [tool, words]);
  const make = async ({ when, at = "", cron = "", timeZone, input = {} }: ScheduleInput) => {
    const line = when === "own" ? cron : cronOf(when, at);
    await schedules.add({ tool: slug, input, cron: line, timeZone });
    onAdded();
  };
  return (
    <div className="site-schedule-new">
      <label htmlFor={id}>{words["runs.tool"]}</label>
      <select id={id} className="cb-input" data-step="" value={slug} onChange={({ target }) => setSlug(target.value)}>
        <option value="">{words["publishing.tool.choose"]}</option>
        {[...names].map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {failure && (
        <p role="alert" dir="auto">
          {failure.message}{" "}
          <button type="button" className="site-quiet" onClick={again}>
            {words["publishing.retry"]}
          </button>
        </p>
      )}
      {schema ? (
        <IssuedForm<ScheduleInput>
          key={slug}
          title={words["schedules.new"]}
          schema={schema}
          defaultValue={{ when: "daily", at: "07:00", timeZone: zoneHere() }}
          submitLabel={words["schedules.add"]}
          make={make}
          onCancel={onCancel}
        />
      ) : (
        <button type="button" className="site-quiet" onClick={onCancel}>
          {words["publishing.cancel"]}
        </button>
      )}
    </div>
  );
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The form of a schedule of a tool with this input. */
function scheduleSchema({ $defs, definitions, ...input }: JsonSchema, words: ReturnType<typeof useWords>): JsonSchema {
  const takesInput = Object.keys(input.properties ?? {}).length > 0;
  const when = [...OFTEN, "own"] as const;
  return {
    type: "object",
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    properties: {
      ...(takesInput && { input: { ...input, title: words["schedules.input"] } }),
      when: {
        type: "string",
        title: words["schedules.when"],
        enum: [...when],
        "x-field": { options: when.map((each) => ({ label: words[`schedules.${each}`] })) },
      },
      timeZone: { type: "string", title: words["schedules.zone"], description: words["schedules.zone.help"] },
    },
    required: ["when", "timeZone", ...(takesInput ? ["input"] : [])],
    if: { properties: { when: { const: "own" } }, required: ["when"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: {
      required: ["cron"],
      properties: {
        cron: {
          type: "string",
          title: words["schedules.cron"],
          description: words["schedules.cron.help"],
          maxLength: 120,
        },
      },
    },
    else: {
      required: ["at"],
      properties: {
        at: {
          type: "string",
          title: words["schedules.at"],
          description: words["schedules.at.help"],
          pattern: "^([01]?[0-9]|2[0-3]):[0-5][0-9]$",
        },
      },
    },
  };
}
