import type { StorybookConfig } from "@storybook/react-vite";

// Storybook starts from the workspace's vite.config.ts, which it finds by itself.
const config: StorybookConfig = {
  framework: "@storybook/react-vite",
  stories: ["./*.mdx", "../packages/{react,rjsf,pages}/src/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: "react-docgen" },
  // `light-dark()` stays as it is: written for older browsers, a theme that the toolbar sets by a style would change
  // nothing.
  viteFinal: (vite) => ({ ...vite, build: { ...vite.build, cssTarget: "chrome123" } }),
};

export default config;
