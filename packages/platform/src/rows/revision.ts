import { HostRefusal } from "@callboard/server";

/** The revision of `If-Match`; weak marks make no difference here. */
export function ifMatchOf(request: Request): string | undefined {
  const header = request.headers.get("if-match")?.trim();
  if (header === undefined || header === "") return undefined;
  return header === "*" ? header : header.replace(/^W\//, "").replace(/^"|"$/g, "");
}

/** @throws HostRefusal where nobody says what they have seen, or it has moved on. */
export function checkMatch(name: string, seen: string | undefined, revision: string): void {
  if (seen === undefined) {
    const message = `Send If-Match with the ETag of "${name}" that you have read, so that nobody's changes are overwritten.`;
    throw new HostRefusal("precondition_required", message);
  }
  if (seen !== "*" && seen !== revision) throw movedOn(name);
}

/** The refusal of a change to what somebody else has changed. */
export const movedOn = (name: string): HostRefusal =>
  new HostRefusal(
    "precondition_failed",
    `Somebody has changed "${name}" since you read it. Read it again, and change it then.`,
  );
