import type { Icon } from "@modelcontextprotocol/server";

const made = new Map<string, Icon[]>();
/** The set is large, and read only where a client lists tools. */
let lucide: Promise<(typeof import("@iconify-json/lucide"))["icons"]> | undefined;

/** A tool's icon as clients draw it, in the address itself; none for a name that Lucide does not have. */
export async function iconsOf(name: string): Promise<Icon[] | undefined> {
  const before = made.get(name);
  if (before) return before;
  lucide ??= import("@iconify-json/lucide").then(({ icons }) => icons);
  const { icons, aliases, width = 24, height = 24 } = await lucide;
  const known = Object.hasOwn(icons, name) ? name : aliases?.[name]?.parent;
  const body = known === undefined ? undefined : icons[known]?.body;
  if (body === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const drawn: Icon[] = [{ src, mimeType: "image/svg+xml", sizes: ["any"] }];
  made.set(name, drawn);
  return drawn;
}
