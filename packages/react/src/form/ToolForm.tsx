"use client";
import { ownJsonSchema, type FormSpec, type JsonSchema } from "@callboard/core/form";
import type { InferOutput, JsonValue, Schema } from "@callboard/core";
import { createContext, Suspense, useContext, useMemo, useState, type ReactNode } from "react";
import { Contained } from "../provider/Contained.tsx";
import { lazyComponent } from "../provider/lazyModule.ts";
import { Own } from "../provider/Own.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { isProduction } from "../provider/warnOnce.ts";
import {
  isStandard,
  schemaOf,
  specOf,
  type AnyFormProps,
  type DescribedProps,
  type FormSchema,
  type FormSpecRendererProps,
  type SchemaFormProps,
  type ToolFormProps,
} from "./formProps.ts";
import { ModelForm } from "./ModelForm.tsx";
import { SpecNotesContext, type SpecNotes } from "./specNotes.ts";
import { useSame } from "./useSame.ts";

const BrokenForm = lazyComponent(
  () => import("./BrokenForm.tsx"),
  (module) => module.BrokenForm,
);
const SpecCheck = lazyComponent(
  () => import("./BrokenForm.tsx"),
  (module) => module.SpecCheck,
);
const UiSchemaForm = lazyComponent(
  () => import("./UiSchemaForm.tsx"),
  (module) => module.UiSchemaForm,
);
const NativeForm = lazyComponent(
  () => import("./NativeForm.tsx"),
  (module) => module.NativeForm,
);

/**
 * The form of a tool's input, made from its JSON Schema, a FormSpec or both.
 * @example
 * ```tsx
 * <ToolForm
 *   schema={{ type: "object", properties: { city: { type: "string" } }, required: ["city"] }}
 *   onSubmit={(value) => save(value)}
 * />
 * ```
 */
export function ToolForm<const S extends FormSchema = JsonSchema, Submitted = InferOutput<S>, Held = JsonValue>(
  props: ToolFormProps<S, Submitted, Held>,
): ReactNode;
export function ToolForm(props: AnyFormProps): ReactNode {
  const { components } = useKit();
  const slug = props.tool?.slug;
  const isInside = useContext(OwnFormContext) === slug;
  const Custom = slug === undefined || isInside ? undefined : components.get<AnyFormProps>("form", `tool:${slug}`);
  const standard = <StandardForm {...props} />;
  if (!Custom) return standard;
  return (
    <OwnFormContext.Provider value={slug}>
      <Own slot={`form tool:${slug}`} from={[Custom, props.tool]} standard={standard}>
        {/* oxlint-disable-next-line react/static-components -- the component comes from the provider, it is not created here */}
        <Custom {...props} mode={props.mode ?? "internal"} />
      </Own>
    </OwnFormContext.Provider>
  );
}

/**
 * The kit's form. What goes wrong with it is said in its place: a wrong FormSpec, a schema that cannot be read, a field
 * that throws.
 */
function StandardForm(props: AnyFormProps): ReactNode {
  const { registry, components } = useKit();
  const { tool, schema, uiSchema, fields } = props;
  const spec = useSame(specOf(props, registry));
  const given = schemaOf(props);
  const json = useMemo(() => jsonOf(given), [given]);
  const [found, setFound] = useState<{ spec: FormSpec; notes: SpecNotes }>();
  return (
    <SpecNotesContext.Provider value={found?.spec === spec ? found?.notes : undefined}>
      <Contained
        from={[tool, schema, spec, uiSchema]}
        renderInstead={(error) => (
          <Suspense fallback={null}>
            <BrokenForm error={error} spec={spec} schema={json}>
              {(usable) => <KitForm {...props} spec={usable} json={json} />}
            </BrokenForm>
          </Suspense>
        )}
      >
        <KitForm {...props} json={json} />
      </Contained>
      {spec && !isProduction() && (
        <Suspense fallback={null}>
          <SpecCheck
            spec={spec}
            schema={json}
            slug={tool?.slug}
            fields={fields}
            components={components}
            tell={setFound}
          />
        </Suspense>
      )}
    </SpecNotesContext.Provider>
  );
}

/** The kit's own form, with what few forms need around it. */
function KitForm(props: DescribedProps): ReactNode {
  if (isStandard(schemaOf(props)) && !props.json) {
    return (
      <Suspense fallback={<div className="callboard cb-form" aria-busy="true" />}>
        <NativeForm {...props} Form={SpecForm} />
      </Suspense>
    );
  }
  return <SpecForm {...props} />;
}

function SpecForm(props: DescribedProps): ReactNode {
  if (!props.uiSchema || props.spec) return <ModelForm {...props} />;
  return (
    <Suspense fallback={<div className="callboard cb-form" aria-busy="true" />}>
      <UiSchemaForm {...props} uiSchema={props.uiSchema} Form={ModelForm} />
    </Suspense>
  );
}

/** The JSON Schema of a schema; undefined where it asks for values that are no JSON. */
function jsonOf(schema: Schema | boolean | undefined): JsonSchema | boolean | undefined {
  if (schema === undefined || typeof schema === "boolean") return schema;
  try {
    return ownJsonSchema(schema);
  } catch {
    return undefined;
  }
}

/** The tool whose own form is around: a form inside it is the kit's, or it would never end. */
const OwnFormContext = createContext<string | undefined>(undefined);

/** A form from a JSON Schema, Zod or any Standard Schema. */
export function SchemaForm<const S extends FormSchema, Submitted = InferOutput<S>, Held = JsonValue>(
  props: SchemaFormProps<S, Submitted, Held>,
): ReactNode;
export function SchemaForm(props: AnyFormProps): ReactNode {
  return <ToolForm {...props} />;
}

/** A form from a FormSpec alone: its fields are the contract. */
export function FormSpecRenderer<Submitted = JsonValue, Held = JsonValue>(
  props: FormSpecRendererProps<Submitted, Held>,
): ReactNode {
  return <ToolForm {...props} />;
}
