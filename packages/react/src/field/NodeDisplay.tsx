"use client";
import {
  childPointer,
  evaluateCondition,
  readPointer,
  resolveNode,
  type FormNode,
  type ObjectNode,
  type Pointer,
} from "@callboard/core/form";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { ToolFormMode } from "./api/formContext.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { leafDisplays } from "./fieldDefaults.tsx";
import { ObjectDisplay } from "./displays/fieldDisplays.tsx";
import type { FieldDisplayProps } from "./api/fieldInput.ts";
import { formEnglish } from "../messages/en.ts";
import { isRecord } from "../isRecord.ts";

/** The whole value, which conditions read from. */
export const DisplayContext = createContext<{ value: unknown; mode: ToolFormMode }>({ value: {}, mode: "internal" });
const own = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** The fields of an object, each with its name; what its condition hides is left out. */
export function ObjectFacts({ node, value, path }: { node: ObjectNode; value: unknown; path: Pointer }): ReactNode {
  const { value: root, mode } = useContext(DisplayContext);
  const isShown = (field: FormNode): boolean => {
    if (mode === "embed" && field.audience === "internal") return false;
    const { visible } = field;
    if (!visible) return true;
    return evaluateCondition(visible.condition, (name) => {
      const read = visible.reads.find((one) => one.field === name);
      return read && readPointer(read, path).reduce(own, root);
    });
  };
  const fields = node.groups
    .filter((group) => mode === "internal" || group.audience !== "internal")
    .flatMap((group) => group.fields)
    .filter((field) => isShown(field.node));
  return (
    <dl className="cb-facts">
      {fields.map((field) => {
        const child = resolveNode(field.node);
        return (
          <div key={field.key} className="cb-fact" data-nested={child.kind === "leaf" ? undefined : ""}>
            <dt className="cb-field-label">{field.node.label}</dt>
            <dd className="cb-field-value">
              <NodeDisplay node={child} value={own(value, field.key)} path={childPointer(path, field.key)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Groups and lists draw what is in them, and so know where they stand. */
type GroupDisplayProps = FieldDisplayProps<FormNode> & { path?: Pointer };

/** A value by its node; a value that does not fit its node is shown as JSON. */
function NodeDisplay({ node, value, path }: { node: FormNode; value: unknown; path: Pointer }): ReactNode {
  const { components, locale, t } = useKit(formEnglish);
  const props = { node, value, locale, t };
  switch (node.kind) {
    case "leaf": {
      const Display: ComponentType<FieldDisplayProps> =
        components.get("field-display", node.type) ?? leafDisplays[node.type];
      // oxlint-disable-next-line react/static-components -- the component comes from the provider, it is not created here
      return <Display {...props} node={node} />;
    }
    case "lazy":
      return value === undefined ? (
        <ObjectDisplay {...props} />
      ) : (
        <NodeDisplay node={resolveNode(node)} value={value} path={path} />
      );
    case "object": {
      const Own = components.get<GroupDisplayProps>("field-display", "object");
      // oxlint-disable-next-line react/static-components -- the component comes from the provider, it is not created here
      if (Own) return <Own {...props} path={path} />;
      return isRecord(value) ? <ObjectFacts node={node} value={value} path={path} /> : <ObjectDisplay {...props} />;
    }
    case "array": {
      const Own = components.get<GroupDisplayProps>("field-display", "array");
      // oxlint-disable-next-line react/static-components -- the component comes from the provider, it is not created here
      if (Own) return <Own {...props} path={path} />;
      return <ListDisplay {...props} path={path} />;
    }
    default:
      return <ObjectDisplay {...props} />;
  }
}

/** A group's display for the slot: its facts where it holds an object. */
export function GroupDisplay(props: GroupDisplayProps): ReactNode {
  const { node, value } = props;
  if (node.kind !== "object" || !isRecord(value)) return <ObjectDisplay {...props} />;
  return <ObjectFacts node={node} value={value} path={props.path ?? ""} />;
}

/** A list's elements one below the other. */
export function ListDisplay(props: GroupDisplayProps): ReactNode {
  const { node, value, path = "" } = props;
  if (node.kind !== "array" || !Array.isArray(value) || value.length === 0) {
    return <ObjectDisplay {...props} value={Array.isArray(value) && value.length === 0 ? undefined : value} />;
  }
  return (
    <ol className="cb-fact-list">
      {value.map((one: unknown, index) => {
        const item = node.prefix[index] ?? node.item;
        return (
          <li key={index}>
            {item ? (
              <NodeDisplay node={resolveNode(item)} value={one} path={childPointer(path, index)} />
            ) : (
              <ObjectDisplay {...props} value={one} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
