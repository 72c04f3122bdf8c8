import { isRecord } from "../../isRecord.ts";
import { pathFrom, readAt, type SurfacePart } from "./surfaceState.ts";

/** A part in its place: where its relative paths begin, and what stands in it. */
export interface PartNode {
  part: SurfacePart;
  base: string;
  /** Unique among its siblings. */
  key: string;
  /** In the order of the part's own ids; null for an id that names nothing. */
  children: readonly (PartNode | null)[];
}

/** More parts, and parts deeper within each other, are not drawn; parts that contain themselves end there. */
const mostDrawn = 2_000;
const deepest = 40;

/** The parts of a surface as a tree, with one child for each entry of the lists that templates name. */
export function surfaceTree(
  parts: ReadonlyMap<string, SurfacePart>,
  model: unknown,
): { root: PartNode | null; isCut: boolean } {
  let left = mostDrawn;
  let isCut = false;
  const place = (id: unknown, base: string, key: string, depth: number): PartNode | null => {
    const part = typeof id === "string" ? parts.get(id) : undefined;
    if (!part) return null;
    if (left <= 0 || depth > deepest) {
      isCut = true;
      return null;
    }
    left--;
    const children: (PartNode | null)[] = [];
    for (const [index, child] of childrenOf(part, base, model).entries()) {
      if (left <= 0) {
        isCut = true;
        break;
      }
      children.push(place(child.id, child.base, child.key ?? String(index), depth + 1));
    }
    return { part, base, key, children };
  };
  return { root: place("root", "/", "root", 0), isCut };
}

interface Child {
  id: unknown;
  base: string;
  key?: string;
}

function childrenOf(part: SurfacePart, base: string, model: unknown): Child[] {
  const { children, child, tabs, content } = part;
  if (Array.isArray(children)) return children.map((id: unknown) => ({ id, base }));
  if (isRecord(children) && typeof children["path"] === "string") {
    const path = pathFrom(base, children["path"]);
    const items = readAt(model, path);
    const keys = Array.isArray(items)
      ? items.map((_, index) => String(index))
      : isRecord(items)
        ? Object.keys(items)
        : [];
    const from = path === "/" ? "" : path;
    return keys.slice(0, mostDrawn).map((key) => ({
      id: children["componentId"],
      base: `${from}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      key,
    }));
  }
  if (Array.isArray(tabs)) return tabs.map((tab: unknown) => ({ id: isRecord(tab) ? tab["child"] : undefined, base }));
  const only = child ?? content;
  return only === undefined ? [] : [{ id: only, base }];
}
