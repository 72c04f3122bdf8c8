import { ToolProvider } from "@callboard/react";
import { rjsfForm } from "@callboard/react/rjsf";
import type { Preview } from "@storybook/react-vite";
import "@callboard/react/styles.css";
import "./preview.css";

/** Dresses the page itself, as a host's page would be: the kit's tokens follow `color-scheme` and the theme's attribute. */
const dressPage = (theme: string, direction: string) => {
  const { documentElement: page } = document;
  page.dataset["callboardTheme"] = theme;
  page.style.colorScheme = theme;
  page.dir = direction;
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
  initialGlobals: { theme: "light", direction: "ltr" },
  decorators: [
    (Story, { globals }) => {
      dressPage(String(globals["theme"]), String(globals["direction"]));
      return (
        <ToolProvider exotic={rjsfForm}>
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
