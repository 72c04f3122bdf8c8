"use client";
import type { JsonSchema } from "@callboard/core";
import type { ExecutionSpec } from "@callboard/core/execution";
import { useId, type ReactNode } from "react";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { PromptInput } from "./PromptInput.tsx";
import { StepsInput, ToolSelect, type StepTool } from "./StepsInput.tsx";
import { TextRow } from "./TextRow.tsx";

const KINDS = ["prompt", "steps", "task", "agent", "skill"] as const;
type Kind = (typeof KINDS)[number];

export interface ExecutionInputProps {
  value: ExecutionSpec;
  inputSchema: JsonSchema;
  tools: readonly { slug: string; name: string }[];
  /** The agents that may be named; any text may where none are given. */
  agents: readonly { slug: string; name: string }[];
  schemaOf(slug: string): Promise<StepTool>;
  error?: string | undefined;
  /** What the host has refused of it, by JSON Pointer into it. */
  issues?: readonly { path: string; message: string }[] | undefined;
  onChange(value: ExecutionSpec): void;
}

/** What a tool does: a prompt, other tools in their order, a task, an agent, or a skill of one. */
export function ExecutionInput(props: ExecutionInputProps): ReactNode {
  const { value, inputSchema, tools, agents, schemaOf, error, issues, onChange } = props;
  const { t } = useKit(authorEnglish);
  const id = useId();
  const kind = kindOf(value);
  return (
    <>
      <fieldset className="cb-field">
        <legend className="cb-field-label">{t("author.kind")}</legend>
        <div className="cb-segmented">
          {KINDS.map((each) => (
            <label key={each} className="cb-choice">
              <input
                type="radio"
                className="cb-radio"
                name={id}
                checked={each === kind}
                onChange={() => onChange(emptySpec(each, value))}
              />
              <span>{t(`author.kind.${each}`)}</span>
            </label>
          ))}
        </div>
        <p className="cb-field-help">{t(`author.kind.${kind}.help`)}</p>
      </fieldset>
      {error !== undefined && kind !== "prompt" && !issues?.some(({ path }) => path.startsWith("/steps/")) && (
        <p className="cb-field-error">{error}</p>
      )}
      {value.kind === "composition" && (
        <StepsInput
          value={value}
          inputSchema={inputSchema}
          tools={tools}
          schemaOf={schemaOf}
          {...(issues && { issues })}
          onChange={onChange}
        />
      )}
      {value.kind === "task" && (
        <>
          <ToolSelect
            label={t("author.taskTool")}
            value={value.task}
            tools={tools}
            onChange={(task) => onChange({ ...value, task })}
          />
          <label className="cb-check">
            <input
              type="checkbox"
              className="cb-checkbox"
              checked={value.wait}
              onChange={({ target }) => onChange({ ...value, wait: target.checked })}
            />
            <span>{t("author.taskWait")}</span>
          </label>
        </>
      )}
      {value.kind === "prompt" && value.mode === "direct" && (
        <PromptInput
          value={value.prompt_template}
          inputSchema={inputSchema}
          error={error}
          onChange={(text) => onChange({ ...value, prompt_template: text })}
        />
      )}
      {value.kind === "prompt" && value.mode === "skill" && (
        <TextRow
          label={t("author.skill")}
          isCode
          value={value.skill}
          onChange={(skill) => onChange({ ...value, skill })}
        />
      )}
      {value.kind === "prompt" && value.mode !== "direct" && (
        <ToolSelect
          label={t("author.agent")}
          value={value.agent}
          tools={agents}
          onChange={(agent) => onChange({ ...value, agent })}
        />
      )}
    </>
  );
}

/** The word for a spec's kind and mode. */
function kindOf(spec: ExecutionSpec): Kind {
  if (spec.kind === "composition") return "steps";
  if (spec.kind === "task") return "task";
  return spec.mode === "direct" ? "prompt" : spec.mode;
}

/** A spec of another kind of which nothing is written yet; an agent that was named stays. */
function emptySpec(kind: Kind, before: ExecutionSpec): ExecutionSpec {
  const agent = before.kind === "prompt" && before.mode !== "direct" ? before.agent : "";
  switch (kind) {
    case "prompt":
      return { kind: "prompt", mode: "direct", prompt_template: "" };
    case "steps":
      return { kind: "composition", steps: [] };
    case "task":
      return { kind: "task", task: "", wait: true };
    case "agent":
      return { kind: "prompt", mode: "agent", agent };
    case "skill":
      return { kind: "prompt", mode: "skill", skill: "", agent };
  }
}
