import { ToolError } from "@callboard/core";
import type { ChoiceSearch } from "@callboard/server";
import { z } from "zod";
import type { Entity, EntitySource } from "../../src/server/entities.ts";
import { attributes, PRODUCT_DATA, PRODUCT_NAMES, PRODUCT_SLUGS, USES, type Product } from "./imsProductData.ts";

/** The tenants whose tools use the catalogue. */
const CATALOGUE_TENANTS: readonly string[] = ["ims", "oci"];

/** What can be bought of a product: one size of bag. */
export interface Sku {
  slug: string;
  name: string;
  product: string;
  bag: Product["bag"];
}

const rating = z.number().min(0).max(10);
const bag = z.object({
  litres: z.number().positive(),
  kilograms: z.number().positive(),
  perPallet: z.int().positive(),
  price: z.number().min(0),
});
const productData = z.object({
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  depth: z.number().positive(),
  uses: z.array(z.enum(USES)),
  bag,
  ratings: z.object(
    Object.fromEntries(attributes.map((attribute) => [attribute, rating])) as Record<
      (typeof attributes)[number],
      typeof rating
    >,
  ),
});
const skuData = z.object({ product: z.string().min(1), bag });

/** A tenant's products: its live ones that are whole, and the canonical catalogue where it keeps none. */
export async function productsOf(entities: EntitySource, tenantSlug: string | null | undefined): Promise<Product[]> {
  const live = await wholeOnes(entities, tenantSlug, "product", productData);
  if (live.length > 0) return live.map(({ slug, name, data }) => ({ slug, name, ...data }));
  return PRODUCT_SLUGS.map((slug) => PRODUCT_DATA[slug]);
}

/** A tenant's live SKUs of products that it has, and one a product where it keeps none: the product's own bag. */
export async function skusOf(entities: EntitySource, tenantSlug: string | null | undefined): Promise<Sku[]> {
  const products = await productsOf(entities, tenantSlug);
  const live = await wholeOnes(entities, tenantSlug, "sku", skuData);
  const known = live.filter(({ data }) => products.some(({ slug }) => slug === data.product));
  if (known.length > 0) return known.map(({ slug, name, data }) => ({ slug, name, ...data }));
  return products.map(({ slug, name, bag }) => ({
    slug: `${slug}-${bag.litres}l`,
    name: `${name}, ${bag.litres} l`,
    product: slug,
    bag,
  }));
}

async function wholeOnes<Data>(
  entities: EntitySource,
  tenantSlug: string | null | undefined,
  type: string,
  schema: z.ZodType<Data>,
): Promise<(Omit<Entity, "data"> & { data: Data })[]> {
  const all = tenantSlug ? await entities.list(tenantSlug, type) : [];
  return all.flatMap((entity) => {
    const { success, data } = schema.safeParse(entity.data);
    return success ? [{ ...entity, data }] : [];
  });
}

/** What `pick` says where there is no such product. */
export const NO_PRODUCT = 'There is no product "{wanted}". Choose one of {all}.';

/** One of a list by slug or by name. @throws with the slugs there are, by the template. */
export function pick<One extends { slug: string; name: string }>(
  all: readonly One[],
  wanted: string,
  { template = NO_PRODUCT, path, values }: { template?: string; path?: string; values?: Record<string, string> } = {},
): One {
  const name = wanted.trim().toLowerCase();
  const found = all.find((one) => one.slug === wanted) ?? all.find((one) => one.name.toLowerCase() === name);
  if (found) return found;
  const slugs = all.map(({ slug }) => slug);
  const said = { template, values: { wanted, all: slugs.join(", "), ...values } };
  throw new ToolError(said, { ...(path !== undefined && { path }), suggestions: slugs });
}

/** What a product's field finds: the tenant's products, and nothing for a tenant without a catalogue. */
export const productChoices = (entities: EntitySource): ChoiceSearch =>
  choicesFrom((tenant) => productsOf(entities, tenant));
export const skuChoices = (entities: EntitySource): ChoiceSearch => choicesFrom((tenant) => skusOf(entities, tenant));

const choicesFrom =
  (
    read: (tenantSlug: string) => Promise<readonly { slug: string; name: string; bag: Product["bag"] }[]>,
  ): ChoiceSearch =>
  async ({ query, values, context: { tenantSlug } }) => {
    if (!tenantSlug || !CATALOGUE_TENANTS.includes(tenantSlug)) return [];
    const wanted = query.toLowerCase();
    return (await read(tenantSlug))
      .filter(({ slug, name }) => (values ? values.includes(slug) : name.toLowerCase().includes(wanted)))
      .map(({ slug, name, bag }) => ({
        value: slug,
        label: name,
        description: `${bag.litres} l · ${bag.kilograms} kg`,
      }));
  };

/** The field of a product: people pick it, agents give its slug. */
export const productField = z
  .string()
  .min(1)
  .max(120)
  .meta({
    title: "Product",
    description: `Such as ${PRODUCT_NAMES["protoast-original"]} (protoast-original).`,
    "x-entity-type": "protoast-product",
  });
