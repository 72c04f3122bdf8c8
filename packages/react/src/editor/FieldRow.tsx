"use client";
import type { FieldProblem } from "@callboard/core/fields";
import type { FieldDefinition } from "@callboard/core/form";
import { ChevronRight, GripVertical } from "lucide-react";
import type { ReactNode } from "react";
import { fieldIcon, IconButton, type FieldIcon } from "../field/api/fieldIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { fieldName, typeOf } from "./fieldEdit.ts";
import { FieldSettings, type RenderFields } from "./FieldSettings.tsx";
import { FieldTypeIcon } from "./FieldTypeIcon.tsx";
import { formEnglish } from "../messages/en.ts";
import { editorEnglish } from "../messages/editorEnglish.ts";

const words = { ...editorEnglish, ...formEnglish };

export interface FieldRowProps {
  id: string;
  field: FieldDefinition;
  index: number;
  count: number;
  siblings: readonly FieldDefinition[];
  around: readonly FieldDefinition[];
  path: string;
  problems: readonly FieldProblem[];
  isOpen: boolean;
  onToggle: () => void;
  onChange: (field: FieldDefinition) => void;
  onMove: (from: number, to: number, refocus?: "up" | "down") => void;
  onDuplicate: () => void;
  onRemove: () => void;
  renderFields: RenderFields;
}

/** One field of a list: what it is in one line, and everything that can be set below it. */
export function FieldRow(props: FieldRowProps): ReactNode {
  const { id, field, index, count, problems, isOpen } = props;
  const { t } = useKit(words);
  const name = fieldName(field, t("editor.newLabel"));
  const type = typeOf(field);
  const kind = type ? t(`editor.type.${type}`) : t("editor.type.other");
  const action = (key: string, label: string, icon: FieldIcon, run: () => void, disabled = false): ReactNode => (
    <IconButton action={key} label={label} icon={icon} disabled={disabled} onClick={run} />
  );
  return (
    <li className="cb-editor-row" data-row={id} data-index={index} data-open={isOpen ? "" : undefined}>
      <div className="cb-editor-row-head">
        <span
          className="cb-editor-handle"
          data-action="drag"
          title={t("editor.drag", { label: name })}
          aria-hidden="true"
        >
          <GripVertical size={16} />
        </span>
        <button
          type="button"
          className="cb-editor-open"
          data-action="open"
          aria-expanded={isOpen}
          aria-controls={`${id}-settings`}
          onClick={props.onToggle}
        >
          <span className="cb-editor-chevron" aria-hidden="true">
            <ChevronRight size={14} />
          </span>
          <FieldTypeIcon type={type} />
          <span className="cb-editor-name">{name}</span>
          <code className="cb-editor-key">{field.key}</code>
          <span className="cb-editor-what">
            <span className="cb-editor-kind">{kind}</span>
            {field.required && <span className="cb-editor-mark">{t("editor.required")}</span>}
            {field.visibleWhen && <span className="cb-editor-mark">{t("editor.conditional")}</span>}
            {problems.length > 0 && (
              <span className="cb-editor-mark" data-state="problem">
                {fieldIcon("alert")}
                {t("editor.problems", { count: problems.length })}
              </span>
            )}
          </span>
        </button>
        <span className="cb-editor-actions">
          {action(
            "up",
            t("form.moveUp", { label: name }),
            "up",
            () => props.onMove(index, index - 1, "up"),
            index === 0,
          )}
          {action(
            "down",
            t("form.moveDown", { label: name }),
            "down",
            () => props.onMove(index, index + 1, "down"),
            index === count - 1,
          )}
          {action("duplicate", t("form.duplicate", { label: name }), "copy", props.onDuplicate)}
          {action("remove", t("form.remove", { label: name }), "remove", props.onRemove)}
        </span>
      </div>
      <div id={`${id}-settings`} hidden={!isOpen}>
        {isOpen && (
          <FieldSettings
            field={field}
            siblings={props.siblings}
            around={props.around}
            path={props.path}
            problems={problems}
            renderFields={props.renderFields}
            onChange={props.onChange}
          />
        )}
      </div>
    </li>
  );
}
