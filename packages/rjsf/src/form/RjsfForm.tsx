"use client";
import Form, { type FormProps, type IChangeEvent } from "@rjsf/core/lib/components/Form.js";
import type { RJSFValidationError, ValidatorType } from "@rjsf/utils";
import { useCallback, useEffect, useId, useMemo, useRef, type ReactNode } from "react";
import type { JsonSchema, JsonValue } from "@callboard/core/form";
import { issueText, usePartWords } from "@callboard/react/internal-form";
import { drawnSchema, mergeAllOf } from "./drawnSchema.ts";
import { createRjsfValidator } from "./rjsfValidator.ts";
import { rjsfTheme } from "./rjsfTheme.ts";
import { createTranslateString } from "./translateString.ts";

/** The props of rjsf's own `<Form>`; the validator is the kit's unless another is given. */
export type RjsfFormProps<T = JsonValue> = Omit<FormProps<T>, "validator" | "schema"> & {
  schema: JsonSchema;
  validator?: ValidatorType<T>;
};

/**
 * rjsf's form with the kit's fields, words and eval-free validator: the way in for who has used @rjsf/core so far.
 * @example
 * ```tsx
 * <RjsfForm
 *   schema={{ type: "object", properties: { bio: { type: "string" } } }}
 *   uiSchema={{ bio: { "ui:widget": "textarea" } }}
 *   onSubmit={({ formData }) => save(formData)}
 * />
 * ```
 */
export function RjsfForm<T = JsonValue>(props: RjsfFormProps<T>): ReactNode {
  const { schema, onChange, className, widgets, templates, fields, ...rest } = props;
  const t = usePartWords();
  const prefix = useId();
  const root = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => drawnSchema(schema), [schema]);
  const validator = useMemo(() => createRjsfValidator({ say: (issue) => issueText(t, issue) }), [t]);
  const translateString = useMemo(() => createTranslateString(t), [t]);
  const theme = useMemo(
    () => ({
      widgets: { ...rjsfTheme.widgets, ...widgets },
      fields: { ...rjsfTheme.fields, ...fields },
      templates: {
        ...rjsfTheme.templates,
        ...templates,
        ButtonTemplates: { ...rjsfTheme.templates.ButtonTemplates, ...templates?.ButtonTemplates },
      },
    }),
    [widgets, templates, fields],
  );
  const tell = useChangesAfterMount(onChange);
  const focusFirst = useCallback((_error: RJSFValidationError) => {
    // The errors are drawn once this has returned.
    setTimeout(() => {
      const form = root.current;
      const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true]");
      const control = wrong?.matches("[role]") ? wrong.querySelector<HTMLElement>("input, button, select") : wrong;
      (control ?? form?.querySelector<HTMLElement>(".cb-form-summary"))?.focus();
    });
  }, []);
  return (
    <div ref={root} className="callboard">
      <Form<T>
        idPrefix={prefix}
        idSeparator="/"
        noHtml5Validate
        focusOnFirstError={focusFirst}
        onError={sayNothing}
        translateString={translateString}
        experimental_customMergeAllOf={mergeAllOf}
        {...rest}
        {...(onChange && { onChange: tell })}
        {...(theme as Pick<FormProps<T>, "widgets" | "templates" | "fields">)}
        schema={drawn as FormProps<T>["schema"]}
        validator={props.validator ?? (validator as ValidatorType<T>)}
        useFallbackUiForUnsupportedType
        className={["cb-form", className].filter(Boolean).join(" ")}
      />
    </div>
  );
}

/** The page shows the errors; without a listener rjsf would log them as well. */
const sayNothing = (): void => {};

/** rjsf reports its added defaults during construction, when no state may be set: the call is delayed. */
export function useChangesAfterMount<T>(onChange: FormProps<T>["onChange"]): NonNullable<FormProps<T>["onChange"]> {
  const latest = useRef(onChange);
  const first = useRef<IChangeEvent<T>>(undefined);
  const isMounted = useRef(false);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    isMounted.current = true;
    const event = first.current;
    first.current = undefined;
    if (event) latest.current?.(event);
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback((event, id) => {
    if (isMounted.current) latest.current?.(event, id);
    else first.current = event;
  }, []);
}
