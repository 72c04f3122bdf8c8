"use client";
import { ToolForm } from "@callboard/react";
import { sendMessage } from "./contactActions.ts";
import { contact } from "./contactSchema.ts";

export function ContactForm() {
  return <ToolForm schema={contact} onSubmit={sendMessage} submitLabel="Send" successMessage="Thank you" />;
}
