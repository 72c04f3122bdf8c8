import { parseArgs } from "node:util";
import { checkToolSchema, INTENTIONALLY_INPUT_LESS, type SchemaIssue, type SchemaTarget } from "@callboard/core/bridge";
import { UsageError, type Command } from "./command.ts";
import { loadTools } from "./loadTools.ts";

const targets: readonly SchemaTarget[] = ["openai", "openai-strict", "anthropic", "mcp"];

interface Report {
  tool: string;
  issues: (Pick<SchemaIssue, "severity" | "path" | "message"> & { code: SchemaIssue["code"] | "not_loaded" })[];
}

export const command: Command = {
  usage: [
    "callboard check <file>... [--target openai|openai-strict|anthropic|mcp] [--input-less <slug>]... [--strict] [--json]",
    "",
    "Says what models and clients cannot read in tool definitions, and how to mend it.",
    "",
    "  <file>        a module that exports or registers tools, or a folder of them; or JSON: a list, the answer of tools/list, or one",
    "                definition a line",
    "  --target      for one reader alone; for OpenAI, Anthropic and MCP unless given",
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
    const loaded = (await Promise.all(positionals.map((file) => loadTools(file)))).flat();
    const reports = loaded.map((one): Report => {
      if (one.problem === undefined) return { tool: one.name, issues: checkToolSchema(one.tool, target) };
      return {
        tool: one.name,
        issues: [{ severity: "error", code: "not_loaded", path: "", message: one.problem }],
      };
    });
    const found = (severity: SchemaIssue["severity"]) =>
      reports.flatMap(({ issues }) => issues).filter((issue) => issue.severity === severity).length;
    const [errors, warnings] = [found("error"), found("warning")];
    if (values.json) out(JSON.stringify({ tools: reports, errors, warnings }, null, 2));
    else {
      for (const { tool, issues } of reports) {
        if (issues.length === 0) continue;
        out(tool);
        for (const { severity, code, message } of issues) out(`  ${severity.padEnd(7)}  ${code}: ${message}`);
      }
      const tools = `${reports.length} ${reports.length === 1 ? "tool" : "tools"}`;
      out(
        `${tools}: ${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}.`,
      );
    }
    return errors > 0 || (values.strict && warnings > 0) ? 1 : 0;
  },
};
