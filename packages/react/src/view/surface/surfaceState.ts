import { pointerSegments } from "@callboard/core/form";
import type { SurfaceMessage } from "@callboard/core/view";
import { isRecord } from "../../isRecord.ts";

/** A component as the agent describes it: its type, and what it shows. */
export type SurfacePart = Readonly<Record<string, unknown>> & { id: string; component: string };

/** What some messages describe: parts by id, of which `root` is drawn, and the data that they are bound to. */
export interface Surface {
  id: string;
  version: string;
  /** The catalog of its parts and functions, where the agent names one. */
  catalogId: string | undefined;
  parts: ReadonlyMap<string, SurfacePart>;
  model: unknown;
}

/** More parts of a surface are not read. */
const mostParts = 5_000;

/**
 * The surfaces that messages leave behind, in the order of their creation. What is no message of theirs changes
 * nothing.
 */
export function readSurfaces(messages: readonly SurfaceMessage[]): Surface[] {
  const surfaces = new Map<string, Surface & { parts: Map<string, SurfacePart> }>();
  for (const message of messages) {
    const { createSurface, updateComponents, updateDataModel, deleteSurface } = message;
    if (isRecord(createSurface) && typeof createSurface["surfaceId"] === "string") {
      const id = createSurface["surfaceId"];
      const surface: Surface & { parts: Map<string, SurfacePart> } = {
        id,
        version: String(message["version"]),
        catalogId: typeof createSurface["catalogId"] === "string" ? createSurface["catalogId"] : undefined,
        parts: new Map(),
        model: {},
      };
      surfaces.set(id, surface);
      addParts(surface.parts, createSurface["components"]);
      if (isRecord(createSurface["dataModel"])) surface.model = createSurface["dataModel"];
    }
    const update = [updateComponents, updateDataModel, deleteSurface].find(isRecord);
    const surface = surfaces.get(String(update?.["surfaceId"]));
    if (!surface) continue;
    if (isRecord(updateComponents)) addParts(surface.parts, updateComponents["components"]);
    if (isRecord(updateDataModel)) {
      const { path, value } = updateDataModel;
      // Since 1.0 it is null that takes an entry out.
      const next = value === null && hasFunctions(surface.version) ? undefined : value;
      surface.model = setAt(surface.model, typeof path === "string" ? path : "/", next);
    }
    if (isRecord(deleteSurface)) surfaces.delete(surface.id);
  }
  return [...surfaces.values()];
}

/** Whether messages are of 1.0, in which agents have functions too. */
export const hasFunctions = (version: string): boolean => /^v?1\./.test(version);

/** The functions that the agent asks this page to run; it runs none. */
export function askedFunctions(messages: readonly SurfaceMessage[]): string[] {
  return messages.flatMap(({ callRendererFunction: asked, callFunction: drafted }) => {
    const call = isRecord(asked) ? asked["callFunction"] : drafted;
    return isRecord(call) ? [String(call["call"] ?? call["@call"])] : [];
  });
}

const marked = new Set(["@path", "@call", "@catalogId", "@accessibility", "@metadata", "@checks"]);
const deepestNames = 40;

/** A part with the names of 0.9: later versions set a mark before those that are the protocol's. */
function withoutMarks(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepestNames) return value;
  if (Array.isArray(value)) return value.map((one) => withoutMarks(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [marked.has(key) ? key.slice(1) : key, withoutMarks(one, depth + 1)]),
  );
}

function addParts(parts: Map<string, SurfacePart>, given: unknown): void {
  for (const part of Array.isArray(given) ? given : []) {
    const fits = isRecord(part) && typeof part["id"] === "string" && typeof part["component"] === "string";
    if (fits && (parts.size < mostParts || parts.has(part["id"] as string)))
      parts.set(part["id"] as string, withoutMarks(part) as SurfacePart);
  }
}

/** A path from the root: one that does not begin there is within `base`. */
export const pathFrom = (base: string, path: string): string =>
  path.startsWith("/") ? path : path === "" ? base : `${base === "/" ? "" : base}/${path}`;

const stepsOf = (path: string): string[] => (path === "/" || path === "" ? [] : pointerSegments(path));

/** What the data has at a path; undefined where it has nothing. */
export function readAt(model: unknown, path: string): unknown {
  let at = model;
  for (const step of stepsOf(path)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

const mostSteps = 32;
const longestList = 10_000;

/** The data with another value at a path; undefined takes the entry out. What stands in between is made as needed. */
export function setAt(model: unknown, path: string, value: unknown): unknown {
  const steps = stepsOf(path);
  if (steps.length > mostSteps) return model;
  return replaced(model, steps, value);
}

function replaced(at: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...below] = steps;
  if (step === undefined) return value;
  if (Array.isArray(at)) {
    const index = Number(step);
    if (!/^\d+$/.test(step) || index > Math.min(at.length, longestList)) return at;
    const list = [...at];
    list[index] = replaced(list[index], below, value);
    return list;
  }
  const record = new Map(isRecord(at) ? Object.entries(at) : []);
  const next = replaced(record.get(step), below, value);
  if (next === undefined) record.delete(step);
  else record.set(step, next);
  return Object.fromEntries(record);
}
