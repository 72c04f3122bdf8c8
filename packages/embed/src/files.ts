import type { EmbedFiles } from "@callboard/core/host";

/**
 * What a host serves to pages that embed a tool, for `createHost({ embed: { files: embedFiles } })`. The build of this
 * package fills it: in its sources it is empty.
 */
export const embedFiles: EmbedFiles = {
  loader: { file: "", integrity: "", module: { file: "", integrity: "" } },
  frame: { script: "", style: "", resultStyle: "", modules: [] },
  files: {},
};
