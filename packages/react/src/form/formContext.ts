"use client";
import {
  conditionFields,
  readPointer,
  type FieldState,
  type FormNode,
  type JsonNode,
  type LazyNode,
  type LeafNode,
  type MapNode,
  type FormStatus,
  type FormStore,
  type GroupState,
  type Pointer,
  type UnionNode,
  type ValidationIssue,
} from "@callboard/core/form";
import { createContext, useCallback, useContext, useSyncExternalStore, type ComponentType } from "react";
import { formMessages } from "../messages/form.ts";
import { formStateMessages } from "../messages/formState.ts";
import { addMessages, type MessageKey, type MessageParams, type Translate } from "../messages/messages.ts";
import type { Fetched } from "./fetchOnce.ts";
import type { UiRegistry } from "../provider/uiRegistry.ts";
import type { FieldDisplayProps, FieldInputProps } from "../field/fieldInput.ts";

addMessages(formMessages);
addMessages(formStateMessages);

/** For whom a form is drawn: operators see all of it, end customers what is meant for them. */
export type ToolFormMode = "internal" | "embed";

/** Own components for fields: by pointer (`/rows/0/name`, or `/rows/*\/name` for every row), else by storage type. */
// oxlint-disable-next-line typescript/no-explicit-any -- each component knows its own kind of node
export type FieldComponents = Readonly<Record<string, ComponentType<FieldInputProps<any>>>>;

export interface NodeFieldProps {
  node: FormNode;
  path: Pointer;
  label?: string;
  /** The label is said, not shown: where what stands around it says it. */
  hideLabel?: boolean;
}

type NodePart<Node extends FormNode> = ComponentType<
  NodeFieldProps & { node: Node; label: string; hideLabel?: boolean }
>;

/** What not every form has, fetched beside it. */
export interface LaterParts {
  MapField: NodePart<MapNode>;
  EntryRows: ComponentType<{ item: FormNode; path: Pointer; label: string }>;
  UnionField: NodePart<UnionNode>;
  CaseField: NodePart<UnionNode>;
  LazyField: NodePart<LazyNode>;
  PatternNote: ComponentType<{ pattern: string; path: Pointer }>;
  JsonInput: ComponentType<FieldInputProps<JsonNode>>;
  ObjectDisplay: ComponentType<FieldDisplayProps<JsonNode>>;
  ErrorSummary: ComponentType;
  leafInputs: Readonly<Record<LeafNode["type"], ComponentType<FieldInputProps>>>;
  leafDisplays: Readonly<Record<LeafNode["type"], ComponentType<FieldDisplayProps>>>;
}

/** What every part of one form shares. It never changes while somebody types. */
export interface FormScope {
  store: FormStore;
  /** Draws any node; given from above, because nodes hold nodes. */
  Node: ComponentType<NodeFieldProps>;
  later: Fetched<LaterParts>;
  /** The id of a control, unique on the page and safe in `aria-describedby`. */
  idOf: (path: Pointer) => string;
  mode: ToolFormMode;
  readOnly: boolean;
  fields: FieldComponents | undefined;
  registry: UiRegistry;
  locale: string;
  t: Translate;
  /** Said once by screen readers, politely. */
  announce: (text: string) => void;
}

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error("This field stands outside a form. Render it inside <ToolForm> or <SchemaForm>.");
  return scope;
}

/** What not every form has, once it is there. */
export function useLaterParts(): LaterParts | undefined {
  const { later } = useFormScope();
  // What a server draws is what a browser draws first.
  return useSyncExternalStore(later.subscribe, later.read, () => undefined);
}

/** One control's value and state; re-renders for that path alone. */
export function useField(path: Pointer): FieldState {
  const { store } = useFormScope();
  const read = useCallback(() => store.getField(path), [store, path]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Rows, branch and error of what holds other fields; a keystroke inside does not re-render it. */
export function useGroup(path: Pointer): GroupState {
  const { store } = useFormScope();
  const read = useCallback(() => store.getGroup(path), [store, path]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, read, read);
}

export function useFormStatus(store: FormStore): FormStatus {
  return useSyncExternalStore(store.subscribeStatus, store.getStatus, store.getStatus);
}

/** Whether a field's condition holds; listens to the fields that the condition reads. */
export function useVisible(node: Pick<FormNode, "visible">, path: Pointer, container: Pointer): boolean {
  const { store } = useFormScope();
  const { visible } = node;
  const read = useCallback(() => store.isVisible(node as FormNode, path), [store, node, path]);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!visible || conditionFields(visible.condition).length === 0) return () => {};
      const stops = visible.reads.map((one) => {
        const segments = readPointer(one, container);
        const pointer = segments.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
        return store.subscribe(pointer, listener);
      });
      return () => stops.forEach((stop) => stop());
    },
    [store, visible, container],
  );
  return useSyncExternalStore(subscribe, read, read);
}

/** What is wrong, in the reader's language where the catalogue knows the rule; a server's own words stay. */
export function issueText(t: Translate, issue: ValidationIssue): string {
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
  // What the catalogue does not know is said back as it is.
  const text = t(key as MessageKey, numbers);
  return text === key ? issue.message : text;
}
