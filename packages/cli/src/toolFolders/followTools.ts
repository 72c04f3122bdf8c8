import type { ToolChange, ToolFolders } from "./toolFolders.ts";

/** The part of a chokidar watcher that is used here. */
export interface FileWatcher {
  on(event: "all", listener: (event: string, path: string) => void): unknown;
  off(event: "all", listener: (event: string, path: string) => void): unknown;
}

/**
 * Editors write a file in several steps, and a folder comes file by file: changes are gathered for this many
 * milliseconds.
 */
const SETTLE = 60;

/** Keeps tool folders in step with their files, and tells of each change; returns how to stop. */
export function followTools(
  watcher: FileWatcher,
  tools: Pick<ToolFolders, "update">,
  onChange: (change: ToolChange) => void,
): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const paths = [...changed];
    changed.clear();
    tools.update(paths).then(
      (change) => change.folders.length > 0 && onChange(change),
      (error: unknown) => console.error(error),
    );
  };
  const listener = (_event: string, path: string) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(update, SETTLE);
  };
  watcher.on("all", listener);
  return () => {
    clearTimeout(timer);
    watcher.off("all", listener);
  };
}
