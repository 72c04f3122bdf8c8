"use client";
import { useId, type ReactNode } from "react";
import { FieldDefinitionEditor } from "../editor/FieldDefinitionEditor.tsx";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import type { EditedTool } from "./editedTool.ts";
import { IconPicker } from "./IconPicker.tsx";
import { SectionsInput } from "./SectionsInput.tsx";
import { TextRow } from "./TextRow.tsx";

/** What each section of a tool's editor is given. */
interface RowsProps {
  edited: EditedTool;
  /** What is wrong with a part of the tool. */
  errorOf(part: string): string | undefined;
  /** A change of one part, which is the place of a step back. */
  onChange(part: string, change: Partial<EditedTool>): void;
}

export interface IdentityRowsProps extends RowsProps {
  /** A saved tool keeps its address. */
  isSaved: boolean;
  categories: readonly string[];
  onName(name: string): void;
  onSlug(slug: string): void;
}

/** What a tool is called, and when it is used. */
export function IdentityRows(props: IdentityRowsProps): ReactNode {
  const { edited, isSaved, categories, errorOf, onName, onSlug, onChange } = props;
  const { t } = useKit(authorEnglish);
  return (
    <>
      <div className="cb-author-pair">
        <TextRow label={t("author.name")} value={edited.name} isRequired error={errorOf("name")} onChange={onName} />
        <TextRow
          label={t("author.slug")}
          help={t("author.slugHelp")}
          value={edited.slug}
          isCode
          isRequired={!isSaved}
          isReadOnly={isSaved}
          error={errorOf("slug")}
          onChange={onSlug}
        />
      </div>
      <TextRow
        label={t("author.description")}
        help={t("author.descriptionHelp")}
        value={edited.description}
        lines={3}
        isRequired
        error={errorOf("description")}
        onChange={(description) => onChange("description", { description })}
      />
      <TextRow
        label={t("author.userDescription")}
        help={t("author.userDescriptionHelp")}
        value={edited.userDescription}
        error={errorOf("userDescription")}
        onChange={(userDescription) => onChange("userDescription", { userDescription })}
      />
      <TextRow
        label={t("author.category")}
        value={edited.category}
        isRequired
        error={errorOf("category")}
        suggestions={categories}
        onChange={(category) => onChange("category", { category })}
      />
      <IconPicker value={edited.icon} onChange={(icon) => onChange("icon", { icon })} />
    </>
  );
}

export interface VisibilityRowsProps extends RowsProps {
  isOwn: boolean;
  /** Whether a tool in code asks whatever its tenant says. */
  asksByCode: boolean;
}

/** Who has a tool, and whether it asks. */
export function VisibilityRows({ edited, isOwn, asksByCode, errorOf, onChange }: VisibilityRowsProps): ReactNode {
  const { t } = useKit(authorEnglish);
  return (
    <>
      <Check
        label={t("author.enabled")}
        value={edited.enabled}
        onChange={(enabled) => onChange("enabled", { enabled })}
      />
      <Check
        label={t("author.asks")}
        value={edited.asks}
        disabled={asksByCode ? t("author.asksByCode") : undefined}
        onChange={(asks) => onChange("permissionPolicy", { asks })}
      />
      {isOwn && (
        <TextRow
          label={t("author.permission")}
          help={t("author.permissionHelp")}
          value={edited.requiredPermission}
          isCode
          error={errorOf("requiredPermission")}
          onChange={(requiredPermission) => onChange("requiredPermission", { requiredPermission })}
        />
      )}
    </>
  );
}

/** What a tool answers. */
export function OutputRows({ edited, errorOf, onChange }: RowsProps): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  return (
    <>
      {errorOf("outputSchema") !== undefined && <p className="cb-field-error">{errorOf("outputSchema")}</p>}
      <fieldset className="cb-field">
        <legend className="cb-field-label">{t("author.outputKind")}</legend>
        <div className="cb-segmented">
          {(["text", "data"] as const).map((kind) => (
            <label key={kind} className="cb-choice">
              <input
                type="radio"
                className="cb-radio"
                name={id}
                checked={edited.answers === kind}
                onChange={() => onChange("answers", { answers: kind })}
              />
              <span>{t(kind === "text" ? "author.outputText" : "author.outputData")}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {edited.answers === "data" && (
        <>
          <FieldDefinitionEditor
            value={edited.outputFields}
            onChange={(outputFields) => onChange("outputFields", { outputFields })}
          />
          <SectionsInput
            value={edited.outputSections}
            keys={edited.outputFields.map(({ key }) => key)}
            onChange={(outputSections) => onChange("outputSections", { outputSections })}
          />
        </>
      )}
    </>
  );
}

function Check(props: {
  label: string;
  value: boolean;
  disabled?: string | undefined;
  onChange(value: boolean): void;
}): ReactNode {
  const { label, value, disabled, onChange } = props;
  const id = useId();
  return (
    <div className="cb-field">
      <label className="cb-check">
        <input
          type="checkbox"
          className="cb-checkbox"
          checked={value}
          disabled={disabled !== undefined}
          aria-describedby={disabled === undefined ? undefined : id}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{label}</span>
      </label>
      {disabled !== undefined && (
        <p id={id} className="cb-field-help">
          {disabled}
        </p>
      )}
    </div>
  );
}
