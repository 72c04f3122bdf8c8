"use client";
import { readDateText } from "@callboard/core/form";
import { useState, type ReactNode } from "react";
import { controlProps, type FieldInputProps } from "../api/fieldInput.ts";
import { TextInput } from "../inputs/TextInput.tsx";
import { localText, offsetAt, zonedText, zoneOf } from "./zonedTime.ts";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";

/** A date and time on the clock of a zone; kept as RFC 3339 with that zone's offset. */
export function ZonedInput(props: FieldInputProps): ReactNode {
  const { id, node, value, labelledBy, required, onChange } = props;
  const { t: words } = useKit(fieldPartsEnglish);
  const { id: _id, onBlur, readOnly, "aria-required": _required, ...shared } = controlProps(props);
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offered = node.details?.zone;
  const first = [offered, own, "UTC"].filter(
    (zone) => zone !== undefined && !Number.isNaN(offsetAt(zone, 0)),
  ) as string[];
  const [picked, setPicked] = useState<string>();
  const isEmpty = value === undefined || value === null || value === "";
  const instant = typeof value === "string" && readDateText(value)?.zone !== undefined ? Date.parse(value) : Number.NaN;
  const isShowable = isEmpty || !Number.isNaN(instant);
  const [isText, setText] = useState(!isShowable);
  if (!isShowable && !isText) setText(true);
  // A value that the picker cannot hold is a text until it can, and the field was left.
  if (isText) {
    const leave = (): void => {
      if (isShowable) setText(false);
      props.onBlur();
    };
    return <TextInput {...props} inGroup onBlur={leave} />;
  }
  const zone = isEmpty
    ? (picked ?? first[0]!)
    : zoneOf(value as string, [...(picked === undefined ? [] : [picked]), ...first]);
  const shown = isEmpty ? "" : localText(instant, zone);
  const zones = [...new Set([zone, ...first, ...Intl.supportedValuesOf("timeZone")])];
  const changeZone = (next: string): void => {
    setPicked(next);
    // A new zone keeps the clock's time.
    if (shown !== "") onChange(zonedText(shown, next));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the controls' blur, which bubbles
    <span
      role="group"
      aria-labelledby={labelledBy}
      className="cb-zoned"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onBlur()}
    >
      <input
        {...shared}
        id={id}
        className="cb-input"
        type="datetime-local"
        aria-label={words("field.dateTime")}
        aria-required={required || undefined}
        step={/:\d\d:\d\d$/.test(shown) ? 1 : undefined}
        readOnly={readOnly}
        value={props.text ?? shown}
        onChange={({ target }) => {
          const { value: typed, validity } = target;
          const isYear = /^\d{5,}/.test(typed);
          if (!isYear && readDateText(typed)) return onChange(zonedText(typed, zone), { text: typed });
          const problem = isYear
            ? { path: "", code: "dateyear", message: words("form.date.year") }
            : { path: "", code: "date", message: words("form.issue.date") };
          onChange(undefined, typed !== "" || validity.badInput ? { text: typed, problem } : undefined);
        }}
      />
      <select
        className="cb-input"
        aria-label={words("field.zone")}
        disabled={readOnly}
        value={zone}
        onChange={(event) => changeZone(event.target.value)}
      >
        {zones.map((name) => (
          <option key={name} value={name}>
            {/^[+-]/.test(name) ? `UTC${name}` : name.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </span>
  );
}
