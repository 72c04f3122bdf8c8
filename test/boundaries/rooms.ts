import { isForTests } from "../../scripts/paths.mjs";
import { resolveRelative, type Module } from "./modules.ts";

/**
 * The rooms of each package, from the ground floor up. A room is a folder of `src`, or a file that stands alone there;
 * what a package exports by name stands above them all. A module imports from its own room and from the floors below.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  core: [
    ["json", "schema/pattern"],
    ["events"],
    ["schema", "share", "timeline"],
    ["execution", "field", "search", "view"],
    ["form/model"],
    ["form/state"],
    ["form/draft", "tool"],
    ["catalog"],
    ["calls"],
    ["bridge", "wires"],
    [
      "wires/acp",
      "wires/agUi",
      "wires/aiSdk",
      "wires/anthropic",
      "wires/langGraph",
      "wires/mcp",
      "wires/openAi",
      "wires/textCalls",
    ],
    ["client", "wires/claudeAgent"],
  ],
  react: [
    ["useCommitEffect.ts"],
    ["messages", "glyph.tsx", "isComposing.ts", "isRecord.ts", "rootOf.ts", "useStore.ts", "wires/agUi", "wires/aiSdk"],
    ["provider"],
    ["field/api", "text", "timeline"],
    ["view"],
    ["field/pickers", "field/uploads", "knowledge"],
    ["field/displays", "field/inputs"],
    ["field/variants"],
    ["field"],
    ["form", "filter"],
    ["card", "editor"],
    ["page"],
    ["chat"],
    ["author", "inspector", "player"],
  ],
  embed: [["protocol"], ["frame", "loader"]],
  rjsf: [["form"]],
  pages: [["client.ts", "outputWorker.ts", "shell"], ["pages"], ["openPages.tsx", "routes.tsx"]],
  server: [
    ["boundTool.ts", "db", "model", "hostRefusal.ts", "wholeNumbers.ts"],
    ["agents", "log"],
    ["sessions"],
    ["conversation", "store.ts"],
    ["actor.ts", "toolScopes.ts", "worker.ts"],
    ["presentRights.ts", "sessionAccess.ts"],
    ["calls", "choices", "strayErrors.ts"],
    ["agent"],
    ["http"],
    ["kernel"],
    ["routes"],
    ["wires"],
    ["wires/aiSdk", "wires/agUi"],
    ["modules/backup", "modules/connections", "modules/embeds", "modules/notes", "modules/shares", "modules/uploads"],
    ["modules/standardMigrations.ts", "modules/standardModules.ts", "tools"],
    ["createStore.ts", "hostOptions.ts", "moveStore.ts"],
    ["startKernel.ts"],
    ["host.ts"],
    ["nodeListener.ts"],
    ["closeOnSignal.ts", "pages", "serve.ts"],
  ],
  mcp: [["isRecord.ts", "listeners.ts", "tasksExtension.ts"], ["servers", "served"], ["sessions"]],
  knowledge: [
    ["layout", "paths", "thread"],
    ["corpus"],
    ["ingest", "search", "sql"],
    ["functions", "graph", "web"],
    ["tools"],
    ["plugins"],
    ["routes.ts"],
    ["createKnowledge.ts", "ingestDocuments.ts"],
  ],
  platform: [
    ["engine", "rows", "runs"],
    ["execution"],
    ["schedules", "tools"],
    ["bundles", "manage", "routes.ts", "teaching", "views"],
    ["createPlatform.ts", "entities", "toolSessions"],
    ["brief"],
  ],
  cli: [["toolFolders"], ["commands"], ["callboard.ts"]],
};

/** The room of a path inside `src`: the longest listed name that it starts with; undefined where no room is listed. */
const roomOf = (inner: string, rooms: readonly (readonly string[])[]) => {
  const names = rooms.flat().filter((name) => inner === name || inner.startsWith(`${name}/`));
  return names.toSorted((one, other) => other.length - one.length)[0];
};

const isBelow = (inner: string) => inner.includes("/");

const placeOf = (path: string) => {
  const [, owner, inner] = path.match(/^packages\/([^/]+)\/src\/(.+)$/) ?? [];
  return owner !== undefined && inner !== undefined && floors[owner]
    ? { owner, inner, rooms: floors[owner] }
    : undefined;
};

/** Every import that leads up, or across to a room of the same floor, and every folder that no floor lists. */
export const wrongRooms = (modules: readonly Module[], entries: ReadonlySet<string>): string[] =>
  modules.flatMap(({ path, imports }) => {
    const from = placeOf(path);
    if (!from || isForTests(path) || entries.has(path)) return [];
    const room = roomOf(from.inner, from.rooms);
    if (room === undefined) {
      const what = isBelow(from.inner) ? "folder" : "file";
      return [`${path} is in no room: give its ${what} a floor in test/boundaries/rooms.ts`];
    }
    const floorOf = (name: string) => from.rooms.findIndex((floor) => floor.includes(name));
    return imports
      .filter((specifier) => specifier.startsWith("."))
      .flatMap((specifier) => {
        const target = resolveRelative(path, specifier);
        const to = placeOf(target);
        if (!to || to.owner !== from.owner || isForTests(target)) return [];
        if (entries.has(target)) return [`${path} imports ${target}, an entry; import the module that owns the name`];
        const other = roomOf(to.inner, to.rooms);
        if (other === undefined || other === room || floorOf(other) < floorOf(room)) return [];
        const how = floorOf(other) === floorOf(room) ? "stand side by side" : "is the upper floor";
        return [`${path} imports ${target}: ${other} ${how === "stand side by side" ? `and ${room} ` : ""}${how}`];
      });
  });

/** The outermost folders of a package that lean on each other, as `a ⇄ b`. */
export const twoWayFolders = (modules: readonly Module[]): string[] => {
  const arrows = new Set<string>();
  const folderOf = (path: string) => {
    const place = placeOf(path);
    return place && isBelow(place.inner) ? `${place.owner}/${place.inner.split("/")[0]}` : undefined;
  };
  for (const { path, imports } of modules) {
    const from = folderOf(path);
    if (from === undefined || isForTests(path)) continue;
    for (const specifier of imports) {
      const target = specifier.startsWith(".") ? resolveRelative(path, specifier) : undefined;
      const to = target !== undefined && !isForTests(target) ? folderOf(target) : undefined;
      if (to !== undefined && to !== from) arrows.add(`${from} → ${to}`);
    }
  }
  return [...arrows]
    .map((arrow) => arrow.split(" → ") as [string, string])
    .filter(([from, to]) => from < to && arrows.has(`${to} → ${from}`))
    .map((pair) => pair.join(" ⇄ "));
};
