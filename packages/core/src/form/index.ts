export { beyondModel } from "./beyondModel.ts";
export { compileForm } from "./compile.ts";
export { createFormStore, createLightFormStore } from "./formStore.ts";
export { createPrefill } from "./prefill.ts";
export type { Author } from "./marks.ts";
export type {
  ArgumentsOptions,
  FieldState,
  FormChange,
  FormStatus,
  FormStore,
  FormStoreOptions,
  GroupState,
  SubmitHandler,
} from "./formState.ts";
export { createDraftKeeper, type DraftKeeper, type DraftKeeperOptions } from "./draftKeeper.ts";
export { draftKey, getDraft, restoreDraft, type DraftStorage, type FormDraft } from "./formDraft.ts";
export { applyJsonText, toJsonText } from "./jsonText.ts";
export { withoutSecrets } from "./secrets.ts";
export { formSpecSchema } from "./formSpecSchema.ts";
export { initialValue, newItem } from "./initialValue.ts";
export { resolveNode } from "./model.ts";
export type {
  ArrayNode,
  ConstNode,
  FieldGroup,
  FormField,
  FormModel,
  FormNode,
  JsonNode,
  LazyNode,
  LeafNode,
  MapNode,
  ObjectNode,
  UnionNode,
  Visibility,
} from "./model.ts";
export { readPointer } from "./conditions.ts";
export { childPointer, parentPointer, pointerSegments, type Pointer } from "./pointer.ts";
export { mergeSchemas } from "./resolveSchema.ts";
export type { SubmitErrors } from "./submitErrors.ts";
export { uiSchemaToFormSpec, type UiSchema } from "./uiSchema.ts";
export { humanizeFieldName } from "../schema/humanize.ts";
export { toJsonSchema, type JsonSchema } from "../schema/jsonSchema.ts";
export { mayExplode } from "../schema/patternCost.ts";
export { standardIssues } from "../schema/standardIssues.ts";
export type { ValidationIssue, Validator } from "../schema/validator.ts";
export {
  compare,
  conditionFields,
  evaluateCondition,
  sameJson,
  type Condition,
  type Operator,
} from "../spec/condition.ts";
export type { FieldDefinition, FieldOption, FieldType } from "../spec/field.ts";
export type { FormSection, FormSpec } from "../spec/formSpec.ts";
export { registeredFormSpec } from "../spec/registeredSpecs.ts";
