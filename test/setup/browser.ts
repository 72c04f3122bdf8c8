import { beforeAll, beforeEach } from "vitest";
import { cleanup } from "vitest-browser-react";
import { cdp, page } from "vitest/browser";
import "@callboard/react/styles.css";

// As a page would: the kit takes its letters.
document.documentElement.style.fontFamily = "system-ui, sans-serif";

// Test files share a page, and Vitest evaluates this file anew for each of them: what one drew, said,
// stored, went to, sized and pointed at is gone before the next.
beforeAll(async () => {
  await cdp().send("Input.dispatchMouseEvent", { type: "mouseMoved", x: -1, y: -1 });
  await cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", location.pathname + location.search);
  await page.viewport(1280, 800);
});
beforeEach(async () => {
  await cleanup();
  for (const region of document.querySelectorAll("[data-callboard-announcer]")) region.remove();
});
