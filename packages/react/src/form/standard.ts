// A chunk of its own, for forms from Zod or another Standard Schema: what reads values by the schema's own rules.
export { readStandard } from "@callboard/core/form";
