import { createKnowledge, folderDocuments } from "@callboard/knowledge";
import { createHost, type HostOptions } from "@callboard/server";

export function hostWithDocuments(options: HostOptions, folder: string) {
  const knowledge = createKnowledge({
    sources: [{ source: folderDocuments(folder, { name: "handbook" }) }],
    log: (line) => console.log(line),
  });
  return createHost({ ...options, modules: [knowledge] });
}
