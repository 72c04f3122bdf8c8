import type { NextConfig } from "next";

export default {
  // The host brings a PostgreSQL that reads files of its own folder.
  serverExternalPackages: ["@callboard/server"],
} satisfies NextConfig;
