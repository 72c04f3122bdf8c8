"use client";
import { createTimeline, type SessionEvent } from "@callboard/core";
import { useMemo, useState, type HTMLAttributes, type ReactNode } from "react";
import { callStatusIcon } from "../card/callStatusIcon.tsx";
import { toolWords } from "../card/toolWords.ts";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { cardEnglish } from "../messages/en.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { RichText } from "../text/RichText.tsx";
import { compareRuns, type ComparedStep, type RunStep } from "./compareRuns.ts";

export interface RunComparisonProps extends Omit<HTMLAttributes<HTMLElement>, "children"> {
  /** The events of both runs, each from the first on. */
  one: readonly SessionEvent[];
  other: readonly SessionEvent[];
  /** What the runs are called; "First run" and "Second run" unless given. */
  names?: readonly [string, string];
}

type Kind = "same" | "changed" | "onlyOne" | "onlyOther";

/**
 * Two runs side by side: steps that are the same stand beside each other, and what differs is said in words.
 * @example
 * ```tsx
 * <RunComparison one={yesterday} other={today} names={["Yesterday", "Today"]} />
 * ```
 */
export function RunComparison({ one, other, names, className, ...rest }: RunComparisonProps): ReactNode {
  const { language } = useKit();
  const { t } = useKit(playerEnglish);
  const rows = useMemo(() => compareRuns(snapshotOf(one), snapshotOf(other)), [one, other]);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const counts = useMemo(() => countKinds(rows), [rows]);
  const shown = onlyDifferences ? rows.filter((row) => kindOf(row) !== "same") : rows;
  const isEqual = counts.same === rows.length;
  const [first, second] = names ?? [t("compare.one"), t("compare.other")];
  return (
    <section
      {...language}
      {...rest}
      className={`callboard cb-compare${className ? ` ${className}` : ""}`}
      aria-label={t("compare.label")}
    >
      <div className="cb-compare-head">
        <p>
          {isEqual
            ? t("compare.equal")
            : (Object.keys(counts) as Kind[])
                .filter((kind) => counts[kind] > 0)
                .map((kind) => t(`compare.${kind}`, { count: counts[kind] }))
                .join(" · ")}
        </p>
        {!isEqual && (
          <label>
            <input
              type="checkbox"
              checked={onlyDifferences}
              onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
            />{" "}
            {t("compare.onlyDifferences")}
          </label>
        )}
      </div>
      <div className="cb-compare-scroll" role="group" aria-label={t("compare.label")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">{second}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={`${row.one?.id ?? ""} ${row.other?.id ?? ""}`} row={row} first={first} second={second} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Texts longer than these are folded. */
const FOLDED_FROM = 240;
const FOLDED_LINES = 4;

const isLong = (step: RunStep | null) =>
  step !== null &&
  step.kind !== "call" &&
  (step.words.length > FOLDED_FROM || step.words.split("\n", FOLDED_LINES + 1).length > FOLDED_LINES);

/** Two steps beside each other, whose long texts open together. */
function Row({ row, first, second }: { row: ComparedStep; first: string; second: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const [open, setOpen] = useState(false);
  const { one, other, changes } = row;
  const fold = (step: RunStep | null) =>
    isLong(step) ? (
      <button type="button" className="cb-inline-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t("view.showLess") : t("view.showAll.characters", { count: step!.words.length })}
      </button>
    ) : undefined;
  const side = { isOpen: open, onReach: () => setOpen(true) };
  return (
    <tr data-kind={kindOf(row)}>
      <Step run={first} step={one} counterpart={other} changes={[]} fold={fold(one)} {...side} />
      <Step run={second} step={other} counterpart={one} changes={changes} fold={fold(other)} {...side} />
    </tr>
  );
}

interface StepProps {
  /** What the run is called. */
  run: string;
  step: RunStep | null;
  counterpart: RunStep | null;
  changes: ComparedStep["changes"];
  /** Opens and closes a long text. */
  fold: ReactNode;
  isOpen: boolean;
  /** Whoever reaches into a folded text by keyboard opens it. */
  onReach: () => void;
}

function Step({ run, step, counterpart, changes, fold, isOpen, onReach }: StepProps): ReactNode {
  const { t } = useKit(playerEnglish);
  const { t: card } = useKit(cardEnglish);
  if (!step)
    return (
      <td className="cb-compare-none" data-run={run}>
        {t("compare.none")}
      </td>
    );
  const isCall = step.kind === "call";
  const name = isCall
    ? (step.title ?? toolWords(step.tool))
    : t(step.kind === "text" ? "compare.said" : "compare.thought");
  return (
    <td data-run={run} style={{ paddingInlineStart: `${0.5 + Math.min(step.depth, 6)}rem` }}>
      <span className="cb-compare-step">
        {isCall && callStatusIcon(step.status as Parameters<typeof callStatusIcon>[0])}
        <span className="cb-call-name">{name}</span>
        {isCall && (
          <span className="cb-compare-words" dir="auto">
            {step.words}
          </span>
        )}
      </span>
      {!isCall && (
        <div className="cb-compare-text" data-folded={(fold && !isOpen) || undefined} onFocus={onReach}>
          <RichText text={step.words} />
        </div>
      )}
      {fold}
      {changes.map((change) => (
        <span key={change} className="cb-compare-change">
          <strong>{t(`compare.${change}`)}</strong>
          {isCall && change === "status" && ` ${card(`call.status.${step.status as "completed"}`)}`}
          {(change === "input" || change === "output") && (
            <>
              <del>{counterpart?.[change]}</del>
              <ins>{step[change]}</ins>
            </>
          )}
        </span>
      ))}
    </td>
  );
}

function snapshotOf(events: readonly SessionEvent[]) {
  const timeline = createTimeline();
  timeline.apply(events);
  return timeline.snapshot();
}

function kindOf({ one, other, changes }: ComparedStep): Kind {
  if (!other) return "onlyOne";
  if (!one) return "onlyOther";
  return changes.length > 0 ? "changed" : "same";
}

function countKinds(rows: readonly ComparedStep[]): Record<Kind, number> {
  const counts = { same: 0, changed: 0, onlyOne: 0, onlyOther: 0 };
  for (const row of rows) counts[kindOf(row)]++;
  return counts;
}
