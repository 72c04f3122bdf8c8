import { directionOf, ToolProvider, type Messages } from "@callboard/react";
import { arabic } from "@callboard/react/messages/ar";
import { german } from "@callboard/react/messages/de";
import { rjsfForm } from "@callboard/react/rjsf";
import type { Preview } from "@storybook/react-vite";
import { configure } from "storybook/test";
import "@callboard/react/styles.css";
import "./preview.css";

// Parts of a form are fetched when it needs them, which on a busy machine takes longer than the second of the default.
configure({ asyncUtilTimeout: 10_000 });

const catalogues: Record<string, Messages> = { de: german, ar: arabic };

/** Dresses the page itself, as a host's page would be: the kit's tokens follow `color-scheme` and the theme's attribute. */
const dressPage = (theme: string, direction: string, language: string) => {
  const { documentElement: page } = document;
  page.dataset["callboardTheme"] = theme;
  page.style.colorScheme = theme;
  page.lang = language;
  page.dir = direction === "rtl" ? direction : directionOf(language);
};

const preview: Preview = {
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
        <ToolProvider exotic={rjsfForm} locale={language} {...(messages && { messages })}>
          <Story />
        </ToolProvider>
      );
    },
  ],
  parameters: {
    layout: "padded",
    a11y: { test: "error" },
    controls: { expanded: true },
  },
};

export default preview;
