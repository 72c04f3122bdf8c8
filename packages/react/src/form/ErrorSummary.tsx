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
import { useEffect, useRef, type ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";
import { issueText, useFormScope, useFormStatus } from "./formContext.ts";

/** What stopped a submit, each with the way to its field. Said when it appears, and the first field gets the focus. */
export function ErrorSummary(): ReactNode {
  const { store, t, idOf } = useFormScope();
  const { issues, attempts, submitting } = useFormStatus(store);
  const root = useRef<HTMLDivElement>(null);
  const shown = issues.filter((issue, index) => issues.findIndex((other) => other.path === issue.path) === index);
  const whole = shown.filter((issue) => issue.path === "");
  const fields = shown.filter((issue) => issue.path !== "");
  const focused = useRef(0);
  useEffect(() => {
    if (submitting || issues.length === 0 || focused.current === attempts) return;
    focused.current = attempts;
    const form = root.current?.closest("form");
    const first = fields
      .map((issue) => controlOf(issue.path, idOf))
      .filter((control) => control !== null && form?.contains(control));
    first.sort((a, b) => (a!.compareDocumentPosition(b!) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    if (first[0]) reveal(first[0]);
    else root.current?.focus();
  });
  if (attempts === 0) focused.current = 0;
  if (shown.length === 0) return null;
  return (
    <div ref={root} className="cb-form-summary" role="alert" tabIndex={-1}>
      <p className="cb-form-summary-title">
        {fieldIcon("alert")}
        <span>{fields.length > 0 ? t("form.summary", { count: fields.length }) : t("form.summaryForm")}</span>
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
                  const control = controlOf(issue.path, idOf);
                  if (control) reveal(control);
                }}
              >
                {labelAt(store, issue)}
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
function controlOf(path: Pointer, idOf: (path: Pointer) => string): HTMLElement | null {
  for (let at = path; ; at = parentPointer(at)) {
    const control = document.getElementById(idOf(at));
    if (control) return control;
    if (at === "") return null;
  }
}

function reveal(control: HTMLElement): void {
  for (let at = control.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}

/** The labels down to a field: "Rows, 2, Name". */
function labelAt(store: FormStore, issue: ValidationIssue): string {
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
    if (own?.kind === "array") names.push(String(Number(step) + 1));
    else if (step !== "~name") names.push(own?.kind === "object" && node?.label ? node.label : step);
  }
  return names.filter(Boolean).join(", ") || issue.path;
}
