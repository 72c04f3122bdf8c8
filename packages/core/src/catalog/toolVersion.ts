import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "../json/jsonKey.ts";
import { plainCopy } from "../json/plainCopy.ts";
import type { RegisteredTool } from "../tool/registry.ts";

/**
 * The version of a tool: one hash of all that a person agrees to who lets it run. That is its definition, how it asks
 * and shows, where it comes from, and what it runs where that is data. A handler in code is not part of it.
 */
export function toolVersion(tool: RegisteredTool, source: string): string {
  const { slug, name, description, userDescription, inputJsonSchema, outputJsonSchema, permissionPolicy } = tool;
  const { requiredPermission, timeLimit, formSpec, viewSpec, aggregateViewSpec, outputSections, execution } = tool;
  const content = {
    source,
    slug,
    name,
    description,
    userDescription,
    inputJsonSchema,
    outputJsonSchema,
    permissionPolicy,
    requiredPermission,
    timeLimit,
    formSpec,
    viewSpec,
    aggregateViewSpec,
    outputSections,
    execution,
  };
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(plainCopy(content)))));
}
