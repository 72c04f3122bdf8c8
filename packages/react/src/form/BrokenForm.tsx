"use client";
import { parseFormSpec, type FormSpec, type JsonSchema } from "@callboard/core/form";
import { useEffect, type ReactNode } from "react";
import type { FormScope } from "../field/api/formContext.ts";
import { BrokenNote } from "../provider/BrokenNote.tsx";
import { Contained } from "../provider/Contained.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { warnOnce } from "../provider/warnOnce.ts";
import { ownComponent } from "./LeafField.tsx";
import { notePlace, type SpecNotes } from "./specNotes.ts";

export interface BrokenFormProps {
  error: unknown;
  /** The FormSpec, whatever it is, and the schema that it is for. */
  spec: FormSpec | undefined;
  schema: JsonSchema | boolean | undefined;
  /** The form again, with what can be drawn of the spec. */
  children: (spec: FormSpec) => ReactNode;
}

/**
 * Stands in the place of a form that could not be drawn: the form without what is wrong in its FormSpec, else what was
 * thrown.
 */
export function BrokenForm({ error, spec, schema, children }: BrokenFormProps): ReactNode {
  const parsed = spec && parseFormSpec(spec, schema);
  const usable = parsed?.spec ?? (schema === undefined ? undefined : {});
  if (!parsed || parsed.problems.length === 0 || !usable)
    return <BrokenNote error={parsed?.problems[0]?.message ?? error} what="form" />;
  return (
    <Contained from={[spec, schema]} renderInstead={(thrown) => <BrokenNote error={thrown} what="form" />}>
      {children(usable)}
    </Contained>
  );
}

export interface SpecCheckProps extends Pick<FormScope, "fields" | "components"> {
  spec: FormSpec;
  schema: JsonSchema | boolean | undefined;
  slug: string | undefined;
  /** Takes what was found. */
  tell: (found: { spec: FormSpec; notes: SpecNotes } | undefined) => void;
}

/**
 * Looks for what is wrong in a FormSpec, once the form is drawn: says it on the console, and makes a note for each
 * place.
 */
export function SpecCheck({ spec, schema, slug, fields, components, tell }: SpecCheckProps): null {
  const own = useLatest({ fields, components });
  useEffect(() => {
    const notes = new Map<string, ReactNode[]>();
    parseFormSpec(spec, schema).problems.forEach(({ message, place, variantOf }, index) => {
      // An app's own component may know variants that the kit has not.
      if (variantOf !== undefined && place && ownComponent(own.current, place.path, variantOf)) return;
      warnOnce(`The FormSpec of ${slug === undefined ? "a form" : `the tool "${slug}"`}: ${message}`);
      const at = notePlace(place?.side, place?.path);
      const note = <BrokenNote key={`note ${index}`} what="spec" error={message} />;
      notes.set(at, [...(notes.get(at) ?? []), note]);
    });
    tell(notes.size > 0 ? { spec, notes } : undefined);
  }, [spec, schema, slug, own, tell]);
  return null;
}
