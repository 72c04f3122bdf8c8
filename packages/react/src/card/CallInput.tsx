"use client";
import { humanizeFieldName, type CallView, type JsonSchema, type ToolDetail } from "@callboard/core";
import { Suspense, useContext, useMemo, type ReactNode } from "react";
import { isRecord } from "../isRecord.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useOpen } from "../timeline/useOpen.ts";
import { readableText } from "../text/visibleText.ts";
import { LazyToolOutput } from "../view/LazyToolOutput.tsx";
import { InputBesideContext, useCard } from "./cardContext.ts";
import { isInputSaid } from "./saidByQuestion.ts";
import { cardEnglish } from "../messages/en.ts";

const ReadForm = lazyComponent(
  () => import("../form/ToolForm.tsx"),
  (module) => module.ToolForm,
);

/** The arguments of a call, as the tool's form says them; while they stream, as far as they are there. */
export function CallInput(): ReactNode {
  const { call, tool, isForResult } = useCard("Input");
  const { t, locale } = useKit(cardEnglish);
  const isBeside = useContext(InputBesideContext);
  // What an agent was told is said in its row, and is long; what a call asks stands above, in its own words.
  const isSaid = call.agents.length > 0 || call.questions.length > 0;
  const [open, setOpen] = useOpen(`input:${call.id}`, !isSaid && !isBeside && !isForResult, "closing");
  const { input, inputText } = call;
  const added = addedByDefault(call).map(humanizeFieldName);
  // While it waits for a person, what they approve stands above, exactly.
  if (call.status === "awaiting-approval" || isInputSaid(call)) return null;
  if (inputText === null && (input === undefined || isEmpty(input))) {
    // In the line of the card's tools, unless an ask stands there.
    const isAlone = call.status !== "requested" && !call.approval && call.questions.length === 0;
    return isAlone && <p className="cb-call-section cb-call-note">{t("call.input.none")}</p>;
  }
  return (
    <details
      className="cb-call-section"
      data-args=""
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setOpen(currentTarget.open)}
    >
      <summary>{inputText === null ? t("call.input") : t("call.input.streaming")}</summary>
      {open && <Arguments call={call} tool={tool} />}
      {open && added.length > 0 && (
        <p className="cb-field-help">
          {t("call.input.defaults", { names: new Intl.ListFormat(locale).format(added) })}
        </p>
      )}
    </details>
  );
}

function Arguments({ call, tool }: { call: CallView; tool: ToolDetail | undefined }): ReactNode {
  const { input, inputText } = call;
  const keys = isRecord(input) ? Object.keys(input).join("\n") : undefined;
  const readable = useMemo(
    () => (tool && keys !== undefined ? withFieldsOf(tool, keys.split("\n")) : undefined),
    [tool, keys],
  );
  if (!isRecord(input) || (!readable && !Object.values(input).every(isOneLine)))
    return <LazyToolOutput output={input} hasSwitch={false} />;
  const plain = <PlainArguments input={input} tool={readable} />;
  if (inputText !== null || !readable) return plain;
  return (
    <Suspense fallback={plain}>
      <ReadForm className="cb-call-arguments" tool={readable} value={input} readOnly mode="embed" />
    </Suspense>
  );
}

const isOneLine = (value: unknown) =>
  typeof value === "string" ? value.length < 80 && !value.includes("\n") : typeof value !== "object";

/**
 * The arguments while they are written, in the places where the form will have them, and those of a tool that nobody
 * here knows.
 */
function PlainArguments({
  input,
  tool,
}: {
  input: Record<string, unknown>;
  tool?: ReadableTool | undefined;
}): ReactNode {
  const { properties = {} } = (tool?.inputSchema ?? {}) as { properties?: Record<string, unknown> };
  return (
    <div className="cb-call-arguments">
      <div className="cb-form-grid">
        {Object.entries(input).map(([key, value]) => {
          const property = properties[key];
          const title = isRecord(property) ? property["title"] : undefined;
          return (
            <div key={key} className="cb-field" data-readonly="">
              <div className="cb-field-label">{typeof title === "string" ? title : humanizeFieldName(key)}</div>
              <div className="cb-field-value" dir="auto">
                {typeof value === "string" ? readableText(value) : JSON.stringify(value)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

type ReadableTool = Pick<ToolDetail, "inputSchema">;

/**
 * A tool whose form has just these fields, so that the read view lists what was given and not what could have been.
 * Undefined where a form would leave an argument out: one that the schema does not name.
 */
function withFieldsOf(tool: ToolDetail, keys: readonly string[]): ReadableTool | undefined {
  const { inputSchema } = tool;
  const properties = isRecord(inputSchema) ? inputSchema["properties"] : undefined;
  if (!isRecord(properties) || !keys.every((key) => Object.hasOwn(properties, key))) return undefined;
  const kept = Object.fromEntries(Object.entries(properties).filter(([key]) => keys.includes(key)));
  return { inputSchema: { ...inputSchema, properties: kept, required: [] } as JsonSchema };
}

/** The arguments that the caller did not give. */
function addedByDefault({ given, input }: CallView): string[] {
  return isRecord(given) && isRecord(input) ? Object.keys(input).filter((key) => !Object.hasOwn(given, key)) : [];
}

function isEmpty(input: unknown): boolean {
  return isRecord(input) && Object.keys(input).length === 0;
}
