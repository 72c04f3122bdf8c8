import { icons as lucide } from "@iconify-json/lucide";
import type { Icon } from "@modelcontextprotocol/server";

const made = new Map<string, Icon[] | undefined>();

/** A tool's icon as clients draw it, in the address itself; none for a name that Lucide does not have. */
export function iconsOf(name: string): Icon[] | undefined {
  if (!made.has(name)) made.set(name, drawn(name));
  return made.get(name);
}

function drawn(name: string): Icon[] | undefined {
  const { icons, aliases, width = 24, height = 24 } = lucide;
  const known = Object.hasOwn(icons, name) ? name : aliases?.[name]?.parent;
  const body = known === undefined ? undefined : icons[known]?.body;
  if (body === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return [{ src, mimeType: "image/svg+xml", sizes: ["any"] }];
}
