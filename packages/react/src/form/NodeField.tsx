"use client";
import type { FormNode, LazyNode, MapNode, UnionNode } from "@callboard/core/form";
import { memo, Suspense, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import { Own } from "../provider/Own.tsx";
import { ArrayField } from "./ArrayField.tsx";
import { useFormScope, type NodeFieldProps } from "../field/api/formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { LeafField, ownComponent } from "./LeafField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { RequirableLeaf } from "./RequirableLeaf.tsx";

type CompositeProps<Node extends FormNode> = NodeFieldProps & { node: Node; label: string; hideLabel: boolean };

const MapField = lazyComponent(
  () => import("./MapField.tsx"),
  (module) => module.MapField,
);
const UnionField = lazyComponent(
  () => import("./UnionField.tsx"),
  (module) => module.UnionField,
);
const CaseField = lazyComponent(
  () => import("./UnionField.tsx"),
  (module) => module.CaseField,
);
const LazyField = lazyComponent(
  () => import("./LazyField.tsx"),
  (module) => module.LazyField,
);
const OwnGroup = lazyComponent(
  () => import("./OwnGroup.tsx"),
  (module) => module.OwnGroup,
);
const PatternNote = lazyComponent(
  () => import("./PatternNote.tsx"),
  (module) => module.PatternNote,
);

/** Draws a node of the form model, whatever its kind. */
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
          <Suspense fallback={null}>
            <PatternNote pattern={pattern} path={path} />
          </Suspense>
        </>
      );
    }
    case "object":
    case "array": {
      const standard =
        node.kind === "object" ? (
          <ObjectField node={node} path={path} label={label} hideLabel={hideLabel} />
        ) : (
          <ArrayField node={node} path={path} label={label} hideLabel={hideLabel} />
        );
      const Custom = ownComponent(scope, path, node.kind);
      if (!Custom) return standard;
      return (
        <Own slot={`field ${path}`} from={[Custom, node]} standard={standard}>
          <Suspense fallback={null}>
            <OwnGroup Custom={Custom} node={node} path={path} />
          </Suspense>
        </Own>
      );
    }
    case "map":
    case "union":
    case "lazy":
      return <CompositeField node={node} path={path} label={label} hideLabel={hideLabel} />;
    default:
      return node satisfies never;
  }
});

/** A field that few forms have; its name and the place of one control stand for it while it is fetched. */
function CompositeField({ node, path, label, hideLabel }: CompositeProps<MapNode | UnionNode | LazyNode>): ReactNode {
  const fallback = (
    <GroupFrame path={path} label={label} hideLabel={hideLabel} help={undefined} aria-busy>
      <span className="cb-input" />
    </GroupFrame>
  );
  const place = { path, label, hideLabel };
  return (
    <Suspense fallback={fallback}>
      {node.kind === "map" ? (
        <MapField node={node} {...place} />
      ) : node.kind === "lazy" ? (
        <LazyField node={node} {...place} />
      ) : node.cases ? (
        <CaseField node={node} {...place} />
      ) : (
        <UnionField node={node} {...place} />
      )}
    </Suspense>
  );
}
