"use client";
import { compileForm, sameJson, type FormStore, type JsonSchema, type Pointer } from "@callboard/core/form";
import {
  Suspense,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { FormContext, issueText, useFormStatus, type FormScope } from "../field/api/formContext.ts";
import { formEnglish } from "../messages/en.ts";
import { lazyComponent, lazyModule } from "../provider/lazyModule.ts";
import { heardAgain } from "../provider/pace.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { useStylesheet } from "../provider/useStylesheet.ts";
import { drawnWhole, FallbackFormBody } from "./FallbackFormBody.tsx";
import { FormBody } from "./FormBody.tsx";
import { isStandard, schemaOf, specOf, type DescribedProps } from "./formProps.ts";
import type { FormView } from "./FormToolbar.tsx";
import { issueWords, loadValidator } from "./formValidator.ts";
import { loadPrefill } from "./modelArguments.ts";
import { NodeField } from "./NodeField.tsx";
import { startForm } from "./startForm.ts";
import { SubmitBar } from "./SubmitBar.tsx";
import { undoByKeys } from "./undoKeys.ts";
import { useSame } from "./useSame.ts";

const FormToolbar = lazyComponent(
  () => import("./FormToolbar.tsx"),
  (module) => module.FormToolbar,
);
const JsonView = lazyComponent(
  () => import("./JsonView.tsx"),
  (module) => module.JsonView,
);
const DraftNotice = lazyComponent(
  () => import("./DraftNotice.tsx"),
  (module) => module.DraftNotice,
);
const ErrorSummary = lazyComponent(
  () => import("./ErrorSummary.tsx"),
  (module) => module.ErrorSummary,
);
const reveal = lazyModule(() => import("./revealPlace.ts"));

/** Milliseconds within which another press of the submit button is no second wish. */
const twoPresses = 250;

/** The form of a schema and a FormSpec, over the store that holds its value. */
export function ModelForm(props: DescribedProps): ReactNode {
  const { tool } = props;
  const { fallbackForm, registry } = useKit();
  const given = schemaOf(props);
  const spec = useSame(specOf(props, registry));
  const standard = isStandard(given) ? given : undefined;
  const schema = useSame(props.json);
  const usesFallback = useMemo(
    () => fallbackForm !== undefined && !spec && fallbackForm.isBeyond(schema),
    [fallbackForm, schema, spec],
  );
  const model = useMemo(() => {
    const compiled = compileForm(schema, spec);
    return usesFallback ? drawnWhole(compiled) : compiled;
  }, [schema, spec, usesFallback]);

  const start = () => startForm(model, standard, props.value !== undefined ? props.value : props.defaultValue);
  const [started, setStarted] = useState(start);
  let form = started;
  if (started.store.model !== model) setStarted((form = start()));
  const { store, modelArguments, listen } = form;
  const latest = useLatest(props);
  /** The value that the owner has: what the form reported last, or was given. */
  const owned = useRef<unknown>(props.value);
  /** Whether what the form holds is what `onSubmit` took. */
  const [isTaken, setTaken] = useState(false);
  useInsertionEffect(
    () =>
      listen((value) => {
        owned.current = value;
        setTaken(false);
        latest.current.onChange?.(value);
      }),
    [listen, latest],
  );
  const root = useStylesheet<HTMLFormElement>();
  useEffect(() => {
    void loadValidator();
    // After a failed submit the network may be gone.
    return whenIdle(() => void Promise.all([ErrorSummary.load(), reveal.load()]).catch(() => {}));
  }, []);
  const hasHandle = props.formRef !== undefined;
  useEffect(() => {
    if (hasHandle) loadPrefill();
  }, [hasHandle]);
  useEffect(() => store.dispose, [store]);

  useEffect(() => {
    if (props.value === undefined || Object.is(owned.current, props.value)) return;
    const isNew = !sameJson(props.value, store.getOutput());
    owned.current = props.value;
    if (isNew) store.follow(props.value);
  }, [store, props.value]);
  const errors = useSame(props.errors);
  useEffect(() => {
    if (errors !== undefined) store.setErrors(errors);
  }, [store, errors]);

  const submit = useCallback(async () => {
    setTaken(false);
    const before = store.getValue();
    const isDone = await store.submit((value) => latest.current.onSubmit?.(value));
    if (isDone && Object.is(store.getValue(), before)) setTaken(true);
    return isDone;
  }, [store, latest]);
  useImperativeHandle(
    props.formRef,
    () => ({
      applyArguments: modelArguments.apply,
      changes: modelArguments.changes,
      submit,
      reset: (...value: [unknown?]) => store.reset(...value),
    }),
    [store, modelArguments, submit],
  );

  const { t, translator, locale, language, components } = useKit(formEnglish);
  const { mode = "internal", readOnly = false, fields } = props;
  const prefix = useId();
  const live = useRef<HTMLDivElement>(null);
  const scope = useMemo<FormScope>(
    () => ({
      store,
      Node: NodeField,
      idOf: (path) => prefix + idText(path),
      mode,
      readOnly,
      fields,
      components,
      locale,
      t,
      issueText: (issue) => issueText(translator(issueWords()), issue),
      announce: (text) => {
        if (live.current) live.current.textContent = heardAgain(text, live.current.textContent);
      },
    }),
    [store, prefix, mode, readOnly, fields, components, locale, t, translator],
  );

  const submitted = useRef<{ value: unknown; at: number }>({ value: undefined, at: -Infinity });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (props.isLoading || props.disabled || !props.onSubmit) return;
    // Two presses in quick succession are one: the second came before anybody could see what the first did.
    const { value, at } = submitted.current;
    const isRepeated = event.timeStamp - at < twoPresses && Object.is(store.getValue(), value);
    if (isRepeated) return;
    submitted.current = { value: store.getValue(), at: event.timeStamp };
    void submit().then((isDone) => {
      if (!isDone) submitted.current.at = -Infinity;
    });
  };
  const isDisabled = props.disabled === true || typeof props.disabled === "string";
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = readOnly || isDisabled ? undefined : undoByKeys(event, store);
    if (!step) return;
    scope.announce(t(step.isUndo ? "form.undone" : "form.redone"));
    const element = event.currentTarget as HTMLElement;
    reveal.load().then(
      ({ revealPlace }) => revealPlace(element, step.path, scope.idOf),
      () => {},
    );
  };
  const hasTools = props.tools !== undefined && props.tools !== false && mode === "internal" && !readOnly;
  const [chosenView, setView] = useState<FormView>("form");
  const view = hasTools ? chosenView : "form";
  return (
    <FormContext.Provider value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its controls let through */}
      <form
        ref={root}
        {...language}
        className={["callboard", "cb-form", props.className].filter(Boolean).join(" ")}
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        data-mode={mode}
        data-readonly={readOnly ? "" : undefined}
      >
        {model.description !== undefined && spec?.description !== undefined && (
          <p className="cb-form-description">{model.description}</p>
        )}
        {hasTools && (
          <Suspense fallback={<div className="cb-form-tools" />}>
            <FormToolbar
              view={view}
              onView={setView}
              slug={tool?.slug}
              url={typeof props.tools === "object" ? props.tools.url : undefined}
              disabled={isDisabled}
            />
          </Suspense>
        )}
        {props.draft && !readOnly && (
          <Suspense fallback={null}>
            <DraftNotice draft={props.draft} />
          </Suspense>
        )}
        {view === "json" && (
          <Suspense fallback={<div className="cb-json" aria-busy="true" />}>
            <JsonView disabled={isDisabled} />
          </Suspense>
        )}
        <fieldset className="cb-form-fields" disabled={isDisabled} hidden={view === "json"}>
          {fallbackForm && usesFallback ? (
            <FallbackFormBody Fields={fallbackForm} schema={schema as JsonSchema} uiSchema={props.uiSchema} />
          ) : (
            <FormBody />
          )}
          {props.children}
        </fieldset>
        {props.onSubmit && !readOnly && (
          <SubmitBar
            store={store}
            label={props.submitLabel ?? model.submitLabel ?? t("form.submit")}
            isLoading={props.isLoading ?? false}
            disabled={props.disabled ?? false}
            actions={props.actions}
            success={props.successMessage === undefined ? undefined : isTaken && props.successMessage}
          />
        )}
        {/* Below the button, which stays where it was pressed. */}
        {view === "form" && <Summary store={store} />}
        <div ref={live} className="cb-visually-hidden" role="status" />
      </form>
    </FormContext.Provider>
  );
}

/** The issues that stopped a submit, if any. */
function Summary({ store }: { store: FormStore }): ReactNode {
  const { attempts, issues } = useFormStatus(store);
  if (attempts === 0 && issues.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ErrorSummary />
    </Suspense>
  );
}

/** Calls back once the page has nothing better to do; returns what calls it off. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(callback, { timeout: 2_000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(callback, 200);
  return () => clearTimeout(timer);
}

/** Pointers hold any character; an id must hold no space. */
const idText = (path: Pointer): string => path.replace(/[^\w/-]/g, (char) => `.${char.codePointAt(0)!.toString(36)}.`);
