import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { until } from "./api.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeWindow {
  axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
  };
}

/**
 * What axe finds wrong with the page as it stands, a line each. It comes by the debugger, so the page's policy holds.
 */
export async function axeViolations(tab: Page, rules?: readonly string[]): Promise<string[]> {
  await tab.evaluate(source);
  return await tab.evaluate(async (only) => {
    const { violations } = await (window as unknown as AxeWindow).axe.run({
      resultTypes: ["violations"],
      ...(only && { runOnly: only }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split("\n")[1] ?? ""}`),
    );
  }, rules);
}

/**
 * What axe finds wrong in light, and with the contrast once the reader's system turns dark: all else is the same page.
 */
export async function axeViolationsInBoth(tab: Page): Promise<string[]> {
  const ink = () => tab.evaluate(() => getComputedStyle(document.querySelector("h1, h2")!).color);
  const [light, violations] = [await ink(), await axeViolations(tab)];
  await tab.emulateMedia({ colorScheme: "dark" });
  await until("the page to turn dark", async () => (await ink()) !== light);
  violations.push(...(await axeViolations(tab, ["color-contrast"])).map((line) => `in dark: ${line}`));
  await tab.emulateMedia({ colorScheme: "light" });
  await until("the page to turn light again", async () => (await ink()) === light);
  return violations;
}
