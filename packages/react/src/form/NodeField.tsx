"use client";
import type { LazyNode, MapNode, Pointer, UnionNode } from "@callboard/core/form";
import { memo, type ReactNode } from "react";
import { ArrayField } from "./ArrayField.tsx";
import { useFormScope, useLaterParts, type NodeFieldProps } from "./formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { LeafField, ownComponent } from "./LeafField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { RequirableLeaf } from "./RequirableLeaf.tsx";

/** Draws a node of the form model, whatever it is. */
export const NodeField = memo(function NodeField(props: NodeFieldProps): ReactNode {
  const { node, path, label = node.label, hideLabel = false } = props;
  const scope = useFormScope();
  switch (node.kind) {
    case "const":
      return null;
    case "leaf":
    case "json": {
      const leaf = { node, path, label, hideLabel };
      const { requiredWhen } = node;
      const field = requiredWhen ? <RequirableLeaf {...leaf} requiredWhen={requiredWhen} /> : <LeafField {...leaf} />;
      const pattern = node.kind === "leaf" ? node.schema["pattern"] : undefined;
      if (typeof pattern !== "string" || scope.readOnly) return field;
      return (
        <>
          {field}
          <LaterNote pattern={pattern} path={path} />
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
    case "union":
    case "lazy":
      return <LaterNode node={node} path={path} label={label} hideLabel={hideLabel} />;
  }
});

/** What not every form has is fetched beside it; until it is there, its name and the place of one control stand for it. */
function LaterNode({
  node,
  path,
  label,
  hideLabel,
}: NodeFieldProps & { node: MapNode | UnionNode | LazyNode; label: string; hideLabel: boolean }): ReactNode {
  const parts = useLaterParts();
  if (!parts) {
    return (
      <GroupFrame path={path} label={label} hideLabel={hideLabel} help={undefined} aria-busy>
        <span className="cb-input" />
      </GroupFrame>
    );
  }
  const { MapField, CaseField, UnionField, LazyField } = parts;
  if (node.kind === "map") return <MapField node={node} path={path} label={label} hideLabel={hideLabel} />;
  if (node.kind === "lazy") return <LazyField node={node} path={path} label={label} hideLabel={hideLabel} />;
  const Union = node.cases ? CaseField : UnionField;
  return <Union node={node} path={path} label={label} hideLabel={hideLabel} />;
}

function LaterNote(props: { pattern: string; path: Pointer }): ReactNode {
  const parts = useLaterParts();
  return parts && <parts.PatternNote {...props} />;
}
