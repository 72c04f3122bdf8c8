"use client";
import { ToolForm } from "@callboard/react";
import { useState } from "react";

export function SignUp() {
  const [saved, setSaved] = useState("nobody");
  return (
    <>
      <ToolForm
        schema={{ type: "object", properties: { email: { type: "string", title: "E-mail" } }, required: ["email"] }}
        onSubmit={({ email }) => setSaved(email)}
        submitLabel="Sign up"
      />
      <p>Saved: {saved}</p>
    </>
  );
}
