"use client";
import {
  childPointer,
  parentPointer,
  pointerSegments,
  resolveNode,
  type FormNode,
  type FormStore,
  type Pointer,
  type ValidationIssue,
} from "@callboard/core/form";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { issueText, useFormScope, useFormStatus } from "../field/api/formContext.ts";
import { findInRow } from "./nearRows.ts";
import { rowTitle } from "./rowTitle.ts";
import { usePartWords } from "./usePartWords.ts";
import { rootOf } from "../rootOf.ts";

/**
 * The issues that stopped a submit, each with a link to its field. It is announced, and the first field gets the focus.
 */
export function ErrorSummary(): ReactNode {
  const { store, idOf } = useFormScope();
  const t = usePartWords();
  const { issues, attempts, submitting } = useFormStatus(store);
  const root = useRef<HTMLDivElement>(null);
  const shown = issues.filter((issue, index) => issues.findIndex((other) => other.path === issue.path) === index);
  const whole = shown.filter((issue) => issue.path === "");
  const fields = shown.filter((issue) => issue.path !== "");
  const focused = useRef(0);
  /** The attempt whose issues include one of a field that is not on the page. */
  const [unseenAt, setUnseenAt] = useState(0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it acts once an attempt, as soon as that attempt's issues are drawn
  useEffect(() => {
    if (attempts === 0) focused.current = 0;
    if (submitting || issues.length === 0 || focused.current === attempts) return;
    focused.current = attempts;
    const summary = root.current;
    if (!summary) return;
    const form = summary.closest("form");
    if (fields.some(({ path }) => !rootOf(summary).getElementById(idOf(path)))) setUnseenAt(attempts);
    const first = fields
      .map(({ path }) => ({ path, control: controlOf(summary, path, idOf) }))
      .filter(({ control }) => control !== null && form?.contains(control));
    first.sort((a, b) => (a.control!.compareDocumentPosition(b.control!) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    if (first[0]) reveal(summary, first[0].path, idOf);
    else summary.focus();
  });
  if (shown.length === 0) return null;
  const title = fields.length > 0 ? t("form.summary", { count: fields.length }) : t("form.summaryForm");
  // One or two fields say themselves what is wrong, and the first has the focus, unless a condition hides one of them.
  if (whole.length === 0 && fields.length <= 2 && unseenAt !== attempts) {
    return (
      <div ref={root} className="cb-visually-hidden" role="alert" tabIndex={-1}>
        {title}
      </div>
    );
  }
  return (
    <div ref={root} className="cb-form-summary" role="alert" tabIndex={-1}>
      <p className="cb-form-summary-title">
        {fieldIcon("alert")}
        <span>{title}</span>
      </p>
      {whole.map((issue) => (
        <p key={issue.message}>{issueText(t, issue)}</p>
      ))}
      {fields.length > 0 && (
        <ul>
          {fields.slice(0, 20).map((issue) => (
            <li key={issue.path}>
              <a
                href={`#${idOf(issue.path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  reveal(event.currentTarget, issue.path, idOf);
                }}
              >
                {labelAt(store, issue, (index) => t("form.item", { index }))}
              </a>
              {": "}
              {issueText(t, issue)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The control of a pointer, or of the nearest thing above it that is drawn. */
function controlOf(beside: Element, path: Pointer, idOf: (path: Pointer) => string): HTMLElement | null {
  for (let at = path; ; at = parentPointer(at)) {
    const control = rootOf(beside).getElementById(idOf(at));
    if (control) return control;
    if (at === "") return null;
  }
}

function reveal(beside: Element, path: Pointer, idOf: (path: Pointer) => string): void {
  const control = controlOf(beside, path, idOf);
  const resting = control?.closest("[data-resting]");
  const drawn = (): HTMLElement | null => {
    const now = controlOf(beside, path, idOf);
    return now?.closest("[data-resting]") ? null : now;
  };
  if (resting) findInRow(resting, drawn, showControl);
  else if (control) showControl(control);
}

/** Opens what a control is folded away in, gives it the focus, and brings it into sight with what is said of it. */
export function showControl(control: HTMLElement): void {
  for (let at = control.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  control.focus({ preventScroll: true });
  // A list may be taller than the window: what is wrong with it as a whole is said at its head.
  const head = control.matches(".cb-group")
    ? (control.querySelector(":scope > .cb-field-error") ?? control.querySelector(":scope > legend"))
    : control.closest(".cb-field");
  // What is in sight stays where it is, and so does the button that was pressed.
  (head ?? control).scrollIntoView({ block: "nearest" });
}

/** The labels down to a field: "Rows › Item 2 › Name". */
function labelAt(store: FormStore, issue: ValidationIssue, itemName: (index: number) => string): string {
  const names: string[] = [];
  let node: FormNode | undefined = store.model.root;
  let at: Pointer = "";
  for (const step of pointerSegments(issue.path)) {
    let own: ReturnType<typeof resolveNode> | undefined = node && resolveNode(node);
    for (let depth = 0; own?.kind === "union" && depth < 8; depth++) {
      const branch: FormNode | undefined = own.branches[Math.max(0, store.getGroup(at).branch)]?.node;
      own = branch && resolveNode(branch);
    }
    node =
      own?.kind === "object"
        ? (own.fields.get(step) ?? own.extra)
        : own?.kind === "array"
          ? (own.prefix[Number(step)] ?? own.item)
          : own?.kind === "map"
            ? own.item
            : undefined;
    at = childPointer(at, step);
    if (own?.kind === "array") names.push(rowTitle(store, node, at) ?? itemName(Number(step) + 1));
    else if (step !== "~name") names.push(own?.kind === "object" && node?.label ? node.label : step);
  }
  return names.filter(Boolean).join(" › ") || issue.path;
}
