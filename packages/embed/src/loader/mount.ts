import type { EmbedOptions, MountedEmbed } from "./embedOptions.ts";
import { openFrame } from "./openFrame.ts";

/**
 * Shows a published tool inside an element of the page, and tells that element what happens: `callboard:ready`,
 * `callboard:submitted`, `callboard:completed` and `callboard:failed`, which bubble.
 * @example
 * ```ts
 * const embed = mount(document.querySelector("#tool")!, {
 *   host: "https://tools.example.com",
 *   tool: "tip-splitter",
 *   publishKey: "pk_…",
 * });
 * embed.update({ theme: "dark" });
 * embed.unmount();
 * ```
 */
export function mount(element: HTMLElement, options: EmbedOptions): MountedEmbed {
  const place = element.ownerDocument.createElement("div");
  // The page's own rules end here, all of them.
  place.style.cssText = "all:initial!important;color-scheme:inherit!important;display:block!important";
  element.appendChild(place);
  const embed = openFrame(element, place.attachShadow({ mode: "open" }), options);
  return {
    update: embed.update,
    focus: embed.focus,
    unmount() {
      embed.unmount();
      place.remove();
    },
  };
}
