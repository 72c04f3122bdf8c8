"use client";
import {
  compileForm,
  createLightFormStore,
  registeredFormSpec,
  sameJson,
  toJsonSchema,
  type ArgumentsOptions,
  type FormChange,
  type FormSpec,
  type FormStore,
  type JsonSchema,
  type Pointer,
  type SubmitErrors,
  type UiSchema,
} from "@callboard/core/form";
import type { Schema, StandardSchema, ToolDefinition, ToolDetail } from "@callboard/core";
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { drawnWhole, ExoticBody } from "./ExoticBody.tsx";
import { fetchOnce } from "./fetchOnce.ts";
import { FormBody } from "./FormBody.tsx";
import { createLazyValidator, loadValidator } from "./lazyValidator.ts";
import { NodeField } from "./NodeField.tsx";
import type { FormDraftOptions } from "./DraftNotice.tsx";
import type { FormView } from "./FormToolbar.tsx";
import { undoByKeys } from "./undoKeys.ts";
import {
  FormContext,
  useFormStatus,
  useLaterParts,
  type FieldComponents,
  type FormScope,
  type ToolFormMode,
} from "./formContext.ts";

// What not every form has is fetched by those that have it.
const FormToolbar = lazy(() => import("./FormToolbar.tsx").then((module) => ({ default: module.FormToolbar })));
const JsonView = lazy(() => import("./JsonView.tsx").then((module) => ({ default: module.JsonView })));
const UiSchemaForm = lazy(() => import("./UiSchemaForm.tsx").then((module) => ({ default: module.UiSchemaForm })));
const DraftNotice = lazy(() => import("./DraftNotice.tsx").then((module) => ({ default: module.DraftNotice })));

const later = fetchOnce(() => import("./laterParts.ts"));

/** What an app can do with a form from outside. */
export interface ToolFormHandle {
  /** Fills in a model's arguments, partial ones too; what a human set stays. `partial: false` says that this is all of it. */
  applyArguments: (value: unknown, options?: ArgumentsOptions) => void;
  /** What the model asked for against what stands. */
  changes: () => FormChange[];
  /** Submits as the button does; resolves to whether it was submitted. */
  submit: () => Promise<boolean>;
  reset: (value?: unknown) => void;
}

interface FormProps {
  spec?: FormSpec;
  /** How the form is to look in rjsf's words, translated into a FormSpec as far as there is one; a `spec` wins. */
  uiSchema?: UiSchema;
  /** Follows this value: a new one replaces what the form holds. */
  value?: unknown;
  defaultValue?: unknown;
  /** Told of every change, with what would be submitted. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema alone knows the value's type
  onChange?: (value: any) => void;
  /** Gets a valid value. What it returns, resolves to or rejects with as errors (by JSON Pointer) lands on the fields. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema alone knows the value's type
  onSubmit?: (value: any) => SubmitErrors | Promise<SubmitErrors>;
  /** Errors known elsewhere, by JSON Pointer (`""` is the form as a whole). */
  errors?: SubmitErrors;
  mode?: ToolFormMode;
  /** Nothing can be changed; a text says why. */
  disabled?: boolean | string;
  /** Values instead of controls. */
  readOnly?: boolean;
  /** What was submitted is still under way. */
  isLoading?: boolean;
  submitLabel?: string;
  fields?: FieldComponents;
  formRef?: Ref<ToolFormHandle>;
  /** In `internal`: a toolbar to see and edit the JSON, undo, reset and copy. `url`: where a copied request goes. */
  tools?: boolean | { url?: string };
  /** Keeps what is typed until it is submitted, but for secrets, and restores it for the same user, tool and schema. */
  draft?: FormDraftOptions;
  className?: string;
  /** Stands between the fields and the submit button. */
  children?: ReactNode;
}

export type ToolFormProps = FormProps & {
  /** A tool as a host describes it, or as it is defined in this page. */
  tool?: (Pick<ToolDetail, "inputSchema" | "formSpec"> | Pick<ToolDefinition, "inputSchema" | "formSpec">) & {
    slug?: string;
  };
  schema?: Schema | boolean;
};

export type SchemaFormProps = FormProps & { schema: Schema | boolean };
export type FormSpecRendererProps = FormProps & { spec: FormSpec };

/**
 * The form of a tool's input, made from its JSON Schema, a FormSpec or both.
 * @example
 * ```tsx
 * <ToolForm
 *   schema={{ type: "object", properties: { city: { type: "string" } }, required: ["city"] }}
 *   onSubmit={(value) => save(value)}
 * />
 * ```
 */
export function ToolForm(props: ToolFormProps): ReactNode {
  const { registry } = useCallboard();
  const slug = props.tool?.slug;
  const isInside = useContext(OwnFormContext) === slug;
  const Own = slug === undefined || isInside ? undefined : registry.get("form", `tool:${slug}`);
  if (Own) {
    return (
      <OwnFormContext.Provider value={slug}>
        <Own {...props} mode={props.mode ?? "internal"} />
      </OwnFormContext.Provider>
    );
  }
  if (!props.uiSchema || props.spec) return <ModelForm {...props} />;
  return (
    <Suspense fallback={<div className="callboard cb-form" aria-busy="true" />}>
      <UiSchemaForm {...props} uiSchema={props.uiSchema} Form={ModelForm} />
    </Suspense>
  );
}

/** The tool whose own form stands around: a form inside it is the kit's, or it would go round for ever. */
const OwnFormContext = createContext<string | undefined>(undefined);

function ModelForm(props: ToolFormProps): ReactNode {
  const { tool } = props;
  const { exotic } = useCallboard();
  const given = props.schema ?? tool?.inputSchema;
  const spec = useSame(
    props.spec ?? tool?.formSpec ?? (tool?.slug === undefined ? undefined : registeredFormSpec(tool.slug)),
  );
  const standard = isStandard(given) ? given : undefined;
  const schema = useSame(
    useMemo(() => (given === undefined || typeof given === "boolean" ? given : toJsonSchema(given)), [given]),
  );
  const isExotic = useMemo(() => exotic !== undefined && !spec && exotic.isBeyond(schema), [exotic, schema, spec]);
  const model = useMemo(() => {
    const compiled = compileForm(schema, spec);
    return isExotic ? drawnWhole(compiled) : compiled;
  }, [schema, spec, isExotic]);

  const latest = useRef(props);
  latest.current = props;
  const store = useMemo(
    () =>
      createLightFormStore(
        model,
        {
          createValidator: createLazyValidator,
          prepare: loadValidator,
          value: latest.current.value !== undefined ? latest.current.value : latest.current.defaultValue,
          onChange: (value) => {
            seen.current = value;
            latest.current.onChange?.(value);
          },
          ...(standard && {
            checkBeforeSubmit: async (value: unknown) => (await later.fetch()).standardIssues(standard, value),
          }),
        },
        { fetch: async () => (await later.fetch()).createPrefill },
      ),
    // The last check belongs to the schema; its identity alone must not throw away what was typed.
    // oxlint-disable-next-line react/exhaustive-deps
    [model],
  );
  useEffect(() => {
    void loadValidator();
    return whenIdle(() => void later.fetch().catch(() => {}));
  }, []);
  useEffect(() => {
    // Whoever holds the form may have a model fill it in.
    if (latest.current.formRef) void store.prepareArguments();
    return store.dispose;
  }, [store]);

  const seen = useRef<unknown>(props.value);
  useEffect(() => {
    if (props.value === undefined || Object.is(seen.current, props.value)) return;
    const isNew = !sameJson(props.value, store.getOutput());
    seen.current = props.value;
    if (isNew) store.follow(props.value);
  }, [store, props.value]);
  const errors = useSame(props.errors);
  useEffect(() => {
    if (errors !== undefined) store.setErrors(errors);
  }, [store, errors]);

  const submit = useCallback(() => store.submit((value) => latest.current.onSubmit?.(value)), [store]);
  useImperativeHandle(
    props.formRef,
    () => ({
      applyArguments: store.applyArguments,
      changes: store.changes,
      submit,
      reset: (...value: [unknown?]) => store.reset(...value),
    }),
    [store, submit],
  );

  const { t, locale, language, registry } = useCallboard();
  const { mode = "internal", readOnly = false, fields } = props;
  const prefix = useId();
  const live = useRef<HTMLDivElement>(null);
  const scope = useMemo<FormScope>(
    () => ({
      store,
      Node: NodeField,
      later,
      idOf: (path) => prefix + idText(path),
      mode,
      readOnly,
      fields,
      registry,
      locale,
      t,
      announce: (text) => {
        // The same words again are news only where they differ from what stands there.
        if (live.current) live.current.textContent = text === live.current.textContent ? `${text}\u00a0` : text;
      },
    }),
    [store, prefix, mode, readOnly, fields, registry, locale, t],
  );

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (props.isLoading || props.disabled || !props.onSubmit) return;
    void submit();
  };
  const isDisabled = props.disabled === true || typeof props.disabled === "string";
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = readOnly || isDisabled ? undefined : undoByKeys(event, store);
    if (!step) return;
    scope.announce(t(step.isUndo ? "form.undone" : "form.redone"));
    const form = event.currentTarget as HTMLElement;
    void later.fetch().then(({ revealPlace }) => revealPlace(form, step.path, scope.idOf));
  };
  const hasTools = props.tools !== undefined && props.tools !== false && mode === "internal" && !readOnly;
  const [chosenView, setView] = useState<FormView>("form");
  const view = hasTools ? chosenView : "form";
  return (
    <FormContext.Provider value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its controls let through */}
      <form
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
        {view === "form" && <Summary store={store} />}
        {view === "json" && (
          <Suspense fallback={<div className="cb-json" aria-busy="true" />}>
            <JsonView disabled={isDisabled} />
          </Suspense>
        )}
        <fieldset className="cb-form-fields" disabled={isDisabled} hidden={view === "json"}>
          {exotic && isExotic ? (
            <ExoticBody Fields={exotic} schema={schema as JsonSchema} uiSchema={props.uiSchema} />
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
          />
        )}
        <div ref={live} className="cb-visually-hidden" role="status" aria-live="polite" />
      </form>
    </FormContext.Provider>
  );
}

/** A form from a JSON Schema, Zod or any Standard Schema. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  return <ToolForm {...props} />;
}

/** A form from a FormSpec alone: its fields are the contract. */
export function FormSpecRenderer(props: FormSpecRendererProps): ReactNode {
  return <ToolForm {...props} />;
}

function SubmitBar({
  store,
  label,
  isLoading,
  disabled,
}: {
  store: FormStore;
  label: string;
  isLoading: boolean;
  disabled: boolean | string;
}): ReactNode {
  const { t } = useCallboard();
  const { submitting, unchecked } = useFormStatus(store);
  const pending = submitting || isLoading;
  const id = useId();
  const why = typeof disabled === "string" ? disabled : disabled ? t("form.disabled") : undefined;
  const note = why ?? (unchecked === undefined ? undefined : t("form.unchecked", { why: unchecked }));
  return (
    <div className="cb-form-footer">
      <button
        type="submit"
        className="cb-button cb-form-submit"
        data-variant="primary"
        data-pending={pending ? "" : undefined}
        aria-disabled={pending || disabled !== false || undefined}
        aria-describedby={note === undefined ? undefined : id}
      >
        <span className="cb-form-submit-label">{label}</span>
        {pending && <span className="cb-spinner" aria-hidden="true" />}
      </button>
      <span className="cb-visually-hidden" role="status">
        {pending ? t("form.pending") : ""}
      </span>
      {note !== undefined && (
        <p className="cb-field-help" id={id}>
          {note}
        </p>
      )}
    </div>
  );
}

/** What stopped a submit, if something did. */
function Summary({ store }: { store: FormStore }): ReactNode {
  const { attempts, issues } = useFormStatus(store);
  return attempts > 0 || issues.length > 0 ? <LaterSummary /> : null;
}

function LaterSummary(): ReactNode {
  const parts = useLaterParts();
  return parts && <parts.ErrorSummary />;
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

/** The value given first, as long as later ones say the same: schemas and specs are often written in place. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (Object.is(kept, value) || sameData(kept, value)) return kept;
  setKept(value);
  return value;
}

function sameData(a: unknown, b: unknown): boolean {
  try {
    return typeof a === "object" && typeof b === "object" && sameJson(a, b);
  } catch {
    return false;
  }
}

const isStandard = (schema: unknown): schema is StandardSchema =>
  (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;

/** Pointers hold any character; an id must hold no space. */
const idText = (path: Pointer): string => path.replace(/[^\w/-]/g, (char) => `.${char.codePointAt(0)!.toString(36)}.`);
