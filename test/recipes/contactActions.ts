"use server";
import { contact } from "./contactSchema.ts";

/** Errors that it returns land on the fields, by JSON Pointer. */
export async function sendMessage(value: unknown) {
  const checked = contact.safeParse(value);
  if (!checked.success) {
    return checked.error.issues.map(({ path, message }) => ({ path: `/${path.join("/")}`, message }));
  }
  if (checked.data.email.endsWith("@example.org")) return [{ path: "/email", message: "We cannot write to you there" }];
  // Keep checked.data here.
  return [];
}
