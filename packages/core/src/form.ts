export { beyondModel } from "./form/model/beyondModel.ts";
export { compileForm } from "./form/model/compile.ts";
export { formSpecProblem } from "./form/model/formSpecProblem.ts";
export { parseFormSpec, type FormSpecProblem, type ParsedFormSpec } from "./form/model/parseFormSpec.ts";
export { createFormStore } from "./form/state/formStore.ts";
export { applyArguments } from "./form/state/prefill.ts";
export { argumentChanges } from "./form/state/argumentChanges.ts";
export type { Author } from "./form/state/marks.ts";
export type {
  ArgumentsOptions,
  FieldState,
  FormChange,
  FormStatus,
  FormStore,
  FormStoreOptions,
  GroupState,
  SubmitHandler,
} from "./form/state/formState.ts";
export { createDraftKeeper, type DraftKeeper, type DraftKeeperOptions } from "./form/draft/draftKeeper.ts";
export { draftKey, getDraft, restoreDraft, type DraftStorage, type FormDraft } from "./form/draft/formDraft.ts";
export { addEntry, removeEntry, renameEntry } from "./form/state/mapEntries.ts";
export { applyJsonText, toJsonText } from "./form/state/jsonText.ts";
export { withoutSecrets } from "./form/model/secrets.ts";
export { namesSecret } from "./schema/secretSchema.ts";
export { formSpecSchema } from "./form/model/formSpecSchema.ts";
export { initialValue, newItem } from "./form/model/initialValue.ts";
export { resolveNode } from "./form/model/model.ts";
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
} from "./form/model/model.ts";
export { readPointer } from "./form/model/conditions.ts";
export { manyChoices, optionsOf } from "./form/model/leaf.ts";
export { shiftNumber } from "./json/decimal.ts";
export { readNumber, type NumberReading, type ReadNumberOptions } from "./field/readNumber.ts";
export { hasNoSpaceAround, trimText } from "./field/trimText.ts";
export { readDateText, type DateText } from "./field/dateText.ts";
export { groupNumber, writeNumber } from "./field/writeNumber.ts";
export { childPointer, parentPointer, pointerSegments, type Pointer } from "./json/pointer.ts";
export { mergeSchemas } from "./form/model/resolveSchema.ts";
export type { FormDraftValue, FormValue, PointerTo } from "./form/state/formValue.ts";
export type { SubmitErrors } from "./form/state/submitErrors.ts";
export { titleKeys } from "./form/model/titleKeys.ts";
export { unknownKeys, type UnknownKey } from "./form/model/unknownKeys.ts";
export { uiSchemaToFormSpec, type UiSchema } from "./form/model/uiSchema.ts";
export { isNaming } from "./view/keyFormat.ts";
export { humanizeFieldName } from "./schema/humanize.ts";
export { ownJsonSchema, type JsonSchema } from "./schema/jsonSchema.ts";
export type {
  Handled,
  InferInput,
  InferOutput,
  JsonObject,
  JsonSchemaLiteral,
  JsonValue,
} from "./schema/inferValue.ts";
export { toJsonSchema } from "./schema/toJsonSchema.ts";
export { mayExplode } from "./schema/pattern/patternCost.ts";
export { readStandard } from "./schema/readStandard.ts";
export { plainCopy } from "./json/plainCopy.ts";
export type { ValidationIssue, Validator } from "./schema/validator.ts";
export { sameJson } from "./json/sameJson.ts";
export {
  compare,
  conditionFields,
  evaluateCondition,
  operators,
  type Condition,
  type Operator,
} from "./field/condition.ts";
export type { FieldDefinition, FieldOption, FieldType } from "./field/field.ts";
export type { FormSection, FormSpec } from "./form/model/formSpec.ts";
