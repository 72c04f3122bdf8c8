import { ToolForm } from "@callboard/react/form";
import "@callboard/react/form.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const schema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email", title: "E-mail" },
    plan: { enum: ["free", "team"], title: "Plan", default: "free" },
  },
  required: ["email"],
};

interface Account {
  email: string;
  plan: string;
}

function SignUp() {
  const [account, setAccount] = useState<Account>();
  // What this returns as errors, by JSON Pointer, lands on the fields.
  const save = (value: Account) => {
    if (value.email.endsWith("@example.com")) return { "/email": "This address is taken." };
    setAccount(value);
    return undefined;
  };
  if (account) return <p role="status">{`Welcome, ${account.email}, on the plan ${account.plan}.`}</p>;
  return <ToolForm schema={schema} onSubmit={save} submitLabel="Sign up" />;
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<SignUp />);
