import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A thing that a tenant keeps, such as a product: its type, its slug, and whatever is known of it. */
export interface Entity {
  type: string;
  slug: string;
  name: string;
  data: Record<string, unknown>;
}

/** Tenants' live entities. */
export interface EntitySource {
  /** Those of one type, as they are now; none where the tenant keeps none. */
  list(tenantSlug: string, type: string): Promise<readonly Entity[]>;
}

export const noEntities: EntitySource = { list: async () => [] };

/**
 * Entities from `<folder>/<tenant>.json`, a list that an operator puts there; read anew each time, so that a change
 * counts at once. What is no entity is left out.
 * @throws where the file is no JSON list: its path and why.
 */
export function entitiesOfFolder(folder: string): EntitySource {
  return {
    async list(tenantSlug, type) {
      if (!/^[\w-]+$/.test(tenantSlug)) return [];
      const file = join(folder, `${tenantSlug}.json`);
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "[]";
        throw error;
      });
      let rows: unknown;
      try {
        rows = JSON.parse(text);
      } catch (cause) {
        throw new Error(`${file} is no JSON, so its products are unknown. Mend or remove it.`, { cause });
      }
      if (!Array.isArray(rows)) throw new Error(`${file} has to be a list of entities. Mend or remove it.`);
      return rows.filter(isEntity).filter((entity) => entity.type === type);
    },
  };
}

function isEntity(row: unknown): row is Entity {
  if (typeof row !== "object" || row === null) return false;
  const { type, slug, name, data } = row as Partial<Record<keyof Entity, unknown>>;
  const texts = [type, slug, name].every((text) => typeof text === "string" && text !== "");
  return texts && typeof data === "object" && data !== null && !Array.isArray(data);
}
