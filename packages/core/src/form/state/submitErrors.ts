import type { ValidationIssue } from "../../schema/validator.ts";
import type { PointerTo } from "./formValue.ts";
import { asRecord, isRecord } from "../../json/record.ts";

/** A submit handler's answer: nothing, or errors by pointer into the form's value (`""` is the form as a whole). */
export type SubmitErrors<Value = unknown> =
  | void
  | undefined
  | null
  | { readonly [Place in PointerTo<Value>]?: string | readonly string[] | undefined }
  | readonly { path?: string; message: string }[];

/** A handler's answer as issues. A pointer may lack its leading slash. */
export function toIssues(errors: SubmitErrors): ValidationIssue[] {
  if (Array.isArray(errors)) {
    return errors.flatMap((error: { path?: string; message: string }) =>
      typeof error?.message === "string" ? [issue(error.path ?? "", error.message)] : [],
    );
  }
  if (!isRecord(errors)) return [];
  return Object.entries(errors).flatMap(([path, messages]) =>
    [messages]
      .flat()
      .flatMap((message) => (typeof message === "string" && message !== "" ? [issue(path, message)] : [])),
  );
}

/** A thrown error as issues: a client's refusal lands on its fields, any other error on the form. */
export function thrownIssues(error: unknown): ValidationIssue[] {
  const { issues, path, message } = asRecord(error);
  const listed = Array.isArray(issues) ? toIssues(issues) : [];
  if (listed.length > 0) return listed;
  return [
    issue(
      typeof path === "string" ? path : "",
      typeof message === "string" && message !== "" ? message : String(error),
    ),
  ];
}

const issue = (path: string, message: string): ValidationIssue => ({
  path: path === "" || path.startsWith("/") ? path : `/${path}`,
  code: "custom",
  message,
});
