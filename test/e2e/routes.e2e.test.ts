import { randomUUID } from "node:crypto";
import { createStore, DEFAULT_TENANT_ID } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, type Started } from "./api.ts";
import { startHost, type Host } from "./host.ts";

const roi = { initialInvestment: 50_000, annualBenefit: 24_000, years: 5, discountRate: 8 };

let host: Host;
const foreignTenant = randomUUID();
let token = "";
/** A run of somebody of another tenant. */
let foreign: Started;
beforeAll(async () => {
  host = await startHost({
    // The folder's lock lets one process in, so the token is made before the host starts.
    prepare: async (dataDir) => {
      const store = await createStore({ dataDir });
      token = await store.createToken({ userId: "ada", tenantId: foreignTenant, tenantSlug: "acme" });
      await store.close();
    },
  });
  const answer = await post("/api/tools/roi-calculator/run", JSON.stringify({ input: roi }), {
    authorization: `Bearer ${token}`,
  });
  expect(answer.status).toBe(202);
  foreign = (await answer.json()) as Started;
});
afterAll(() => host?.dispose());

const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
  fetch(host.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

interface Refusal {
  status: number;
  error: { code: string; message: string; path?: string };
}

/** The refusal of an answer, after its form was held to the contract. */
async function refusal(response: Response): Promise<Refusal> {
  const text = await response.text();
  expect(response.headers.get("content-type"), text).toMatch(/^application\/json/);
  const body = JSON.parse(text) as { error: Refusal["error"] };
  expect(Object.keys(body)).toEqual(["error"]);
  const { code, message, path, ...rest } = body.error;
  expect(code).toMatch(/^[a-z_]+$/);
  // Words for people, and not a stack or a path of the machine.
  expect(message).toMatch(/^[A-Z“"].{10,}/s);
  expect(message).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
  if (path !== undefined) expect(path).toMatch(/^(?:\/.*)?$/);
  expect(Object.keys(rest).filter((key) => key !== "issues")).toEqual([]);
  return { status: response.status, error: body.error };
}

const run = (slug: string, body: BodyInit | null, headers?: Record<string, string>) =>
  post(`/api/tools/${slug}/run`, body, headers);
const runRoi = (body: unknown) => run("roi-calculator", JSON.stringify(body));
const get = (path: string, headers: Record<string, string> = {}) => fetch(host.url + path, { headers });

const fiveMegabytes = () => JSON.stringify({ input: { text: "x".repeat(5_000_000) } });

/** A body that does not say how long it is. */
const inPieces = (text: string) =>
  new Blob([text]).stream().pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>());

const row = { name: "a", score: 5 };

type Case = [what: string, ask: () => Promise<Response>, status: number, code: string, path?: string, message?: RegExp];

const cases: Case[] = [
  [
    "a text for a number",
    () => runRoi({ input: { ...roi, years: "four" } }),
    422,
    "invalid_input",
    "/years",
    /number/i,
  ],
  ["half a year", () => runRoi({ input: { ...roi, years: 2.5 } }), 422, "invalid_input", "/years", /whole|int/i],
  [
    "a number out of bounds",
    () => runRoi({ input: { ...roi, discountRate: 101 } }),
    422,
    "invalid_input",
    "/discountRate",
    /100/,
  ],
  ["a list for an object", () => runRoi({ input: [] }), 422, "invalid_input"],
  ["nothing for an object", () => runRoi({ input: null }), 422, "invalid_input"],
  [
    "a wrong field in a row",
    () =>
      run("quick-score", JSON.stringify({ input: { subject: "x", criteria: [{ name: "a", weight: 0, score: 5 }] } })),
    422,
    "invalid_input",
    "/criteria/0/weight",
  ],
  [
    "two rows of one name",
    () => run("quick-score", JSON.stringify({ input: { subject: "x", criteria: [row, row] } })),
    422,
    "invalid_input",
    "/criteria/1/name",
    /Rename or remove/,
  ],
  ["no input", () => runRoi({}), 400, "invalid_request", "/input", /"input"/],
  ["a field that nobody knows", () => runRoi({ input: {}, inptu: {} }), 400, "invalid_request", "/inptu", /inptu/],
  ["a body that is a list", () => runRoi([]), 400, "invalid_request", "", /an array/],
  [
    "a session id that is a number",
    () => runRoi({ input: {}, sessionId: 7 }),
    400,
    "invalid_request",
    "/sessionId",
    /a number/,
  ],
  [
    "a session that is not there",
    () => runRoi({ input: {}, sessionId: "none" }),
    404,
    "session_not_found",
    "/sessionId",
  ],
  [
    "broken JSON",
    () => run("roi-calculator", '{\n  "input": {,}\n}'),
    400,
    "invalid_json",
    undefined,
    /line 2, column 13/,
  ],
  [
    "JSON that ends too early",
    () => run("roi-calculator", '{"input": '),
    400,
    "invalid_json",
    undefined,
    /too early.*line 1, column 11/,
  ],
  ["an empty body", () => run("roi-calculator", ""), 400, "invalid_json", undefined, /empty/],
  [
    "bytes that are no text",
    () => run("roi-calculator", new Uint8Array([123, 34, 255, 34, 125])),
    400,
    "invalid_encoding",
  ],
  [
    "nesting without end",
    () => run("roi-calculator", `{"input":${"[".repeat(9_000)}${"]".repeat(9_000)}}`),
    400,
    "too_deep",
  ],
  [
    "a form instead of JSON",
    () => run("roi-calculator", "input=1", { "content-type": "application/x-www-form-urlencoded" }),
    415,
    "unsupported_media_type",
    undefined,
    /application\/json/,
  ],
  ["5 MB", () => run("text-statistics", fiveMegabytes()), 413, "body_too_large", undefined, /4000000 bytes/],
  ["5 MB that come in pieces", () => run("text-statistics", inPieces(fiveMegabytes())), 413, "body_too_large"],
  ["a run of an unknown tool", () => run("no-such-tool", '{"input":{}}'), 404, "not_found", undefined, /no-such-tool/],
  ["an unknown tool", () => get("/api/tools/no-such-tool"), 404, "not_found", undefined, /no-such-tool/],
  ["a tool called like a prototype's field", () => get("/api/tools/__proto__"), 404, "not_found"],
  ["a tool called like a method", () => run("constructor", '{"input":{}}'), 404, "not_found"],
  ["the runs of an unknown tool", () => get("/api/tools/no-such-tool/calls"), 404, "not_found"],
  [
    "a limit in words",
    () => get("/api/tools/roi-calculator/calls?limit=many"),
    400,
    "invalid_parameter",
    "/limit",
    /1 to 200/,
  ],
  [
    "a limit beyond the most",
    () => get("/api/tools/roi-calculator/calls?limit=201"),
    400,
    "invalid_parameter",
    "/limit",
  ],
  ["an unknown session", () => get("/api/sessions/none/events"), 404, "session_not_found"],
  ["an unknown call", () => post("/api/calls/none/cancel", "{}"), 404, "call_not_found"],
  ["a path that is nothing", () => get("/api/nothing/here"), 404, "route_not_found"],
  [
    "an unknown token",
    () => get("/api/tools", { authorization: "Bearer guessed" }),
    401,
    "unauthorized",
    undefined,
    /Bearer <token>/,
  ],
  ["another scheme than Bearer", () => get("/api/tools", { authorization: "Basic YTpi" }), 401, "unauthorized"],
  [
    "a run under an unknown token",
    () => run("roi-calculator", '{"input":{}}', { authorization: "Bearer guessed" }),
    401,
    "unauthorized",
  ],
];

describe("the routes, by hand", () => {
  test.each(cases)("refuse %s and log nothing", async (_what, ask, status, code, path, message = /./) => {
    const answer = await refusal(await ask());
    expect(answer).toMatchObject({ status, error: { code, message: expect.stringMatching(message) } });
    if (path !== undefined) expect(answer.error.path).toBe(path);
  });

  test.each([
    ["PUT", "/api/tools", "POST, GET"],
    ["PUT", "/api/tools/roi-calculator", "PATCH, DELETE, GET"],
    ["GET", "/api/tools/roi-calculator/run", "POST"],
    ["PUT", "/api/tools/roi-calculator/run", "POST"],
    ["POST", "/api/tools/roi-calculator/calls", "GET"],
    ["POST", "/api/sessions/none/events", "GET"],
    ["GET", "/api/calls/none/cancel", "POST"],
    ["POST", "/healthz", "GET"],
  ])("refuse %s %s, and say what is taken there", async (method, path, allowed) => {
    const response = await fetch(host.url + path, { method });
    expect(response.headers.get("allow")).toBe(allowed);
    const { status, error } = await refusal(response);
    expect([status, error.code]).toEqual([405, "method_not_allowed"]);
    expect(error.message).toContain(allowed);
  });

  /** All that an answer tells, with the id that was asked for taken out. */
  const told = async (response: Response, id: string) => {
    const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    return JSON.stringify({ status: response.status, headers, body: await response.text() }).replaceAll(id, "ID");
  };

  test.each<[what: string, ask: (session: string, call: string) => Promise<Response>]>([
    ["a session's events as JSON", (session) => get(`/api/sessions/${session}/events`, { accept: "application/json" })],
    ["a session's events as a stream", (session) => get(`/api/sessions/${session}/events`)],
    ["a run that goes on in a session", (sessionId) => runRoi({ input: {}, sessionId })],
    ["cancelling a call", (_session, call) => post(`/api/calls/${call}/cancel`, "{}")],
    ["the runs before a call", (_session, call) => get(`/api/tools/roi-calculator/calls?before=${call}`)],
  ])("tell of %s of another tenant what they tell of one that does not exist", async (_what, ask) => {
    // The ids are real, or there would be nothing to hide.
    const own = await get(`/api/sessions/${foreign.sessionId}/events`, {
      accept: "application/json",
      authorization: `Bearer ${token}`,
    });
    expect(own.status).toBe(200);
    expect(await own.text()).toContain(foreign.callId);

    const missing = { session: randomUUID(), call: randomUUID() };
    const theirs = await ask(foreign.sessionId, foreign.callId);
    expect(theirs.status).toBeGreaterThanOrEqual(400);
    const ofTheirs = (await told(theirs, foreign.sessionId)).replaceAll(foreign.callId, "ID");
    const ofMissing = (await told(await ask(missing.session, missing.call), missing.session)).replaceAll(
      missing.call,
      "ID",
    );
    expect(ofTheirs).toBe(ofMissing);
  });

  test("leave no trace of what they refused: no call, no session, no event", async () => {
    for (const { slug } of await api.tools(host)) expect(await api.calls(host, slug), slug).toEqual([]);
    // What was let in is there, or an empty list would mean nothing.
    const own = await api.run(host, "roi-calculator", roi);
    expect((await api.events(host, own.sessionId))[0]?.type).toBe("tool.requested");

    await host.stop();
    const store = await createStore({ dataDir: host.data });
    try {
      for (const [tenantId, sessionId] of [
        [DEFAULT_TENANT_ID, own.sessionId],
        [foreignTenant, foreign.sessionId],
      ] as const) {
        const [events, sessions] = await store.database.asTenant(tenantId, async (tx) => [
          await tx.query<{ session_id: string }>("select distinct session_id from callboard.session_events"),
          await tx.query<{ id: string }>("select id from callboard.sessions"),
        ]);
        expect(events).toEqual([{ session_id: sessionId }]);
        expect(sessions).toEqual([{ id: sessionId }]);
      }
    } finally {
      await store.close();
    }
  });
});
