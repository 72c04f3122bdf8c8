import { mount } from "@callboard/embed";

export function showTool(element: HTMLElement, save: (output: unknown) => void) {
  const embed = mount(element, {
    host: "https://tools.example.com",
    tool: "tip-splitter",
    publishKey: "pk_…",
    theme: "auto",
    appearance: { accent: "#0a7d5a", radius: "4px" },
  });
  element.addEventListener("callboard:completed", (event) => save((event as CustomEvent).detail.output));
  return () => embed.unmount();
}
