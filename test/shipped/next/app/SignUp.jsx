"use client";
import { ToolForm } from "@callboard/react";
import { useState } from "react";

const schema = { type: "object", properties: { email: { type: "string", title: "E-mail" } }, required: ["email"] };

export function SignUp() {
  const [saved, setSaved] = useState("nobody");
  return (
    <>
      <ToolForm schema={schema} onSubmit={({ email }) => setSaved(String(email))} submitLabel="Sign up" />
      <p>Saved: {saved}</p>
    </>
  );
}
