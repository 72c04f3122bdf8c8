import { directionOf, ToolProvider, type Messages } from "@callboard/react";
import { arabic } from "@callboard/react/messages/ar";
import { german } from "@callboard/react/messages/de";
import { rjsfForm } from "@callboard/rjsf";
import type { Preview } from "@storybook/react-vite";
import { configure, expect } from "storybook/test";
import "@callboard/react/styles.css";
import "./preview.css";

// Parts of a form are fetched when it needs them, which on a busy machine takes longer than the second of the default.
configure({ asyncUtilTimeout: 10_000 });

const catalogues: Record<string, Messages> = { de: german, ar: arabic };

/** A host's page wears a theme so: the kit's colours follow its `color-scheme`, and so do native controls. */
const setTheme = (theme: string) => {
  const { documentElement: page } = document;
  page.style.colorScheme = theme;
};

/** Dresses the page itself, as a host's page would be. */
const dressPage = (theme: string, direction: string, language: string) => {
  const { documentElement: page } = document;
  setTheme(theme);
  page.lang = language;
  page.dir = direction === "rtl" ? direction : directionOf(language);
};

/** What wears the kit's classes outside of a component root, where it has none of the kit's colours and sizes. */
const rootless = () =>
  [...document.querySelectorAll('[class^="cb-"], [class*=" cb-"]')]
    .filter((element) => !element.closest(".callboard"))
    .map(({ className }) => className);

/** The colours that axe finds too close to each other, on the page as the story's play has left it. */
const lowContrast = async () => {
  const { default: axe } = await import("axe-core");
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const { violations } = await axe.run(document.body, { runOnly: ["color-contrast"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`));
};

const preview: Preview = {
  tags: ["autodocs"],
  globalTypes: {
    theme: {
      description: "Colour scheme",
      toolbar: {
        title: "Theme",
        icon: "mirror",
        dynamicTitle: true,
        items: [
          { value: "light", title: "Light", icon: "sun" },
          { value: "dark", title: "Dark", icon: "moon" },
        ],
      },
    },
    language: {
      description: "Language",
      toolbar: {
        title: "Language",
        icon: "globe",
        dynamicTitle: true,
        items: [
          { value: "en", title: "English" },
          { value: "de", title: "Deutsch" },
          { value: "ar", title: "العربية" },
        ],
      },
    },
    direction: {
      description: "Writing direction",
      toolbar: {
        title: "Direction",
        icon: "transfer",
        items: [
          { value: "ltr", title: "Left to right" },
          { value: "rtl", title: "Right to left" },
        ],
      },
    },
  },
  initialGlobals: { theme: "light", language: "en", direction: "ltr" },
  decorators: [
    (Story, { globals }) => {
      const language = String(globals["language"]);
      const messages = catalogues[language];
      dressPage(String(globals["theme"]), String(globals["direction"]), language);
      return (
        <ToolProvider fallbackForm={rjsfForm} locale={language} {...(messages && { messages })}>
          <Story />
        </ToolProvider>
      );
    },
  ],
  // The tests ask for a second theme. Everything but its colours is the same, and was checked in the first.
  afterEach: async ({ globals, parameters }) => {
    expect(rootless(), "outside of every component root").toEqual([]);
    const { theme, contrastIn } = globals;
    if (!contrastIn || parameters["a11y"].test === "off") return;
    setTheme(String(contrastIn));
    try {
      expect(await lowContrast(), `contrast in ${contrastIn}`).toEqual([]);
    } finally {
      setTheme(String(theme));
    }
  },
  parameters: {
    layout: "padded",
    docs: {
      // The example of a comment follows as code; the word before it is for other readers.
      extractComponentDescription: (component?: { __docgenInfo?: { description?: string } }) =>
        component?.__docgenInfo?.description?.replace(/@example\s*/g, "\n\n") ?? null,
    },
    a11y: { test: "error" },
    controls: { expanded: true },
    options: {
      storySort: { order: ["Start here", "Forms", "Fields", "Outputs", "Cards", "Chat", "Pages", "Text"] },
    },
  },
};

export default preview;
