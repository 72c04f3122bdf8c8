"use client";
import type { FieldProblem } from "@callboard/core/fields";
import type { FieldDefinition } from "@callboard/core/form";
import { useId, useMemo, type ReactNode } from "react";
import { ToolForm } from "../form/ToolForm.tsx";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { ConditionInput } from "./ConditionInput.tsx";
import { typeOf, withLabel } from "./fieldEdit.ts";
import { OptionsInput } from "./OptionsInput.tsx";
import { fromSettings, settingsSpec, toSettings } from "./settingsSpec.ts";
import { editorEnglish } from "../messages/editorEnglish.ts";

type Part = Omit<FieldDefinition, "key">;

/** How a list of fields is drawn inside a field; given from above, because fields hold fields. */
export type RenderFields = (props: {
  fields: readonly FieldDefinition[];
  onChange: (fields: FieldDefinition[]) => void;
  around: readonly FieldDefinition[];
  label: string;
  /** What the fields are inside of, for the button that adds one. */
  inside: string;
  path: string;
}) => ReactNode;

/** Everything that can be set about one field. */
export function FieldSettings({
  field,
  siblings,
  around,
  path,
  problems,
  renderFields,
  onChange,
}: {
  field: FieldDefinition;
  siblings: readonly FieldDefinition[];
  around: readonly FieldDefinition[];
  path: string;
  problems: readonly FieldProblem[];
  renderFields: RenderFields;
  onChange: (field: FieldDefinition) => void;
}): ReactNode {
  const { t } = useKit(editorEnglish);
  const id = useId();
  const keyProblem = problems.find((problem) => problem.path === `${path}/key`);
  const others = siblings.filter((other) => other !== field);
  return (
    <div className="cb-editor-settings">
      <div className="cb-editor-names">
        <div className="cb-field">
          <label className="cb-field-label" htmlFor={`${id}-label`}>
            {t("editor.set.label")}
          </label>
          <input
            className="cb-input"
            id={`${id}-label`}
            data-setting="label"
            dir="auto"
            value={field.label ?? ""}
            onChange={(event) => onChange(withLabel(field, event.target.value, others))}
          />
        </div>
        <div className="cb-field">
          <label className="cb-field-label" htmlFor={`${id}-key`}>
            {t("editor.key")}
          </label>
          <input
            className="cb-input cb-editor-key-input"
            id={`${id}-key`}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            aria-invalid={keyProblem ? true : undefined}
            aria-describedby={`${id}-key-note`}
            value={field.key}
            onChange={(event) => onChange({ ...field, key: event.target.value })}
          />
          {keyProblem ? (
            <p className="cb-field-error" id={`${id}-key-note`}>
              {fieldIcon("alert")}
              <span>{t(`editor.issue.${keyProblem.code}`, keyProblem.params)}</span>
            </p>
          ) : (
            <p className="cb-field-help" id={`${id}-key-note`}>
              {t("editor.keyHelp")}
            </p>
          )}
        </div>
      </div>
      <PartSettings
        part={field}
        path={path}
        problems={problems}
        around={[...around, ...others]}
        renderFields={renderFields}
        onChange={(part) => onChange({ ...part, key: field.key })}
      />
      <ConditionInput
        condition={field.visibleWhen}
        fields={[...others, ...around]}
        onChange={(visibleWhen) => {
          const { visibleWhen: _before, ...rest } = field;
          onChange(visibleWhen ? { ...rest, visibleWhen } : rest);
        }}
      />
    </div>
  );
}

/** What fields and a list's elements have in common. */
function PartSettings({
  part,
  path,
  problems,
  around,
  renderFields,
  onChange,
  isEntry = false,
}: {
  part: Part;
  path: string;
  problems: readonly FieldProblem[];
  around: readonly FieldDefinition[];
  renderFields: RenderFields;
  onChange: (part: Part) => void;
  isEntry?: boolean;
}): ReactNode {
  const { t } = useKit(editorEnglish);
  const type = typeOf(part);
  const spec = useMemo(() => settingsSpec(part, isEntry, t), [part, isEntry, t]);
  const settings = useMemo(() => toSettings(part), [part]);
  const own = problems.filter(
    (problem) => problem.path.startsWith(`${path}/`) && /^\/(?!key$)[^/]+$/.test(problem.path.slice(path.length)),
  );
  const hasChoices = type === "enum" || (type === "array" && part.options !== undefined);
  const isChoiceList = part.variant === "checkboxes" || part.variant === "multiselect";
  return (
    <>
      {own.length > 0 && (
        <ul className="cb-editor-problems">
          {own.map((problem) => (
            <li key={problem.path + problem.code} className="cb-field-error">
              {fieldIcon("alert")}
              <span>{t(`editor.issue.${problem.code}`, problem.params)}</span>
            </li>
          ))}
        </ul>
      )}
      <ToolForm
        className="cb-editor-form"
        spec={spec}
        value={settings}
        onChange={(next: Record<string, unknown>) => {
          const changed = fromSettings(next, part);
          const becomesChoices = changed.type === "array" && /^(checkboxes|multiselect)$/.test(changed.variant ?? "");
          onChange(becomesChoices && !changed.options ? { ...changed, options: [] } : changed);
        }}
      />
      {part.schema !== undefined && <p className="cb-field-help">{t("editor.carried")}</p>}
      {(hasChoices || isChoiceList) && (
        <OptionsInput options={part.options ?? []} onChange={(options) => onChange({ ...part, options })} />
      )}
      {type === "object" && part.variant !== "json" && (
        <div className="cb-editor-part">
          {renderFields({
            fields: part.fields ?? [],
            onChange: (fields) => onChange({ ...part, fields }),
            around,
            label: t("editor.section.fields"),
            inside: part.label || t("editor.section.item"),
            path: `${path}/fields`,
          })}
        </div>
      )}
      {type === "array" && !hasChoices && !isChoiceList && (
        <fieldset className="cb-editor-part" data-nested="">
          <legend className="cb-field-label">{t("editor.section.item")}</legend>
          <PartSettings
            part={part.item ?? { type: "text" }}
            path={`${path}/item`}
            problems={problems}
            around={around}
            renderFields={renderFields}
            onChange={(item) => onChange({ ...part, item })}
            isEntry
          />
        </fieldset>
      )}
    </>
  );
}
