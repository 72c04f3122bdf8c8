"use client";
import { mayExplode, newItem, resolveNode, type LazyNode, type Pointer } from "@callboard/core/form";
import { memo, type ReactNode } from "react";
import { ArrayField } from "./ArrayField.tsx";
import { fieldIcon } from "./fieldIcon.tsx";
import { useField, useFormScope, useGroup, type NodeFieldProps } from "./formContext.ts";
import { LeafField, ownComponent } from "./LeafField.tsx";
import { MapField } from "./MapField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { CaseField, UnionField } from "./UnionField.tsx";

/** Draws a node of the form model, whatever it is. */
export const NodeField = memo(function NodeField(props: NodeFieldProps): ReactNode {
  const { node, path, label = node.label, hideLabel = false } = props;
  const scope = useFormScope();
  switch (node.kind) {
    case "const":
      return null;
    case "leaf":
    case "json": {
      const field = <LeafField node={node} path={path} label={label} hideLabel={hideLabel} />;
      const pattern = node.kind === "leaf" ? node.schema["pattern"] : undefined;
      if (typeof pattern !== "string" || scope.readOnly) return field;
      return (
        <>
          {field}
          <PatternNote pattern={pattern} path={path} />
        </>
      );
    }
    case "object":
    case "array": {
      const Own = ownComponent(scope, path, node.kind);
      if (Own)
        return (
          <Own
            id={scope.idOf(path)}
            path={path}
            node={node}
            locale={scope.locale}
            t={scope.t}
            readOnly={scope.readOnly}
          />
        );
      return node.kind === "object" ? (
        <ObjectField node={node} path={path} label={label} hideLabel={hideLabel} />
      ) : (
        <ArrayField node={node} path={path} label={label} hideLabel={hideLabel} />
      );
    }
    case "map":
      return <MapField node={node} path={path} label={label} hideLabel={hideLabel} />;
    case "union":
      if (node.cases) return <CaseField node={node} path={path} label={label} hideLabel={hideLabel} />;
      return <UnionField node={node} path={path} label={label} hideLabel={hideLabel} />;
    case "lazy":
      return <LazyField {...props} node={node} label={label} hideLabel={hideLabel} />;
  }
});

/** More than this is not a text that a pattern is tested on while somebody types. */
const longText = 100_000;

/** Says where a text is too long for its pattern to be tested while somebody types. */
function PatternNote({ pattern, path }: { pattern: string; path: Pointer }): ReactNode {
  const { t } = useFormScope();
  const { value } = useField(path);
  const isLater = typeof value === "string" && (mayExplode(pattern, value.length) || value.length > longText);
  return isLater && <p className="cb-field-help">{t("form.checkedOnServer")}</p>;
}

/** Recursion: an optional part is asked for before it is drawn, so that drawing ends. */
function LazyField({
  node,
  path,
  label,
  hideLabel,
}: NodeFieldProps & { node: LazyNode; label: string; hideLabel: boolean }): ReactNode {
  const { store, t, readOnly } = useFormScope();
  const { present } = useGroup(path);
  // What must be there is drawn, unless it would go round for ever.
  if (!present && !(node.required && isPlain(node))) {
    if (readOnly) return null;
    return (
      <div className="cb-field" data-type="lazy" data-path={path}>
        <button type="button" className="cb-button" onClick={() => store.setValue(path, start(node))}>
          {fieldIcon("add")}
          {t("form.addLabel", { label })}
        </button>
      </div>
    );
  }
  return (
    <div className="cb-lazy">
      <NodeField node={resolveNode(node)} path={path} label={label} hideLabel={hideLabel} />
      {!node.required && !readOnly && (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          onClick={() => store.setValue(path, undefined)}
        >
          {fieldIcon("remove")}
          {t("form.removeLabel", { label })}
        </button>
      )}
    </div>
  );
}

function isPlain(node: LazyNode): boolean {
  const { kind } = resolveNode(node);
  return kind === "leaf" || kind === "json" || kind === "const";
}

/** What an added part starts as; never nothing, or the adding would not show. */
function start(node: LazyNode): unknown {
  return newItem(node) ?? (resolveNode(node).kind === "array" ? [] : {});
}
