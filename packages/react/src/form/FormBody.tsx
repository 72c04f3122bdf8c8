"use client";
import { resolveNode, type FieldGroup, type FormField, type ObjectNode } from "@callboard/core/form";
import { useContext, useId, type ReactNode } from "react";
import { AdditionalInputs } from "./AdditionalInputs.tsx";
import { ExtraEntries } from "./ExtraEntries.tsx";
import { isForOperators } from "./fieldAudience.ts";
import { useFormScope, useVisible } from "../field/api/formContext.ts";
import { Fields } from "./ObjectField.tsx";
import { notePlace, SpecNotesContext } from "./specNotes.ts";
import { skipBeyond } from "./usePortions.ts";

/** All of a form's fields, below what is said of them all. */
export function FormBody(): ReactNode {
  return (
    <>
      {useContext(SpecNotesContext)?.get(notePlace())}
      <Root />
    </>
  );
}

/** Section by section, what is for operators at the end. */
function Root(): ReactNode {
  const { store, t, Node } = useFormScope();
  const root = resolveNode(store.model.root);
  if (root.kind !== "object")
    return (
      <Node
        node={root}
        path=""
        label={root.label || store.model.title || t("form.json")}
        hideLabel={root.label === ""}
      />
    );
  if (root.fields.size === 0 && !root.extra) return <p className="cb-form-empty">{t("form.noInput")}</p>;
  return <Groups root={root} />;
}

function Groups({ root }: { root: ObjectNode }): ReactNode {
  const { mode } = useFormScope();
  const open: FieldGroup[] = [];
  const internal: FieldGroup[] = [];
  for (const group of root.groups) {
    const isHidden = ({ node }: FormField) => isForOperators(node, mode, group.audience ?? node.audience);
    const shown = group.fields.filter((field) => !isHidden(field));
    const hidden = group.fields.filter(isHidden);
    if (shown.length > 0) open.push({ ...group, fields: shown });
    if (hidden.length > 0) internal.push({ ...group, fields: hidden });
  }
  return (
    <>
      {open.map((group, index) => (
        <Section key={index} group={group} root={root} />
      ))}
      {root.extra && <ExtraEntries item={root.extra} path="" label={root.label} />}
      {internal.length > 0 && (
        <AdditionalInputs mode={mode}>
          {internal.map((group, index) => (
            <Section key={index} group={group} root={root} />
          ))}
        </AdditionalInputs>
      )}
    </>
  );
}

function Section({ group, root }: { group: FieldGroup; root: ObjectNode }): ReactNode {
  const visible = useVisible(group.visible ? { visible: group.visible } : root, "/", "");
  const id = useId();
  if (group.visible && !visible) return null;
  const { title, help, columns, fields } = group;
  return (
    <section
      className="cb-form-section"
      aria-labelledby={title === undefined ? undefined : id}
      data-columns={columns}
      data-long={fields.length > skipBeyond ? "" : undefined}
    >
      {title !== undefined && (
        <h3 className="cb-form-section-title" id={id}>
          {title}
        </h3>
      )}
      {help !== undefined && <p className="cb-field-help">{help}</p>}
      <div className="cb-form-grid">
        <Fields fields={fields} path="" />
      </div>
    </section>
  );
}
