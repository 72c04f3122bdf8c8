import { keepDataFolder } from "../e2e/dataFolder.ts";
import { startHost } from "../e2e/host.ts";

/**
 * Before the first test, and once for all files: a host starts as it starts first, and ends in order once its documents
 * are read.
 */
export default () =>
  keepDataFolder(async (keep) => {
    const first = await startHost({ firstStart: true });
    try {
      while (!first.output().includes("packages is read")) await new Promise((resolve) => setTimeout(resolve, 100));
      await first.stop();
      keep(first.data);
    } finally {
      await first.dispose();
    }
  });
