"use client";
import { sameJson, type JsonNode } from "@callboard/core/form";
import { memo, useState, type ReactNode } from "react";
import type { FieldInputProps } from "../field/api/fieldInput.ts";
import { JsonInput } from "../field/inputs/JsonInput.tsx";
import { EntryRows } from "./MapField.tsx";
import { usePartWords } from "./usePartWords.ts";
import { ViewSwitch } from "./ViewSwitch.tsx";

/** The node of an entry in an object without a schema for its entries. */
const anything: JsonNode = { kind: "json", schema: {}, label: "", required: true, nullable: true };

/** A keystroke in one entry is a new value of the whole: the others need not be drawn for it. */
const Entries = memo(EntryRows);

/** Free-form JSON in a form: an object can be written as its entries too. */
export function FreeInput(props: FieldInputProps<JsonNode>): ReactNode {
  const { node } = props;
  const t = usePartWords();
  if (sameJson(node.schema["not"], {}))
    return (
      <p className="cb-field-help" id={props.id} tabIndex={-1}>
        {t("form.noValue")}
      </p>
    );
  if (node.schema === anything.schema) return <EntryValue {...props} />;
  return node.expects === "object" && !props.readOnly ? <FreeObject {...props} /> : <JsonInput {...props} />;
}

function FreeObject(props: FieldInputProps<JsonNode>): ReactNode {
  const { id, node, path, text, value, onChange } = props;
  const [chosen, setChosen] = useState(true);
  // Typed JSON is shown wherever it comes from: a draft, an undone step.
  const asJson = chosen || text !== undefined;
  return (
    <>
      {asJson ? (
        <JsonInput {...props} />
      ) : (
        <div
          className="cb-group"
          data-type="map"
          role="group"
          id={id}
          tabIndex={-1}
          aria-labelledby={props.labelledBy}
          aria-describedby={props.describedBy}
        >
          <Entries item={anything} path={path} label={node.label} />
        </div>
      )}
      <ViewSwitch
        path={path}
        label={node.label}
        asJson={asJson}
        text={text}
        value={value}
        jsonId={id}
        onSwitch={() => {
          setChosen(!asJson);
          // The text is of this value; entries make others.
          if (text !== undefined) onChange(value);
        }}
      />
    </>
  );
}

/**
 * An entry without a value is there all the same, and null: its box is empty. Words that are no JSON stand without
 * quotes.
 */
function EntryValue(props: FieldInputProps<JsonNode>): ReactNode {
  const { value, text, onChange } = props;
  return (
    <JsonInput
      {...props}
      text={text ?? (value === null ? "" : isPlain(value) ? value : undefined)}
      onChange={(next, typed) => (next === undefined ? onChange(null, { text: "" }) : onChange(next, typed))}
    />
  );
}

/** Whether typing this text as it is means this text. */
function isPlain(value: unknown): value is string {
  if (typeof value !== "string" || value.trim() === "" || /^\s*["[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}
