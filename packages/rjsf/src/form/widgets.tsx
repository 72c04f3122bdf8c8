"use client";
import type { LeafNode } from "@callboard/core/form";
import {
  getSchemaType,
  useFileWidgetProps,
  type RegistryWidgetsType,
  type Widget,
  type WidgetProps,
} from "@rjsf/utils";
import { useContext, type ReactNode } from "react";
import { fieldPartsEnglish, formEnglish, IconButton, useKit } from "@callboard/react/internal-form";
import { FieldPlaceContext, useSafeId } from "./fieldPlace.ts";
import { LeafWidget, type WidgetLooks } from "./LeafWidget.tsx";

const words = { ...formEnglish, ...fieldPartsEnglish };

const isNumber = ({ schema }: WidgetProps): boolean => {
  const type = getSchemaType(schema);
  return type === "number" || type === "integer";
};

const byInputType: Record<string, ReturnType<WidgetLooks>> = {
  email: { type: "email" },
  url: { type: "url" },
  tel: { type: "phone" },
  password: { type: "text", variant: "password" },
  color: { type: "text", variant: "color" },
  date: { type: "date", variant: "date" },
  time: { type: "date", variant: "time" },
  "datetime-local": { type: "date", variant: "datetime" },
};

const asText: WidgetLooks = (props) => {
  if (isNumber(props)) return { type: "number" };
  const { inputType } = props.options;
  const known = typeof inputType === "string" && Object.hasOwn(byInputType, inputType);
  return known ? byInputType[inputType]! : { type: "text", variant: "line" };
};

const always =
  (type: LeafNode["type"], variant?: string): WidgetLooks =>
  () => ({ type, ...(variant !== undefined && { variant }) });

function widget(looks: WidgetLooks, name: string): Widget {
  const Own = (props: WidgetProps): ReactNode => <LeafWidget {...props} looks={looks} />;
  Own.displayName = name;
  return Own;
}

/** Yes or no, its label beside it. */
function CheckboxWidget(props: WidgetProps): ReactNode {
  const place = useContext(FieldPlaceContext);
  const id = useSafeId()(props.id);
  return (
    <div className={props.readonly ? undefined : "cb-check"}>
      {!props.readonly && <LeafWidget {...props} looks={always("boolean", "checkbox")} />}
      <label
        className={props.options.label === false ? "cb-visually-hidden" : "cb-field-label"}
        htmlFor={id}
        id={`${id}-label`}
      >
        {place?.label ?? props.label}
      </label>
      {props.readonly && <LeafWidget {...props} looks={always("boolean", "checkbox")} />}
    </div>
  );
}

/** A file kept in the value as a `data:` URL, as rjsf's forms have it; several where the value is a list. */
function FileWidget(props: WidgetProps): ReactNode {
  const { value, onChange, multiple, options, readonly, disabled } = props;
  const { t } = useKit(words);
  const place = useContext(FieldPlaceContext);
  const safe = useSafeId();
  const id = safe(props.id);
  const { filesInfo, handleChange, handleRemove } = useFileWidgetProps(value, onChange, multiple);
  return (
    <>
      {!readonly && (
        <input
          id={id}
          className="cb-input"
          type="file"
          multiple={multiple}
          accept={typeof options.accept === "string" ? options.accept : undefined}
          disabled={disabled}
          aria-invalid={place?.invalid || undefined}
          aria-describedby={place?.describedBy}
          onChange={(event) => event.target.files && void handleChange(event.target.files)}
          onBlur={() => props.onBlur(props.id, value)}
        />
      )}
      {filesInfo.length > 0 && (
        <ul className="cb-entries">
          {filesInfo.map((file, index) => (
            <li key={index} className="cb-row" data-inline="">
              <span className="cb-field-note">{t("form.file", { name: file.name })}</span>
              {!readonly && !disabled && (
                <IconButton
                  icon="remove"
                  label={t("form.remove", { label: file.name })}
                  onClick={() => handleRemove(index)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Kept in the value, never drawn. */
function HiddenWidget(): ReactNode {
  return null;
}

/** The kit's inputs by the names of rjsf's widgets. */
export const widgets: RegistryWidgetsType = {
  TextWidget: widget(asText, "TextWidget"),
  TextareaWidget: widget(always("text", "multiline"), "TextareaWidget"),
  PasswordWidget: widget(always("text", "password"), "PasswordWidget"),
  EmailWidget: widget(always("email"), "EmailWidget"),
  URLWidget: widget(always("url"), "URLWidget"),
  ColorWidget: widget(always("text", "color"), "ColorWidget"),
  DateWidget: widget(always("date", "date"), "DateWidget"),
  AltDateWidget: widget(always("date", "date"), "AltDateWidget"),
  DateTimeWidget: widget(always("date", "datetime"), "DateTimeWidget"),
  AltDateTimeWidget: widget(always("date", "datetime"), "AltDateTimeWidget"),
  TimeWidget: widget(always("date", "time"), "TimeWidget"),
  UpDownWidget: widget(always("number"), "UpDownWidget"),
  RangeWidget: widget(always("number", "slider"), "RangeWidget"),
  RatingWidget: widget(always("number", "rating"), "RatingWidget"),
  SelectWidget: widget(
    ({ multiple }) => (multiple ? { type: "array", variant: "multiselect" } : { type: "enum", variant: "select" }),
    "SelectWidget",
  ),
  RadioWidget: widget(
    ({ options }) => ({ type: "enum", variant: options["inline"] === true ? "segmented" : "radio" }),
    "RadioWidget",
  ),
  CheckboxesWidget: widget(always("array", "checkboxes"), "CheckboxesWidget"),
  CheckboxWidget,
  FileWidget,
  HiddenWidget,
};
