"use client";
import type { JsonSchema } from "@callboard/core";
import { useMemo, type ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { ExactValue } from "./ExactValue.tsx";
import { inputChanges, type InputChange } from "./inputChanges.ts";

interface ChangesProps {
  before: unknown;
  after: unknown;
  schema: JsonSchema | undefined;
}

/** What a person changed in an input, each place with what stood there and what stands there now. */
export function Changes({ before, after, schema }: ChangesProps): ReactNode {
  const { t } = useKit(askEnglish);
  const changes = useMemo(() => inputChanges(before, after, schema), [before, after, schema]);
  const side = (words: string, value: unknown, { label }: InputChange) => (
    <div>
      <dt className="cb-call-note">{words}</dt>
      <dd>
        {value === undefined ? (
          <span className="cb-exact-none">{t("approval.nothing")}</span>
        ) : (
          <ExactValue value={value} label={label} />
        )}
      </dd>
    </div>
  );
  return (
    <ul className="cb-ask-changes">
      {changes.map((change) => (
        <li key={change.path.join("\n")}>
          <p>{change.label || t("approval.whole")}</p>
          <dl>
            {side(t("approval.before"), change.before, change)}
            {side(t("approval.after"), change.after, change)}
          </dl>
        </li>
      ))}
    </ul>
  );
}
