"use client";
import {
  childPointer,
  conditionFields,
  readPointer,
  type FieldState,
  type FormNode,
  type FormStatus,
  type FormStore,
  type GroupState,
  type Pointer,
  type ValidationIssue,
} from "@callboard/core/form";
import { createContext, useContext, useMemo, type ComponentType } from "react";
import type { FormMessageKey, FormTranslate, MessageParams } from "../../messages/messages.ts";
import type { UiRegistry } from "../../provider/uiRegistry.ts";
import { useStore, type Store } from "../../useStore.ts";
import type { FieldComponent } from "./fieldInput.ts";

/** For whom a form is drawn: operators see all of it, end customers what is meant for them. */
export type ToolFormMode = "internal" | "embed";

/** Own components for fields: by pointer (`/rows/0/name`, or `/rows/*\/name` for every row), else by storage type. */
export type FieldComponents = Readonly<Record<string, FieldComponent>>;

export interface NodeFieldProps {
  node: FormNode;
  path: Pointer;
  label?: string;
  /** The label is for screen readers only, where the container shows it. */
  hideLabel?: boolean;
}

/** The context of every part of a form. It never changes while somebody types. */
export interface FormScope {
  store: FormStore;
  /** Draws any node; given from above, because nodes hold nodes. */
  Node: ComponentType<NodeFieldProps>;
  /** The id of a control, unique on the page and safe in `aria-describedby`. */
  idOf: (path: Pointer) => string;
  mode: ToolFormMode;
  readOnly: boolean;
  fields: FieldComponents | undefined;
  components: UiRegistry;
  locale: string;
  t: FormTranslate;
  /** What is wrong with a value, in the reader's language. */
  issueText: (issue: ValidationIssue) => string;
  /** Said once by screen readers, politely. */
  announce: (text: string) => void;
}

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error("This field stands outside a form. Render it inside <ToolForm> or <SchemaForm>.");
  return scope;
}

/** One control's value and state; re-renders for that path alone. */
export function useField(path: Pointer): FieldState {
  const { store } = useFormScope();
  return useStore(
    useMemo(
      () => ({ subscribe: (listener) => store.subscribe(path, listener), read: () => store.getField(path) }),
      [store, path],
    ),
  );
}

/** Rows, branch and error of what holds other fields; a keystroke inside does not re-render it. */
export function useGroup(path: Pointer): GroupState {
  const { store } = useFormScope();
  return useStore(
    useMemo(
      () => ({ subscribe: (listener) => store.subscribe(path, listener), read: () => store.getGroup(path) }),
      [store, path],
    ),
  );
}

export function useFormStatus(store: FormStore): FormStatus {
  return useStore(useMemo(() => ({ subscribe: store.subscribeStatus, read: store.getStatus }), [store]));
}

/** Whether a field's condition holds; listens to the fields that the condition reads. */
export function useVisible(node: Pick<FormNode, "visible">, path: Pointer, container: Pointer): boolean {
  const { store } = useFormScope();
  const { visible } = node;
  const condition = useMemo<Store<boolean>>(
    () => ({
      subscribe(listener) {
        if (!visible || conditionFields(visible.condition).length === 0) return () => {};
        const places = visible.reads.map((read) => readPointer(read, container).reduce(childPointer, ""));
        const stops = places.map((place) => store.subscribe(place, listener));
        return () => stops.forEach((stop) => stop());
      },
      read: () => store.isVisible({ visible }, path),
    }),
    [store, visible, path, container],
  );
  return useStore(condition);
}

/** An issue in the reader's language where the catalogue has its rule; a server's own words stay. */
export function issueText(t: FormTranslate, issue: ValidationIssue): string {
  const { code, params = {} } = issue;
  if (code === "custom") return issue.message;
  const expected = Array.isArray(params["expected"]) ? params["expected"].filter((type) => type !== "null") : [];
  const detail =
    code === "type" && expected.length === 1
      ? `.${String(expected[0])}`
      : code === "format"
        ? `.${String(params["format"])}`
        : "";
  const key = `form.issue.${code}${detail}`;
  const numbers: MessageParams = {};
  for (const [name, value] of Object.entries(params)) if (typeof value === "number") numbers[name] = value;
  if (numbers["limit"] !== undefined) numbers["count"] = numbers["limit"];
  // A key that the catalogue lacks comes back unchanged.
  const text = t(key as FormMessageKey, numbers);
  return text === key ? issue.message : text;
}
