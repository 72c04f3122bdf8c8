"use client";
import type { ToolPreview } from "@callboard/core/client";
import { useId, useMemo, type ReactNode } from "react";
import { ToolForm } from "../../form/ToolForm.tsx";
import { askEnglish } from "../../messages/askEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { ToolIcon } from "../../view/ToolIcon.tsx";
import { ChangeList } from "./Changes.tsx";
import { Visible } from "./ExactValue.tsx";
import { toolChanges, changeWords } from "./toolChanges.ts";

const words = { ...askEnglish, ...changeWords };

/** A tool as a yes makes it: what it is called, what that changes, and its form. */
export function ToolPreviewCard({ preview }: { preview: ToolPreview }): ReactNode {
  const { t } = useKit(words);
  const id = useId();
  const { act, tool, changes } = preview;
  const shown = useMemo(() => toolChanges(changes, t), [changes, t]);
  const hasFields = Object.keys(tool.inputSchema.properties ?? {}).length > 0;
  return (
    <section className="cb-tool-preview" aria-labelledby={id} data-act={act}>
      <p className="cb-call-note">{t(`approval.tool.${act}`)}</p>
      <header>
        <ToolIcon name={tool.icon} size={20} />
        <div>
          <p id={id} className="cb-tool-preview-name" dir="auto">
            <Visible text={tool.name} />
          </p>
          <p className="cb-call-note">
            <code dir="ltr">{tool.slug}</code> · <bdi>{tool.category}</bdi>
            {!tool.isOn && ` · ${t("author.switch.off")}`}
          </p>
        </div>
      </header>
      {tool.userDescription !== null && <Said label={t("author.userDescription")} text={tool.userDescription} />}
      <Said label={t("author.description")} text={tool.description} />
      {act === "update" && (
        <div className="cb-approval-input">
          <p className="cb-call-note">{t(shown.length === 0 ? "approval.tool.same" : "approval.tool.changes")}</p>
          <ChangeList changes={shown} />
        </div>
      )}
      {act !== "delete" && hasFields && (
        <div className="cb-tool-preview-form" role="group" aria-label={t("approval.tool.form")}>
          <p className="cb-call-note">{t("approval.tool.form")}</p>
          <ToolForm schema={tool.inputSchema} disabled />
        </div>
      )}
    </section>
  );
}

function Said({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div>
      <p className="cb-call-note">{label}</p>
      <p dir="auto">
        <Visible text={text} />
      </p>
    </div>
  );
}
