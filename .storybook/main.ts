import type { StorybookConfig } from "@storybook/react-vite";

// Storybook starts from the workspace's vite.config.ts, which it finds by itself.
const config: StorybookConfig = {
  framework: "@storybook/react-vite",
  stories: ["./*.mdx", "../packages/react/src/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: "react-docgen" },
};

export default config;
