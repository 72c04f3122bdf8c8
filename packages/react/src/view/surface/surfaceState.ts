import { pointerSegments } from "@callboard/core/form";
import type { SurfaceMessage } from "@callboard/core/view";
import { isRecord } from "../../isRecord.ts";

/** A component as the agent describes it: its type, and what it shows. */
export type SurfacePart = Readonly<Record<string, unknown>> & { id: string; component: string };

/** What some messages describe: parts by id, of which `root` is drawn, and the data that they are bound to. */
export interface Surface {
  id: string;
  version: string;
  parts: ReadonlyMap<string, SurfacePart>;
  model: unknown;
}

/** More parts of a surface are not read. */
const mostParts = 5_000;

/** The surfaces that messages leave behind, in the order of their creation. What is no message of theirs changes nothing. */
export function readSurfaces(messages: readonly SurfaceMessage[]): Surface[] {
  const surfaces = new Map<string, Surface & { parts: Map<string, SurfacePart> }>();
  for (const message of messages) {
    const { createSurface, updateComponents, updateDataModel, deleteSurface } = message;
    if (isRecord(createSurface) && typeof createSurface["surfaceId"] === "string") {
      const id = createSurface["surfaceId"];
      const surface = { id, version: String(message["version"]), parts: new Map<string, SurfacePart>(), model: {} };
      surfaces.set(id, surface);
      addParts(surface.parts, createSurface["components"]);
      if (isRecord(createSurface["dataModel"])) surface.model = createSurface["dataModel"];
    }
    const update = [updateComponents, updateDataModel, deleteSurface].find(isRecord);
    const surface = surfaces.get(String(update?.["surfaceId"]));
    if (!surface) continue;
    if (isRecord(updateComponents)) addParts(surface.parts, updateComponents["components"]);
    if (isRecord(updateDataModel)) {
      const path = updateDataModel["path"];
      surface.model = setAt(surface.model, typeof path === "string" ? path : "/", updateDataModel["value"]);
    }
    if (isRecord(deleteSurface)) surfaces.delete(surface.id);
  }
  return [...surfaces.values()];
}

function addParts(parts: Map<string, SurfacePart>, given: unknown): void {
  for (const part of Array.isArray(given) ? given : []) {
    const fits = isRecord(part) && typeof part["id"] === "string" && typeof part["component"] === "string";
    if (fits && (parts.size < mostParts || parts.has(part["id"] as string)))
      parts.set(part["id"] as string, part as SurfacePart);
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
