import type { HostModule } from "../kernel/module.ts";
import { backupModule } from "./backup/module.ts";
import { connectionsModule } from "./connections/module.ts";
import { embedsModule, type EmbedsOptions } from "./embeds/module.ts";
import { sharesModule } from "./shares/module.ts";
import { uploadsModule } from "./uploads/module.ts";
import type { UploadLimits } from "./uploads/uploadLimits.ts";

/** What every host can do beside running tools. */
export const standardModules = ({
  uploads,
  embed,
}: {
  uploads?: Partial<UploadLimits>;
  embed?: EmbedsOptions;
}): readonly HostModule[] => [
  uploadsModule(uploads),
  connectionsModule,
  sharesModule,
  embedsModule(embed),
  backupModule,
];
