import type { RegistryFieldsType, RegistryWidgetsType } from "@rjsf/utils";
import { JsonField } from "./JsonField.tsx";
import { templates } from "./templates.tsx";
import { widgets } from "./widgets.tsx";

/** The kit's fields as a theme of rjsf's: for `<Form>` of @rjsf/core as `widgets`, `templates` and `fields`. */
export const rjsfTheme: {
  widgets: RegistryWidgetsType;
  templates: typeof templates;
  fields: RegistryFieldsType;
} = { widgets, templates, fields: { FallbackField: JsonField } };
