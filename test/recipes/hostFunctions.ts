import { createKnowledge } from "@callboard/knowledge";
import { createHost, type HostOptions } from "@callboard/server";

export function hostWithFunctions(options: HostOptions, functions: string) {
  return createHost({ ...options, modules: [createKnowledge({ functions })] });
}
