import type { CallboardToolElement } from "@callboard/embed";

export function showToVisitor(element: CallboardToolElement) {
  element.getToken = async () => (await fetch("/embed-token", { method: "POST" })).text();
  element.defaultValue = { bill: 60 };
  element.appearance = { accent: "#0a7d5a", radius: "4px" };
}
