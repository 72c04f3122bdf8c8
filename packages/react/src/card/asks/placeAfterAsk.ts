/** Where whoever answers an ask from within it goes on: at the next ask of a dock, or at the row of its call. */
export function placeAfterAsk(panel: HTMLElement): HTMLElement | null | undefined {
  const listed = panel.closest(".cb-ask-dock li");
  return listed
    ? (listed.nextElementSibling ?? listed.previousElementSibling)?.querySelector("button")
    : panel.closest(".cb-call")?.querySelector<HTMLElement>("[data-row]");
}
