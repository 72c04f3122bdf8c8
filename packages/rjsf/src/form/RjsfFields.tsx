"use client";
import type { FormStore, Pointer } from "@callboard/core/form";
import { childPointer, sameJson } from "@callboard/core/form";
import Form, { type FormProps } from "@rjsf/core/lib/components/Form.js";
import { useCallback, useMemo, type ReactNode } from "react";
import { type FallbackFormProps, isRecord, useFormScope, usePartWords, useStore } from "@callboard/react/internal-form";
import { drawnSchema, mergeAllOf } from "./drawnSchema.ts";
import { useChangesAfterMount } from "./RjsfForm.tsx";
import { createRjsfValidator } from "./rjsfValidator.ts";
import { rjsfTheme } from "./rjsfTheme.ts";
import { createTranslateString } from "./translateString.ts";

/**
 * The fields of a whole form as rjsf draws them, over the form's own state: what somebody changes is written where it
 * changed, so who set what, undo, drafts, errors and submitting are those of every other form.
 */
export default function RjsfFields({ schema, uiSchema }: FallbackFormProps): ReactNode {
  const { store, idOf, readOnly } = useFormScope();
  const t = usePartWords();
  const value = useStore(
    useMemo(() => ({ subscribe: (listener) => store.subscribe("", listener), read: () => store.getValue() }), [store]),
  );
  const drawn = useMemo(() => drawnSchema(schema), [schema]);
  const validator = useMemo(() => createRjsfValidator(), []);
  const translateString = useMemo(() => createTranslateString(t), [t]);
  const change = useChangesAfterMount<unknown>(
    useCallback<NonNullable<FormProps<unknown>["onChange"]>>(
      (event, id) => writeChanges(store, event.formData, id !== undefined),
      [store],
    ),
  );
  return (
    <Form<unknown>
      {...(rjsfTheme as Pick<FormProps<unknown>, "widgets" | "templates" | "fields">)}
      // A form within a form is none: the one around submits.
      tagName="div"
      className="cb-form-section"
      idPrefix={idOf("")}
      idSeparator="/"
      schema={drawn as FormProps<unknown>["schema"]}
      uiSchema={uiSchema ?? {}}
      validator={validator}
      formData={value}
      onChange={change}
      readonly={readOnly}
      noValidate
      experimental_defaultFormStateBehavior={noEmptyGroups}
      showErrorList={false}
      translateString={translateString}
      experimental_customMergeAllOf={mergeAllOf}
      useFallbackUiForUnsupportedType
    >
      <></>
    </Form>
  );
}

/** An optional group in which nothing is filled in is not there, and so demands nothing of its own. */
const noEmptyGroups: NonNullable<FormProps["experimental_defaultFormStateBehavior"]> = {
  emptyObjectFields: "skipEmptyDefaults",
  arrayMinItems: { populate: "requiredOnly" },
};

/** Writes what differs, place by place: a human's in one step, rjsf's own defaults in none. */
function writeChanges(store: FormStore, next: unknown, isHuman: boolean): void {
  const changes: { path: Pointer; value: unknown }[] = [];
  compare("", store.getValue(), next, changes);
  const [only] = changes;
  if (only && changes.length === 1 && isHuman) {
    store.setValue(only.path, only.value, "human");
    return;
  }
  if (changes.length === 0) return;
  store.edit(isHuman ? { path: "" } : false, (document) => {
    for (const { path, value } of changes) document.assign(path, value, isHuman ? "human" : "default");
  });
}

function compare(path: Pointer, before: unknown, after: unknown, changes: { path: Pointer; value: unknown }[]): void {
  if (Object.is(before, after) || (before === null && after === undefined)) return;
  if (isRecord(before) && isRecord(after)) {
    const names = Object.keys(before);
    const same = Object.keys(after);
    // Where names changed, their order may have: an entry's new name stands where the old one stood.
    const isRenamed = names.length === same.length && same.some((name) => !Object.hasOwn(before, name));
    if (!isRenamed) {
      for (const key of new Set([...names, ...same]))
        compare(
          childPointer(path, key),
          Object.hasOwn(before, key) ? before[key] : undefined,
          Object.hasOwn(after, key) ? after[key] : undefined,
          changes,
        );
      return;
    }
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    before.forEach((part, index) => compare(childPointer(path, index), part, after[index], changes));
    return;
  } else if (sameJson(before, after)) return;
  changes.push({ path, value: after });
}
