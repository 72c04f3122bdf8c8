"use client";
import type { CompositionStep, StepRetry } from "@callboard/core/execution";
import { useId, type ReactNode } from "react";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { takenBy, type StepProblems } from "./stepOrder.ts";

interface StepPlanProps {
  step: CompositionStep;
  /** How each step is called, by its id. */
  labels: ReadonlyMap<string, string>;
  problems: StepProblems;
  onChange(step: CompositionStep): void;
}

/** What a step waits for: the steps before it, by picking; and what cannot be waited for, said in its place. */
export function StepWaits(props: StepPlanProps & { before: readonly CompositionStep[] }): ReactNode {
  const { step, before, labels, problems, onChange } = props;
  const { t } = useKit(authorEnglish);
  const id = useId();
  const waits = step.depends_on ?? [];
  const taken = takenBy(step);
  const earlier = before.map((each) => each.id);
  const wrong = waits.filter((each) => !earlier.includes(each));
  const labelOf = (each: string) => labels.get(each) ?? each;
  const set = (other: string, isOn: boolean) => {
    const rest = waits.filter((each) => each !== other);
    onChange({ ...step, depends_on: isOn ? [...rest, other] : rest });
  };
  return (
    <fieldset className="cb-field cb-author-waits" aria-describedby={`${id}-said`}>
      <legend className="cb-field-label">{t("author.waits")}</legend>
      {[...earlier, ...wrong].map((other) => {
        const isOn = waits.includes(other);
        const isTaken = isOn && taken.has(other) && earlier.includes(other);
        return (
          <label key={other} className="cb-check">
            <input
              type="checkbox"
              className="cb-checkbox"
              checked={isOn}
              disabled={isTaken}
              onChange={({ target }) => set(other, target.checked)}
            />
            <span>
              <bdi>{labelOf(other)}</bdi>
              {isTaken && <span className="cb-field-help"> {t("author.waitsTaken")}</span>}
            </span>
          </label>
        );
      })}
      <div id={`${id}-said`}>
        {waits.length === 0 && <p className="cb-field-help">{t("author.waitsNone")}</p>}
        {problems.later.map((other) => (
          <p key={other} className="cb-field-error">
            {t("author.waitsLater", { label: labelOf(other) })}
          </p>
        ))}
        {problems.gone.map((other) => (
          <p key={other} className="cb-field-error">
            {t("author.waitsGone", { id: other })}
          </p>
        ))}
        {problems.unwaited.map((other) => (
          <p key={other} className="cb-field-error">
            {t("author.waitsUnwaited", { label: labelOf(other) })}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether a step runs again where it fails, how often, and how long it waits between. */
export function StepRetryRows({ step, labels, problems, onChange }: StepPlanProps): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  const { retry, ...once } = step;
  const label = labels.get(step.id) ?? step.id;
  const set = (change: Partial<StepRetry>) => onChange({ ...once, retry: { attempts: 3, ...retry, ...change } });
  return (
    <div className="cb-field" role="group" aria-label={t("author.retryOf", { label })}>
      <label className="cb-check">
        <input
          type="checkbox"
          className="cb-checkbox"
          checked={retry !== undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => (target.checked ? set({ delay_seconds: 1 }) : onChange(once))}
        />
        <span>{t("author.retry")}</span>
      </label>
      <p id={`${id}-help`} className="cb-field-help">
        {t("author.retryHelp")}
      </p>
      {retry && (
        <div className="cb-author-retry">
          <NumberRow
            label={t("author.retryTimes")}
            value={retry.attempts}
            isWrong={problems.retry}
            said={`${id}-error`}
            onChange={(attempts) => set({ attempts })}
          />
          <NumberRow
            label={t("author.retryDelay")}
            value={retry.delay_seconds ?? 1}
            isWrong={problems.retry}
            said={`${id}-error`}
            onChange={(delay_seconds) => set({ delay_seconds })}
          />
        </div>
      )}
      {problems.retry && (
        <p id={`${id}-error`} className="cb-field-error">
          {t("author.retryWrong")}
        </p>
      )}
    </div>
  );
}

function NumberRow(props: {
  label: string;
  value: number;
  isWrong: boolean;
  /** The id of what says what is wrong. */
  said: string;
  onChange(value: number): void;
}): ReactNode {
  const { label, value, isWrong, said, onChange } = props;
  const id = useId();
  return (
    <div>
      <label className="cb-field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="cb-input"
        type="number"
        inputMode="numeric"
        value={Number.isNaN(value) ? "" : value}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? said : undefined}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
