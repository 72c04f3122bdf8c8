import { parseArgs } from "node:util";
import { toIconName, toolIconNames, unknownIcon } from "@callboard/core";
import { checkToolSchema, INTENTIONALLY_INPUT_LESS, type SchemaIssue, type SchemaTarget } from "@callboard/core/bridge";
import { pointerSegments } from "@callboard/core/form";
import { schemaFaults, type SchemaFault } from "@callboard/core/validator";
import { UsageError, type Command } from "./command.ts";
import type { Loaded } from "./loaded.ts";
import { loadTools } from "./loadTools.ts";

const targets: readonly SchemaTarget[] = ["openai", "openai-strict", "anthropic", "mcp"];

interface Issue extends Pick<SchemaIssue, "severity" | "path" | "message"> {
  code: SchemaIssue["code"] | SchemaFault["code"] | "name_taken" | "not_loaded" | "unknown_icon";
  /** Where in the file, from 1; unknown where the file does not show it. */
  line?: number;
  column?: number;
}

interface Report {
  tool: string;
  file: string;
  issues: Issue[];
}

export const command: Command = {
  usage: [
    "callboard check <file>... [--target openai|openai-strict|anthropic|mcp] [--input-less <slug>]... [--strict] [--json]",
    "",
    "Says what models and clients cannot read in tool definitions, and how to mend it.",
    "",
    "  <file>        a module that exports or registers tools, or a folder of them; or JSON: a list, the answer of tools/list, a request",
    "                to a model, or one definition a line",
    "  --target      for one reader alone. Default: the provider in whose form a definition is, else OpenAI, Anthropic and MCP",
    "  --input-less  a tool that takes no input on purpose; may be given again",
    "  --strict      exit with 1 for warnings too",
    "  --json        the same as JSON",
    "",
    "Exits with 1 where something is an error, and with 2 where a file cannot be read.",
  ].join("\n"),
  async run(args, { out }) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        target: { type: "string" },
        "input-less": { type: "string", multiple: true },
        strict: { type: "boolean" },
        json: { type: "boolean" },
      },
    });
    const target = targets.find((name) => name === values.target);
    if (values.target !== undefined && !target) {
      throw new UsageError(`There is no target "${values.target}". Use one of ${targets.join(", ")}.`);
    }
    if (positionals.length === 0) throw new UsageError("There is no file to check.");
    for (const slug of values["input-less"] ?? []) INTENTIONALLY_INPUT_LESS.add(slug);
    const byFile = await Promise.all(positionals.map((file) => loadTools(file)));
    const loaded = byFile.flat();
    const again = new Map(byFile.flatMap(sameNames));
    const own = loaded.filter((one) => !("isProviders" in one));
    const reports = own.map((one): Report => {
      const { name: tool, file } = one;
      const found: Issue[] =
        "tool" in one
          ? [...(again.get(one) ?? []), ...issuesOf(one, target ?? one.target), ...iconIssues(one)]
          : [{ severity: "error", code: "not_loaded", path: "", message: "problem" in one ? one.problem : "" }];
      return {
        tool,
        file,
        issues: found.map((issue) => ({ ...one.placeOf?.(pointerSegments(issue.path)), ...issue })),
      };
    });
    const found = (severity: SchemaIssue["severity"]) =>
      reports.flatMap(({ issues }) => issues).filter((issue) => issue.severity === severity).length;
    const [errors, warnings] = [found("error"), found("warning")];
    if (values.json) out(JSON.stringify({ tools: reports, errors, warnings }, null, 2));
    else {
      for (const { tool, file, issues } of reports) {
        if (issues.length === 0) continue;
        out(tool);
        for (const { severity, code, message, line, column } of issues) {
          const place = line === undefined ? file : `${file}:${line}:${column}`;
          out(`  ${place}  ${severity}  ${code}: ${message}`);
        }
      }
      const passed = loaded.filter((one) => "isProviders" in one).map(({ name }) => name);
      if (passed.length > 0) out(`Passed over, as the provider brings them itself: ${passed.join(", ")}.`);
      const tools = `${reports.length} ${reports.length === 1 ? "tool" : "tools"}`;
      out(
        `${tools}: ${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}.`,
      );
    }
    return errors > 0 || (values.strict && warnings > 0) ? 1 : 0;
  },
};

/** What keeps a definition from being read, then what is no JSON Schema in it. */
function issuesOf({ tool, strict }: Extract<Loaded, { tool: unknown }>, target: SchemaTarget | undefined): Issue[] {
  // Of what is sent as it stands with strict: true, what keeps it out of strict mode is an error.
  const issues = checkToolSchema(tool, strict ? "openai-strict" : target).map((issue): Issue =>
    strict && issue.code === "not_strict" ? { ...issue, severity: "error" } : issue,
  );
  const { inputSchema } = tool;
  // A library's own schema is written as JSON Schema by the library.
  const isJson = typeof inputSchema === "object" && inputSchema !== null && !("~standard" in inputSchema);
  return isJson ? [...issues, ...schemaFaults(inputSchema, strict === undefined ? {} : { strict })] : issues;
}

/** An icon that the kit does not carry. An app may bring it, so it is no error. */
function iconIssues({ icon }: Extract<Loaded, { tool: unknown }>): Issue[] {
  if (!icon || toolIconNames.some((name) => name === toIconName(icon.name))) return [];
  const message = unknownIcon(icon.name, toolIconNames);
  return [{ severity: "warning", code: "unknown_icon", path: "", message, ...icon.place() }];
}

/**
 * Tools of a list or a folder that have the name of one before them. Lines of a .jsonl come from anywhere, and are not
 * sent together.
 */
function sameNames(tools: readonly Loaded[]): [Loaded, Issue[]][] {
  const first = new Map<string, Loaded>();
  const issues: [Loaded, Issue[]][] = [];
  for (const one of tools) {
    const other = first.get(one.name);
    if (!("tool" in one) || one.file.endsWith(".jsonl")) continue;
    if (!other) first.set(one.name, one);
    else {
      const line = other.placeOf?.([])?.line;
      const message = `Another tool is called "${one.name}" too (${other.file}${line === undefined ? "" : `:${line}`}). Providers refuse both in one request: give one of them another name.`;
      issues.push([one, [{ severity: "error", code: "name_taken", path: "", message }]]);
    }
  }
  return issues;
}
