import { ToolForm } from "@callboard/react";
import "@callboard/react/styles.css";

const schema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email", title: "E-mail" },
    plan: { enum: ["free", "team"], title: "Plan", default: "free" },
  },
  required: ["email"],
};

export function SignUp({ save }: { save: (value: { email: string; plan: string }) => Promise<void> }) {
  return <ToolForm schema={schema} onSubmit={save} submitLabel="Sign up" />;
}
