"use client";
import type { Connection } from "@callboard/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import { EntityPicker, type EntityPickerProps } from "./EntityPicker.tsx";
import { NewConnection } from "./NewConnection.tsx";
import { pickerEnglish } from "../../messages/pickerEnglish.ts";

export type ConnectionPickerProps = Omit<EntityPickerProps, "kind" | "action" | "multiple" | "inputRef"> & {
  /** What is stored of a connection; its id unless told. */
  by?: "id" | "name";
};

/** Picks a saved destination, or saves a new one in place: its secret goes to the host, and not into the form. */
export function ConnectionPicker({ by = "id", onBlur, ...props }: ConnectionPickerProps): ReactNode {
  const { client, t } = useKit(pickerEnglish);
  const [isNew, setNew] = useState(false);
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const find = props.choices ?? client?.choices;
  const wasNew = useRef(false);
  useEffect(() => {
    // The panel went with the button that had the focus.
    if (wasNew.current && !isNew) input.current?.focus();
    wasNew.current = isNew;
  }, [isNew]);
  return (
    <div
      className="cb-connection-picker"
      // Nothing is missing yet while a connection is being made for it.
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur?.()}
    >
      <EntityPicker
        {...props}
        kind="connection"
        inputRef={input}
        choices={
          find &&
          (async (kind, query, options) => {
            const found = await find(kind, query, options);
            return by === "id" ? found : found.map((choice) => ({ ...choice, value: choice.label }));
          })
        }
        {...(client?.createConnection &&
          !props.disabled && { action: { label: t("connection.new"), run: () => setNew(true) } })}
      />
      {isNew && client?.createConnection && (
        <NewConnection
          create={client.createConnection}
          onCancel={() => setNew(false)}
          onSaved={(connection: Connection) => {
            props.onChange?.(by === "id" ? connection.id : connection.name);
            setSaid(t("connection.saved", { name: connection.name }));
            setNew(false);
          }}
        />
      )}
      <span className="cb-visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
