"use client";
import type { JsonSchema } from "@callboard/core";
import { Suspense, useMemo, type ReactNode } from "react";
import { askEnglish } from "../../messages/askEnglish.ts";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { ExactValue, Visible } from "./ExactValue.tsx";
import { inputChanges, type InputChange } from "./inputChanges.ts";

/** What shows a changed text. It is lower than its fallback: whoever lets a text be changed fetches it before. */
export const LazyWordDiff = lazyComponent(
  () => import("./WordDiff.tsx"),
  (module) => module.WordDiff,
);

interface ChangesProps {
  before: unknown;
  after: unknown;
  schema: JsonSchema | undefined;
}

/**
 * What a person changed in an input, place by place: in a text the words, of another value what it was and what it is.
 */
export function Changes({ before, after, schema }: ChangesProps): ReactNode {
  const changes = useMemo(() => inputChanges(before, after, schema), [before, after, schema]);
  return <ChangeList changes={changes} />;
}

/** Changes, a place a row; of what `isNew` there is no before. */
export function ChangeList({
  changes,
  isNew = false,
}: {
  changes: readonly InputChange[];
  isNew?: boolean;
}): ReactNode {
  const { t } = useKit(askEnglish);
  return (
    <dl className="cb-ask-changes">
      {changes.map((change) => (
        <div key={change.path.join("\n")}>
          <dt className="cb-call-note">
            {change.label === "" ? t("approval.whole") : <Visible text={change.label} />}
          </dt>
          <dd>{isNew ? <ExactValue value={change.after} label={change.label} /> : <Change change={change} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ change: { before, after, label } }: { change: InputChange }): ReactNode {
  const { t } = useKit(askEnglish);
  const side = (words: string, value: unknown) => (
    <>
      <span className="cb-visually-hidden">{words}: </span>
      {value === undefined ? (
        <span className="cb-exact-none">{t("approval.nothing")}</span>
      ) : (
        <ExactValue value={value} label={label} />
      )}
    </>
  );
  const both = (
    <div className="cb-value-change">
      <del>{side(t("approval.before"), before)}</del>
      <ins>{side(t("approval.after"), after)}</ins>
    </div>
  );
  if (typeof before !== "string" || typeof after !== "string" || before === "" || after === "") return both;
  return (
    <Suspense fallback={both}>
      <LazyWordDiff before={before} after={after} />
    </Suspense>
  );
}
