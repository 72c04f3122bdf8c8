/** The extension by which servers of 2026-07-28 answer with tasks, as both sides name it. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
