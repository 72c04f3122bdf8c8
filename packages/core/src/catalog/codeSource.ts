import type { ToolContext } from "../tool/context.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";
import { HOST_SOURCES, type ToolSource } from "./toolSource.ts";

/** The tools of a registry, with the specs that were registered beside them. */
export function createCodeSource(registry: Registry): ToolSource {
  const withSpecs = specsOf(registry);
  return {
    name: HOST_SOURCES.code,
    list: () => registry.all().map(withSpecs),
    find(slug) {
      const tool = registry.get(slug);
      return tool && withSpecs(tool);
    },
  };
}

/** The tools of a registry that a context may see, at once: for callers that cannot wait and have no other source. */
export function toolsInCode(registry: Registry, context: ToolContext): RegisteredTool[] {
  return registry.available(context);
}

/** All tools of a registry at once, whoever may use them. */
export function allInCode(registry: Registry): RegisteredTool[] {
  return registry.all();
}

/**
 * Each tool as one object for as long as its specs stay the same, so that whoever keeps something of a tool finds it.
 */
function specsOf(registry: Registry): (tool: RegisteredTool) => RegisteredTool {
  const made = new WeakMap<RegisteredTool, RegisteredTool>();
  return (tool) => {
    const formSpec = registry.formSpec(tool.slug);
    const viewSpec = registry.viewSpec(tool.slug);
    if (formSpec === tool.formSpec && viewSpec === tool.viewSpec) return tool;
    const known = made.get(tool);
    if (known && known.formSpec === formSpec && known.viewSpec === viewSpec) return known;
    const whole = Object.freeze({ ...tool, ...(formSpec && { formSpec }), ...(viewSpec && { viewSpec }) });
    made.set(tool, whole);
    return whole;
  };
}
