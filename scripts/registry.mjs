/**
 * What `shadcn add` takes from the React package: a file a component that the app then owns, with the stylesheets that
 * it needs. Each is one of packages/react/registry.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { at } from "./paths.mjs";

const styles = {
  // Named in this order, utilities go before the kit's rules wherever no sheet came before this line.
  "@layer theme, base, callboard, components, utilities": {},
  '@import "@callboard/react/styles.css"': {},
  '@import "@callboard/react/shadcn.css"': {},
};

const components = [
  {
    name: "tool-chat",
    title: "Chat with tool-call cards",
    description: "A chat over an AI SDK route: messages, a card for each call of a tool, approvals, and a composer.",
    dependencies: ["ai", "@ai-sdk/react"],
  },
  {
    name: "tool-form",
    title: "Form of a tool",
    description: "A form made from a JSON Schema in a card, and what the tool answers below it.",
    dependencies: [],
  },
];

/** Writes an item of a shadcn registry for each into the package's `dist/registry`. */
export const buildRegistry = () => {
  mkdirSync(at("packages/react/dist/registry"), { recursive: true });
  for (const { name, title, description, dependencies } of components) {
    const content = readFileSync(at("packages/react/registry", `${name}.tsx`), "utf8");
    const item = {
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      name,
      type: "registry:component",
      title,
      description,
      dependencies,
      files: [{ path: `registry/${name}.tsx`, type: "registry:component", content }],
      css: styles,
    };
    writeFileSync(at("packages/react/dist/registry", `${name}.json`), `${JSON.stringify(item, null, 2)}\n`);
  }
};
