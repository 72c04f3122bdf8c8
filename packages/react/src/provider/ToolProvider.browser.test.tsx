import { createRegistry } from "@callboard/core";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ToolForm } from "../form/ToolForm.tsx";
import { ToolOutput } from "../view/ToolOutput.tsx";
import { ToolProvider } from "./ToolProvider.tsx";

const tool = { slug: "weather", inputSchema: { type: "object", properties: { city: { type: "string" } } } } as const;

function registryOf(tenant: string) {
  const registry = createRegistry();
  registry.registerFormSpec("tool:weather", { fields: [{ key: "city", label: `City of ${tenant}`, type: "text" }] });
  registry.registerViewSpec("tool:weather", { blocks: [{ type: "json", label: `Forecast for ${tenant}` }] });
  return registry;
}

it("gives forms and outputs the specs of its own registry, and no other's", async () => {
  const tenants = { north: registryOf("north"), south: registryOf("south") };
  await render(
    <>
      {Object.entries(tenants).map(([tenant, registry]) => (
        <section key={tenant} aria-label={tenant}>
          <ToolProvider registry={registry}>
            <ToolForm tool={tool} onSubmit={() => {}} />
            <ToolOutput tool={tool} output={{ degrees: 21 }} />
          </ToolProvider>
        </section>
      ))}
      <section aria-label="none">
        <ToolForm tool={tool} onSubmit={() => {}} />
        <ToolOutput tool={tool} output={{ degrees: 21 }} />
      </section>
    </>,
  );
  for (const tenant of Object.keys(tenants)) {
    const place = page.getByRole("region", { name: tenant });
    await expect.element(place.getByRole("textbox", { name: `City of ${tenant}` })).toBeVisible();
    await expect.element(place.getByText(`Forecast for ${tenant}`)).toBeVisible();
  }
  await expect.element(page.getByRole("region", { name: "none" }).getByRole("textbox", { name: "City" })).toBeVisible();
});
