/** The command that the suite runs for each scenario: it has the exam's host connect to the suite's server. */
const { EXAM_HOST = "", MCP_CONFORMANCE_CONTEXT = "{}", MCP_CONFORMANCE_SCENARIO } = process.env;
const context = JSON.parse(MCP_CONFORMANCE_CONTEXT);
// Here the suite has published what the client says of itself, as an operator would, and wants that address as its id.
const METADATA = "https://conformance-test.local/client-metadata.json";
if (MCP_CONFORMANCE_SCENARIO === "auth/basic-cimd") context.client_id = METADATA;
const body = JSON.stringify({ url: process.argv.at(-1), context });
const answer = await fetch(EXAM_HOST, { method: "POST", body });
if (!answer.ok) {
  console.error(await answer.text());
  process.exitCode = 1;
}
