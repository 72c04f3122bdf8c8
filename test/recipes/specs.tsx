import { registerFormSpec, registerViewSpec, type FormSpec, type ViewSpec } from "@callboard/core";
import { ToolForm, ToolOutput } from "@callboard/react";
import "@callboard/react/styles.css";

// #region form
export const tripForm: FormSpec = {
  title: "Plan a trip",
  submitLabel: "Plan it",
  sections: [
    {
      columns: 2,
      fields: [
        { key: "to", label: "To" },
        { key: "days", label: "Days", variant: "slider", unit: "days" },
        { key: "hotel", label: "Book a hotel", variant: "switch" },
        {
          key: "stars",
          label: "Stars",
          variant: "rating",
          visibleWhen: { field: "hotel", operator: "eq", value: true },
        },
      ],
    },
    { audience: "internal", fields: [{ key: "account", label: "Account to charge" }] },
  ],
};
// #endregion

// #region use
const tripSchema = {
  type: "object",
  properties: {
    to: { type: "string" },
    days: { type: "integer", minimum: 1, maximum: 14, default: 3 },
    hotel: { type: "boolean", default: false },
    stars: { type: "integer", minimum: 1, maximum: 5 },
    account: { type: "string" },
  },
  required: ["to"],
};

export function Trip({ mode }: { mode?: "embed" }) {
  return <ToolForm schema={tripSchema} spec={tripForm} mode={mode ?? "internal"} />;
}
// #endregion

// #region view
export const tripView: ViewSpec = {
  blocks: [
    { type: "summary", config: { fields: [{ key: "total", label: "Total", format: "currency", currency: "EUR" }] } },
    {
      type: "table",
      key: "legs",
      label: "Legs",
      config: { columns: ["from", "to", { key: "km", label: "Distance" }] },
    },
    { type: "chart", key: "costs", config: { x: "day", series: ["spent"], variant: "bar" } },
  ],
};
// #endregion

// #region sample
const sampled: FormSpec = {
  fields: [{ key: "to" }, { key: "days" }],
  sample: { to: "Bergen", days: 5 },
};
// #endregion

export function SampledTrip() {
  return <ToolForm schema={tripSchema} spec={sampled} onSubmit={() => undefined} />;
}

// #region output
const trip = {
  total: 840,
  legs: [{ from: "Oslo", to: "Bergen", km: 463 }],
  costs: [
    { day: "Monday", spent: 310 },
    { day: "Tuesday", spent: 530 },
  ],
};

export function TripResult() {
  return <ToolOutput output={trip} tool={{ slug: "trip", viewSpec: tripView }} />;
}
// #endregion

export function register() {
  // #region register
  registerFormSpec("tool:trip", tripForm);
  registerViewSpec("tool:trip", tripView);
  // #endregion
}
