// A chunk of its own, which few forms need: what fills in a model's arguments.
export { applyArguments, argumentChanges } from "@callboard/core/form";
