"use client";

import type { JsonSchema } from "@callboard/core";
import { ToolForm, ToolOutput } from "@callboard/react";
import { useState } from "react";

interface ToolFormCardProps {
  title: string;
  /** JSON Schema of the input. A Zod schema works too, where this file is imported by one that runs in the browser. */
  schema: JsonSchema;
  /** Runs the tool, such as a server action; what it throws is said above the form's button. */
  run: (input: Record<string, unknown>) => Promise<unknown>;
  submitLabel?: string;
}

/** A tool's form in a card, and its result below. It is yours: change what you like. */
export function ToolFormCard({ title, schema, run, submitLabel = "Run" }: ToolFormCardProps) {
  const [result, setResult] = useState<{ output: unknown }>();
  return (
    <section className="grid gap-6 rounded-xl border bg-card p-6 text-card-foreground">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ToolForm
        schema={schema}
        submitLabel={submitLabel}
        onSubmit={async (input: Record<string, unknown>) => setResult({ output: await run(input) })}
      />
      {result && <ToolOutput output={result.output} />}
    </section>
  );
}
