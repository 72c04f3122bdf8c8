/** What draws, what is drawn with, and what bundles, by the names of packages: a host needs none of it. */
export const uiOrBundler =
  /^(?:react(?:-.*)?|preact|lucide.*|@callboard\/(?:react|rjsf|pages|embed|cli)|rolldown|@rolldown\/.*|vite|esbuild|rollup|@swc\/.*)$/;
