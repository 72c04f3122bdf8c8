import { ToolForm } from "@callboard/react";
import "@callboard/react/styles.css";
import { sendMessage } from "./contactActions.ts";

const schema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email", title: "E-mail" },
    text: { type: "string", minLength: 10, title: "Message" },
  },
  required: ["email", "text"],
} as const;

export default function ContactPage() {
  return (
    <main>
      <h1>Write to us</h1>
      <ToolForm schema={schema} onSubmit={sendMessage} submitLabel="Send" successMessage="Thank you" />
    </main>
  );
}
