/** Adds the stylesheet of what comes after the form, under the nonce of the page's own script. */
export function loadStyle(href: string): void {
  if (href === "") return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.nonce = document.scripts[0]?.nonce ?? "";
  link.href = href;
  document.head.append(link);
}
