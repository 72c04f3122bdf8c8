import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeWindow {
  axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
  };
}

/** What axe finds wrong with the page as it stands, a line each. It comes by the debugger, so the page's policy holds. */
export async function axeViolations(tab: Page): Promise<string[]> {
  await tab.evaluate(source);
  return await tab.evaluate(async () => {
    const { violations } = await (window as unknown as AxeWindow).axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split("\n")[1] ?? ""}`),
    );
  });
}
