"use client";
import type { JsonSchema } from "@callboard/core";
import { isReference, type Composition, type CompositionStep, type Reference } from "@callboard/core/execution";
import { childPointer } from "@callboard/core/form";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { isRecord } from "../isRecord.ts";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { asListed, asPlanned, isPlanned, stepProblems, takenBy, withoutStep, type StepProblems } from "./stepOrder.ts";
import { StepRetryRows, StepWaits } from "./StepPlan.tsx";

/** The schemas of a tool that a step calls. */
export interface StepTool {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
}

export interface StepsInputProps {
  value: Composition;
  /** What the tool itself is given. */
  inputSchema: JsonSchema;
  tools: readonly { slug: string; name: string }[];
  schemaOf(slug: string): Promise<StepTool>;
  /** What the host has refused of a step, by JSON Pointer into the composition. */
  issues?: readonly { path: string; message: string }[];
  onChange(value: Composition): void;
}

/** Something that a step's input may take: what the tool is given, or a part of an earlier step's result. */
interface Offer {
  label: string;
  reference: Reference;
}

/** A composition: tools in their order, each with what its input takes from before it. */
export function StepsInput({ value, inputSchema, tools, schemaOf, issues = [], onChange }: StepsInputProps): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  const known = useStepTools(
    value.steps.map(({ tool }) => tool),
    schemaOf,
  );
  const nameOf = (slug: string) => tools.find((tool) => tool.slug === slug)?.name ?? slug;
  const set = (steps: CompositionStep[]) => onChange({ ...value, steps });
  const change = (index: number, step: CompositionStep) =>
    set(value.steps.map((each, place) => (place === index ? step : each)));
  const move = (index: number, by: number) => {
    const steps = [...value.steps];
    const [step] = steps.splice(index, 1);
    if (step) steps.splice(index + by, 0, step);
    set(steps);
  };
  const labelOf = ({ tool }: CompositionStep, index: number) =>
    `${index + 1}. ${tool === "" ? t("author.stepNew") : nameOf(tool)}`;
  const labels = new Map(value.steps.map((step, index) => [step.id, labelOf(step, index)]));
  const planned = isPlanned(value.steps);
  const problems = stepProblems(value.steps);
  const add = () => {
    const last = value.steps.at(-1);
    const waits = planned && { depends_on: last ? [last.id] : [] };
    set([...value.steps, { id: freeId(value.steps), tool: "", input: {}, ...waits }]);
  };
  return (
    <div className="cb-author-steps">
      {value.steps.length > 1 && (
        <fieldset className="cb-field">
          <legend className="cb-field-label">{t("author.order")}</legend>
          <div className="cb-segmented">
            {(["listed", "planned"] as const).map((order) => (
              <label key={order} className="cb-choice">
                <input
                  type="radio"
                  className="cb-radio"
                  name={id}
                  checked={(order === "planned") === planned}
                  onChange={() => set(order === "planned" ? asPlanned(value.steps) : asListed(value.steps))}
                />
                <span>{t(`author.order.${order}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <ol aria-label={t("author.steps")}>
        {value.steps.map((step, index) => {
          const label = labelOf(step, index);
          const wrong = problems[index] ?? NO_PROBLEMS;
          const plan = { step, labels, problems: wrong, onChange: (next: CompositionStep) => change(index, next) };
          const offers = offersFor(value.steps.slice(0, index), inputSchema, known, nameOf, t("author.given"));
          return (
            <li key={step.id} aria-label={label}>
              <div className="cb-author-step-head">
                <ToolSelect
                  label={t("author.stepTool", { number: index + 1 })}
                  value={step.tool}
                  tools={tools}
                  onChange={(tool) => change(index, { ...step, tool, input: {} })}
                />
                <span className="cb-author-acts">
                  <StepAct label={t("author.stepUp", { label })} isOff={index === 0} onAct={() => move(index, -1)}>
                    <ArrowUp size={16} aria-hidden />
                  </StepAct>
                  <StepAct
                    label={t("author.stepDown", { label })}
                    isOff={index === value.steps.length - 1}
                    onAct={() => move(index, 1)}
                  >
                    <ArrowDown size={16} aria-hidden />
                  </StepAct>
                  <StepAct
                    label={t("author.stepRemove", { label })}
                    onAct={() => set(withoutStep(value.steps, step.id))}
                  >
                    <X size={16} aria-hidden />
                  </StepAct>
                </span>
              </div>
              <StepWires
                step={step}
                schema={known.get(step.tool)?.inputSchema}
                offers={offers}
                onChange={(input) => change(index, waitingForInput({ ...step, input }, planned))}
              />
              {planned ? (
                <StepWaits {...plan} before={value.steps.slice(0, index)} />
              ) : (
                wrong.later.concat(wrong.gone).map((other) => (
                  <p key={other} className="cb-field-error">
                    {labels.has(other)
                      ? t("author.takesLater", { label: labels.get(other) ?? other })
                      : t("author.waitsGone", { id: other })}
                  </p>
                ))
              )}
              <StepRetryRows {...plan} />
              {issues
                .filter(({ path }) => `${path}/`.startsWith(`/steps/${index}/`))
                .map(({ path, message }) => (
                  <p key={path + message} className="cb-field-error" dir="auto">
                    {message}
                  </p>
                ))}
            </li>
          );
        })}
      </ol>
      <button type="button" className="cb-button" onClick={add}>
        {t("author.stepAdd")}
      </button>
    </div>
  );
}

function StepAct(props: { label: string; isOff?: boolean; onAct(): void; children: ReactNode }): ReactNode {
  const { label, isOff = false, onAct, children } = props;
  return (
    <button
      type="button"
      className="cb-button"
      data-variant="quiet"
      data-icon-only
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onAct}
    >
      {children}
    </button>
  );
}

/** One of the tools that there are. */
export function ToolSelect(props: {
  label: string;
  value: string;
  tools: readonly { slug: string; name: string }[];
  error?: string | undefined;
  onChange(slug: string): void;
}): ReactNode {
  const { label, value, tools, error, onChange } = props;
  const { t } = useKit(authorEnglish);
  const id = useId();
  const isListed = value === "" || tools.some(({ slug }) => slug === value);
  return (
    <div className="cb-field">
      <label className="cb-field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="cb-input"
        value={value}
        aria-invalid={error !== undefined || undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t("author.choose")}</option>
        {!isListed && <option value={value}>{value}</option>}
        {tools.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      {error !== undefined && <p className="cb-field-error">{error}</p>}
    </div>
  );
}

/** What each field of a step's input takes: a value that is written, or one that was there before. */
function StepWires(props: {
  step: CompositionStep;
  schema: JsonSchema | undefined;
  offers: readonly Offer[];
  onChange(input: unknown): void;
}): ReactNode {
  const { step, schema, offers, onChange } = props;
  const { t } = useKit(authorEnglish);
  const id = useId();
  const input = isRecord(step.input) ? step.input : {};
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return null;
  const set = (key: string, value: unknown) => {
    const { [key]: _before, ...rest } = input;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  return (
    <div className="cb-author-wires">
      {fields.map(([key, field]) => {
        const value = input[key];
        const taken = isReference(value) ? offers.findIndex(({ reference }) => isSame(reference, value)) : -1;
        const title = typeof field === "object" && field.title !== undefined ? field.title : key;
        const isNeeded = schema?.required?.includes(key) ?? false;
        return (
          <div key={key} className="cb-author-wire">
            <label htmlFor={`${id}-${key}`} className="cb-field-label">
              {title}
              {isNeeded && (
                <span className="cb-field-required" aria-hidden>
                  *
                </span>
              )}
            </label>
            <select
              id={`${id}-${key}`}
              className="cb-input"
              value={taken >= 0 ? String(taken) : value === undefined ? "" : "fixed"}
              onChange={({ target }) => {
                if (target.value === "") set(key, undefined);
                else if (target.value === "fixed") set(key, "");
                else set(key, offers[Number(target.value)]?.reference);
              }}
            >
              <option value="">{t("author.wireNone")}</option>
              <option value="fixed">{t("author.wireFixed")}</option>
              {offers.map(({ label }, index) => (
                <option key={label} value={index}>
                  {label}
                </option>
              ))}
            </select>
            {value !== undefined && taken < 0 && (
              <input
                className="cb-input"
                dir="auto"
                aria-label={t("author.wireValue", { label: title })}
                value={typeof value === "string" ? value : JSON.stringify(value)}
                onChange={({ target }) => set(key, readFixed(target.value, field))}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What is typed as the value that a field takes; what is no such value stays the text. */
function readFixed(text: string, field: JsonSchema | boolean): unknown {
  const type = typeof field === "object" ? field.type : undefined;
  if (type === "string" || type === undefined) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const isSame = (one: Reference, other: Reference): boolean =>
  one.$from === other.$from && (one.path ?? "") === (other.path ?? "");

function offersFor(
  before: readonly CompositionStep[],
  inputSchema: JsonSchema,
  known: ReadonlyMap<string, StepTool>,
  nameOf: (slug: string) => string,
  given: string,
): Offer[] {
  const partsOf = (from: string, stem: string, schema: JsonSchema | undefined): Offer[] =>
    Object.entries(schema?.properties ?? {}).map(([key, field]) => ({
      label: `${stem} › ${typeof field === "object" ? (field.title ?? key) : key}`,
      reference: { $from: from, path: childPointer("", key) },
    }));
  return [
    ...partsOf("input", given, inputSchema),
    ...before.flatMap(({ id, tool }, index) => {
      const stem = `${index + 1}. ${nameOf(tool)}`;
      return [{ label: stem, reference: { $from: id } }, ...partsOf(id, stem, known.get(tool)?.outputSchema)];
    }),
  ];
}

const NO_PROBLEMS: StepProblems = { later: [], gone: [], unwaited: [], retry: false };

/** A step that waits for what its input takes, where steps say what they wait for. */
function waitingForInput(step: CompositionStep, planned: boolean): CompositionStep {
  if (!planned) return step;
  return { ...step, depends_on: [...new Set([...(step.depends_on ?? []), ...takenBy(step)])] };
}

/** An id that no step has. */
function freeId(steps: readonly CompositionStep[]): string {
  let number = steps.length + 1;
  while (steps.some(({ id }) => id === `step${number}`)) number++;
  return `step${number}`;
}

/** The schemas of the tools that steps call, as they come. */
function useStepTools(slugs: readonly string[], schemaOf: StepsInputProps["schemaOf"]): ReadonlyMap<string, StepTool> {
  const [known, setKnown] = useState<ReadonlyMap<string, StepTool>>(new Map());
  const asked = [...new Set(slugs)].filter((slug) => slug !== "" && !known.has(slug)).join(" ");
  useEffect(() => {
    let isCurrent = true;
    for (const slug of asked.split(" ").filter(Boolean)) {
      schemaOf(slug).then(
        (tool) => isCurrent && setKnown((now) => new Map(now).set(slug, tool)),
        // What cannot be read has no fields to wire; saving says why.
        () => isCurrent && setKnown((now) => new Map(now).set(slug, { inputSchema: { type: "object" } })),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [asked, schemaOf]);
  return known;
}
