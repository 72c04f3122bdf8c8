import { saveBlob } from "../text/download.ts";

const drawn = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "text-anchor",
] as const;

/** The drawing as a document of its own: colours and fonts as they are computed here, on the page's background. */
function toSvgText(svg: SVGSVGElement): string {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [...copy.querySelectorAll<SVGElement>("*")];
  for (const [index, element] of [...svg.querySelectorAll<SVGElement>("*")].entries()) {
    const style = getComputedStyle(element);
    const one = copies[index]!;
    for (const name of drawn) one.setAttribute(name, style.getPropertyValue(name));
    one.removeAttribute("class");
    one.removeAttribute("style");
  }
  const page = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  page.setAttribute("width", "100%");
  page.setAttribute("height", "100%");
  page.setAttribute("fill", backgroundOf(svg));
  copy.prepend(page);
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) {
    copy.setAttribute(name, String(value));
  }
  copy.setAttribute("viewBox", `0 0 ${width} ${height}`);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  return new XMLSerializer().serializeToString(copy);
}

function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(?:transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return "white";
}

/** Saves a drawing; the PNG has two pixels for each. Throws where the page's policy lets no picture be made. */
export async function savePicture(svg: SVGSVGElement, kind: "svg" | "png", name: string): Promise<void> {
  const text = toSvgText(svg);
  if (kind === "svg") return saveBlob(name, new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { width, height } = svg.getBoundingClientRect();
  canvas.width = Math.round(width * 2);
  canvas.height = Math.round(height * 2);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The canvas gave no picture");
  saveBlob(name, blob);
}
