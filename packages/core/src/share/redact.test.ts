import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import { logOf } from "../timeline/testing/fixtures/logOf.ts";
import { redactEvents, redactSession, redactText } from "./redact.ts";
import { patternOf, SECRET_FORMS } from "./secretForms.ts";
import { readSessionFile, writeSessionFile } from "./sessionFile.ts";
import { writeSessionPage } from "./sessionPage.ts";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";

/** Ways in which people and programs write a secret into a text. */
const TEXTS: Readonly<Record<string, (secret: string) => string>> = {
  "in an error": (s) => `Error: api_key=${s}`,
  "behind a harmless name": (s) => `note: password=${s}`,
  "in a configuration": (s) => `config: token=${s}, region=eu`,
  "the first query parameter": (s) => `GET https://api.example.com/v1?api_key=${s}`,
  "a later query parameter": (s) => `https://h.example/a?page=2&access_token=${s}&x=1#top`,
  "in an address of a database": (s) => `DATABASE_URL=postgres://h/db?password=${s}`,
  "the password of an address": (s) => `postgres://ada:${s}@db.example.com:5432/app`,
  "the password of a cache": (s) => `redis://:${s}@cache:6379/0`,
  "the user of an address": (s) => `https://${s}long-enough@git.example.com/a.git`,
  "connection string": (s) => `Server=tcp:x,1433;Database=y;User Id=ada;Password=${s};Encrypt=true`,
  "storage connection string": (s) => `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${s};EndpointSuffix=y`,
  JSON: (s) => `{"user":"ada","password":"${s}","age":3}`,
  "JSON with spaces": (s) => `{ "client_secret" : "${s}" }`,
  "JSON over lines": (s) => `{\n  "token":\n    "${s}"\n}`,
  "JSON that is cut": (s) => `{"user":"ada","password":"${s}`,
  "JSON in JSON": (s) => JSON.stringify({ body: JSON.stringify({ password: s }) }),
  "JSON in JSON in JSON": (s) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ apiKey: s }) }) }),
  "JSON with an escaped name": (s) => `{"p\\u0061ssw\\u006frd":"${s}"}`,
  "JSON with an escaped value": (s) =>
    `{"password":"${[...s].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
  "single quotes": (s) => `{ password: '${s}' }`,
  "an object under the name": (s) => `{"credentials":{"user":"ada","pass":"${s}"}}`,
  "a list under the name": (s) => `{"secrets":["${s}","b"]}`,
  "name and value": (s) => `[{"name":"region","value":"eu"},{"name":"DB_PASSWORD","value":"${s}"}]`,
  "value and name": (s) => `{"value":"${s}","type":"text","name":"password"}`,
  "a pair": (s) => `["password","${s}"]`,
  "a tuple": (s) => `('api_key', '${s}')`,
  "query in an address, encoded": (s) => `q=%22password%22%3A%22${s}%22`,
  "HTML entities": (s) => `&quot;password&quot;: &quot;${s}&quot;`,
  "XML element": (s) => `<user>ada</user><Password>${s}</Password>`,
  "XML element with attributes": (s) => `<password type="plain">${s}</password>`,
  "XML attribute": (s) => `<add key="ApiKey" value="${s}" />`,
  "HTML input": (s) => `<input type="password" name="p" value="${s}">`,
  CSV: (s) => `user,password,email\nada,${s},a@example.com\n`,
  "CSV with quotes": (s) => `user,password\n"Lovelace, Ada","${s}"\nben,x`,
  "CSV in a string": (s) => JSON.stringify(`user;api_key\nada;${s}`),
  tabs: (s) => `id\ttoken\n1\t${s}`,
  "Markdown table": (s) => `| user | password |\n|---|---|\n| ada | ${s} |`,
  "database shell": (s) => ` user | password \n------+----------\n ada | ${s}`,
  "two columns": (s) => `| setting | value |\n|---|---|\n| api_key | ${s} |`,
  "two cells": (s) => `region,eu\napi_key,${s}`,
  environment: (s) => `PGPASSWORD=${s} psql -h db`,
  exported: (s) => `export STRIPE_KEY=${s}`,
  "quoted variable": (s) => `MY_APP_SECRET="${s}"`,
  YAML: (s) => `db:\n  user: ada\n  password: ${s}\n`,
  properties: (s) => `spring.datasource.password = ${s}`,
  code: (s) => `const apiKey = "${s}";`,
  subscript: (s) => `config["password"] = "${s}"`,
  Ruby: (s) => `:password => "${s}"`,
  "form field": (s) => `user[password]=${s}&user[name]=ada`,
  "session id": (s) => `sessionid=${s}; Path=/`,
  "Java session": (s) => `JSESSIONID=${s}`,
  Cookie: (s) => `Cookie: theme=dark; sid=${s}; x=1`,
  "Set-Cookie": (s) => `set-cookie: connect.sid=${s}; HttpOnly`,
  "Authorization Bearer": (s) => `Authorization: Bearer ${s}`,
  "Authorization of another kind": (s) => `authorization: Token ${s}`,
  "Authorization Basic": (s) => `Authorization: Basic ${btoa(`ada:${s}`)}`,
  "header of an API": (s) => `X-Api-Key: ${s}\nAccept: */*`,
  "curl header": (s) => `curl -H 'X-Auth-Token: ${s}' https://x.example`,
  "curl user": (s) => `curl -u ada:${s} https://x.example`,
  "long option": (s) => `deploy --token ${s} --region eu`,
  "long option with =": (s) => `deploy --api-key=${s}`,
  mysql: (s) => `mysql -uroot -p${s} shop`,
  sentence: (s) => `My password: ${s} please keep it`,
  "sentence with is": (s) => `the password is ${s}.`,
  "sentence without": (s) => `log in with password ${s} today`,
  "two words": (s) => `API key: ${s}`,
  bold: (s) => `**Password:** ${s}`,
  "block of code": (s) => `Your access token:\n\n\`\`\`\n${s}\n\`\`\``,
  German: (s) => `Passwort: ${s}`,
  Chinese: (s) => `密码：${s}`,
  passphrase: (s) => `passphrase: ${s} and some words`,
  "private key": (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY-----`,
  "private key in JSON": (s) => JSON.stringify({ k: `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----\n` }),
  "private key that is cut": (s) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${s}`,
  "JSON Web Token": (s) => `eyJhbGciOiJIUzI1NiJ9.${s.replace(/\W/g, "")}.${s.replace(/\W/g, "")}`,
  GitHub: (s) => `clone with ghp_${s.replace(/\W/g, "")}abcdef`,
  "token of an embed": (s) => `the frame has cbe_${s.replace(/[^\w-]/g, "")}abcdefghij`,
  "a link of ours": (s) => `see /api/shared/${s.replace(/[^\w-]/g, "")}abcdefghijkl`,
};

/** The same as values. */
const VALUES: Readonly<Record<string, (secret: string) => unknown>> = {
  "a field": (s) => ({ password: s }),
  "a field, deep": (s) => ({ a: [{ b: { DB_PASSWORD: s } }] }),
  "below a secret name": (s) => ({ credentials: { user: "ada", parts: [s] } }),
  "a grown name": (s) => ({ PGPASSWORD: s, APIKEY: s, sessionid: s }),
  "an opaque key": (s) => ({ key: `${s}42a` }),
  "name and value": (s) => [{ name: "token", value: s }],
  "key and value": (s) => ({ env: [{ key: "STRIPE_KEY", value: s }] }),
  "header and content": (s) => ({ header: "Authorization", content: s }),
  "a pair": (s) => [["password", s]],
  "raw headers": (s) => ["Host", "x.example", "Authorization", s],
  "words of a command": (s) => ["deploy", "--token", s],
  "columns and rows": (s) => ({ columns: ["user", "password"], rows: [["ada", s]] }),
  "columns that are objects": (s) => ({ columns: [{ name: "user" }, { name: "api_key" }], rows: [["ada", s]] }),
  "rows under headings": (s) => [
    ["user", "password", "age"],
    ["ada", s, 3],
  ],
  "a name of a field": (s) => ({ [`ghp_${s.replace(/\W/g, "")}abcdefghijkl`]: true }),
  "a default of a schema": (s) => ({
    type: "object",
    properties: { password: { type: "string", title: "Password", default: s } },
  }),
  "JSON in a field": (s) => ({ body: JSON.stringify({ password: s }) }),
};

const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
/** A secret as machines make them: letters and digits with a sign here and there. */
const secret = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 12 }),
    fc.integer({ min: 10, max: 99 }),
    fc.constantFrom("", "-", "_", ".", "~"),
    fc.string({ unit: fc.constantFrom(...letters, ..."0123456789"), minLength: 6, maxLength: 20 }),
  )
  .map(([start, number, sign, end]) => `${start}${number}${sign}${end}7q`);

/** A secret as people choose them. */
const nasty = fc
  .string({
    unit: fc.constantFrom(...letters, ..."0123456789", ...`"'\\,;:=&{}[]<> |/@%#é`),
    minLength: 10,
    maxLength: 30,
  })
  .map((text) => `9a${text.replaceAll("://", "")}x${text.length}`);

/** Whether some of a secret can be read: six of its characters one after the other. */
function leftOf(text: string, hidden: string): string | undefined {
  for (let at = 0; at + 6 <= hidden.length; at++) {
    const piece = hidden.slice(at, at + 6);
    if (text.includes(piece)) return piece;
  }
  return undefined;
}

const cutUp = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));

/** Every place of a log in which a text may stand. */
const PLACES: Readonly<Record<string, (text: string) => { title?: string; events: NewEvent[] }>> = {
  title: (text) => ({ title: text, events: [] }),
  message: (text) => ({ events: [{ type: "message.added", messageId: "m", role: "user", text }] }),
  notice: (text) => ({
    events: [
      {
        type: "message.added",
        messageId: "m",
        role: "system",
        text: "x",
        wording: { template: "{t}", values: { t: text } },
      },
    ],
  }),
  "agent's name": (text) => ({ events: [{ type: "agent.started", agentId: "a", name: text, description: text }] }),
  "text that streams": (text) => ({
    events: [
      { type: "agent.started", agentId: "a" },
      ...cutUp(text, 3).map((delta): NewEvent => ({ type: "agent.text_appended", agentId: "a", delta })),
    ],
  }),
  "title of a call": (text) => ({ events: [{ type: "tool.requested", callId: "c", tool: "t", title: text }] }),
  input: (text) => ({ events: [{ type: "tool.input_ready", callId: "c", input: { note: [text] } }] }),
  "input that streams": (text) => ({
    events: cutUp(JSON.stringify({ note: text }), 4).map((delta) => ({
      type: "tool.input_appended",
      callId: "c",
      delta,
    })),
  }),
  summary: (text) => ({ events: [{ type: "tool.started", callId: "c", tool: "t", input: {}, summary: text }] }),
  progress: (text) => ({ events: [{ type: "tool.progressed", callId: "c", progress: 1, message: text }] }),
  question: (text) => ({
    events: [{ type: "tool.needs_input", callId: "c", askId: "q", message: text, state: { text }, url: text }],
  }),
  "what is handed over": (text) => ({ events: [{ type: "tool.handed_over", callId: "c", state: { text } }] }),
  answer: (text) => ({
    events: [{ type: "tool.input_given", callId: "c", askId: "q", action: "accept", content: { text } }],
  }),
  "output that streams": (text) => ({
    events: cutUp(text, 5).map((delta) => ({ type: "tool.output_appended", callId: "c", delta, channel: "log" })),
  }),
  output: (text) => ({ events: [{ type: "tool.completed", callId: "c", output: { lines: [text] } }] }),
  "preview of an output": (text) => ({
    events: [
      {
        type: "tool.completed",
        callId: "c",
        outputRef: { id: "o", bytes: 9, mediaType: "application/json", preview: JSON.stringify([text]), summary: text },
      },
    ],
  }),
  error: (text) => ({
    events: [
      { type: "tool.failed", callId: "c", error: { code: "x", message: text, suggestions: [text] } },
      { type: "agent.failed", agentId: "a", error: { code: "x", message: text } },
    ],
  }),
  reason: (text) => ({ events: [{ type: "tool.denied", callId: "c", approvalId: "p", reason: text }] }),
};

const VALUE_PLACES: Readonly<Record<string, (value: unknown) => NewEvent[]>> = {
  input: (input) => [{ type: "tool.input_ready", callId: "c", input }],
  "input that streams": (value) =>
    cutUp(JSON.stringify(value), 4).map((delta) => ({ type: "tool.input_appended", callId: "c", delta })),
  output: (output) => [{ type: "tool.completed", callId: "c", output }],
  result: (result) => [{ type: "agent.completed", agentId: "a", result }],
  answer: (content) => [{ type: "tool.input_given", callId: "c", askId: "q", action: "accept", content }],
};

const viewer = { script: "start()", style: "p{}", scriptHash: "'sha256-a'", styleHash: "'sha256-b'" };

/** All that somebody can read in the file and the page of a session. */
async function readable(events: readonly SessionEvent[], title: string | undefined): Promise<string> {
  const head = title === undefined ? {} : { title };
  const page = await writeSessionPage(events, viewer, head);
  const inPage = (await readSessionFile(page))!;
  const all = [
    writeSessionFile(events, head),
    page.slice(0, page.indexOf("callboard-session")),
    JSON.stringify(inPage),
  ].join("\n");
  // What streams is read as one text.
  return `${all}\n${events.map((event) => ("delta" in event ? event.delta : "")).join("")}`;
}

async function leaks(events: NewEvent[], title: string | undefined, hidden: string): Promise<string | undefined> {
  const safe = await redactSession(logOf(events), title ?? null);
  return leftOf(await readable(safe.events, safe.title ?? undefined), hidden);
}

describe("a secret", () => {
  test.each(Object.keys(TEXTS))("%s is not readable in a masked session, wherever it stands", async (shape) => {
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom(...Object.keys(PLACES)), async (hidden, place) => {
        const { title, events } = PLACES[place]!(TEXTS[shape]!(hidden));
        expect(await leaks(events, title, hidden)).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  test.each(Object.keys(VALUES))("in a value, %s, is not readable in a masked session", async (shape) => {
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom(...Object.keys(VALUE_PLACES)), async (hidden, place) => {
        expect(await leaks(VALUE_PLACES[place]!(VALUES[shape]!(hidden)), undefined, hidden)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  test("is readable where nothing masks it: the check would see it", async () => {
    for (const shape of Object.values(TEXTS)) {
      const hidden = "abcdefg12hijklm7q";
      const text = shape(hidden);
      if (text.includes("\\u0061") || text.includes("Basic")) continue;
      const { title, events } = PLACES["message"]!(text);
      expect(leftOf(await readable(logOf(events), title), hidden)).toBeDefined();
    }
  });

  test("of any characters is masked under its name, in JSON at any depth and as it streams", async () => {
    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (hidden, depth, size) => {
          let text = JSON.stringify({ user: "ada", password: hidden, age: 3 });
          for (let level = 0; level < depth; level++) text = JSON.stringify({ body: text });
          const events = cutUp(text, size).map((delta): NewEvent => ({
            type: "tool.input_appended",
            callId: "c",
            delta,
          }));
          const safe = redactEvents(logOf(events));
          const streamed = safe.map((event) => (event.type === "tool.input_appended" ? event.delta : "")).join("");
          let found: unknown = JSON.parse(streamed);
          for (let level = 0; level < depth; level++) found = JSON.parse((found as { body: string }).body);
          expect(found).toMatchObject({ user: "ada", password: expect.stringMatching(/^•+$/), age: 3 });
          expect(safe.map((event) => ("delta" in event ? event.delta.length : 0))).toEqual(
            events.map((event) => ("delta" in event ? event.delta.length : 0)),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test("that a name gives away once is masked wherever else it stands", () => {
    fc.assert(
      fc.property(secret, (hidden) => {
        const log = logOf([
          {
            type: "tool.started",
            callId: "c",
            tool: "sign-in",
            input: { password: hidden },
            summary: `ada / ${hidden}`,
          },
          { type: "tool.failed", callId: "c", error: { code: "x", message: `"${hidden}" was refused` } },
          { type: "agent.text_appended", agentId: "a", delta: `I tried ${hidden.slice(0, 4)}` },
          { type: "agent.text_appended", agentId: "a", delta: `${hidden.slice(4)}, in vain` },
        ]);
        const text = redactEvents(log)
          .map((event) => ("delta" in event ? event.delta : JSON.stringify(event)))
          .join("");
        expect(leftOf(text, hidden)).toBeUndefined();
        expect(text).toContain("was refused");
        expect(text).toContain(", in vain");
      }),
    );
  });

  test("in the id of a call is masked, and the call stays the same one and another than all others", () => {
    const ids = ["sk-abcdefghijklmnop1", "sk-abcdefghijklmnop2", "call_1"];
    const log = logOf(
      ids.flatMap((callId): NewEvent[] => [
        { type: "tool.requested", callId, tool: "t" },
        { type: "tool.cancelled", callId },
      ]),
    );
    const safe = redactEvents(log).map((event) => ("callId" in event ? event.callId : ""));
    expect(new Set(safe).size).toBe(3);
    expect(safe[0]).toBe(safe[1]);
    expect(safe[4]).toBe("call_1");
    expect(safe.join(" ")).not.toContain("abcdefgh");
  });

  test.each(SECRET_FORMS)("of $provider is found by its form alone", (form) => {
    const { start, run, least, most = least + 6 } = form;
    const plain = start.replaceAll(/\(\?=[^()]*\)/g, "").replaceAll("\\s{1,8}", " ");
    const samples = fc.sample(fc.stringMatching(new RegExp(`^${plain}[${run}]{${least},${most}}$`)), 60);
    const whole = samples.filter((text) => new RegExp(`^${patternOf(form).source}$`).test(text));
    expect(whole.length).toBeGreaterThan(5);
    const left = whole.filter((text) => redactText(`use ${text} here`) !== `use ${"•".repeat(text.length)} here`);
    expect(left.slice(0, 3)).toEqual([]);
  });
});

describe("what is no secret", () => {
  test.each([
    "commit 3f2a9c1d0b7e5a6f8c9d0e1f2a3b4c5d6e7f8a9b by Ada",
    "The password must be at least 8 characters long.",
    "Please enter your password and press Enter.",
    "tokens used: 1234, max_tokens=100",
    "primary_key: id, foreign_key: user_id, sort_key: createdAt",
    "function login(user: string, password: string): Promise<Token>",
    "const token = await getToken();",
    "const key = sessionKeyText(session);",
    "password = os.environ['DB_PASSWORD']",
    "apiKey: process.env.API_KEY,",
    "Author: Ada Lovelace, key takeaway: simple is better",
    "550e8400-e29b-41d4-a716-446655440000",
    "https://example.com/a/b?page=2&sort=name",
    "http://localhost:4600/path@2",
    "The secretary keeps the keys. Tokens are counted.",
    "| name | value |\n|---|---|\n| a | 12 |",
    "name,city\nAda,London\nBen,Paris",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "id: call_01HXYZ, messageId: msg_abc123def",
    "Tokenizer: cl100k_base",
    "ssh git@github.com and mailto:ada@example.com",
    "pip install scikit-learn && npm run build --silent",
    "C:\\new\\table.txt and 100% of it",
  ])("stays as it is: %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test("in values stays as it is", () => {
    const output = {
      usage: { inputTokens: 5, tokens: { input: 3 } },
      token_type: "bearer",
      keys: ["a", "b"],
      key: "status",
      schema: {
        type: "object",
        properties: { password: { type: "string", title: "Password" } },
        required: ["password"],
      },
      rows: [
        ["user", "city"],
        ["ada", "London"],
      ],
      author: "Ada",
      done: true,
    };
    const [event] = redactEvents(logOf([{ type: "tool.completed", callId: "c", output }]));
    expect(event).toMatchObject({ output });
  });

  test("a prototype stays a name like others", () => {
    const output = JSON.parse('{"__proto__": {"password": "abc123xyz"}, "constructor": 1}') as unknown;
    const [event] = redactEvents(logOf([{ type: "tool.completed", callId: "c", output }]));
    expect(JSON.stringify((event as { output: unknown }).output)).toBe(
      '{"__proto__":{"password":"••••••••"},"constructor":1}',
    );
    expect(({} as { password?: string }).password).toBeUndefined();
  });
});

describe("masking", () => {
  /** Beginnings of every rule, over and over, that never come to their end. */
  const hostile = [
    ...[
      "-eyJaaaaaaaa",
      "-eyJaaaaaaaa.",
      "password=",
      "password:",
      'password:"',
      "a:",
      "key:",
      "key:'",
      "key=a(",
      "key:a.",
      "cookie: ",
    ],
    ...[
      "cookie: a=",
      'pin"',
      '"pin":[',
      '"pin":{',
      'x="pin"',
      'x="pin" value=',
      "://a:",
      "://a@",
      "-----BEGIN PRIVATE KEY-----",
    ],
    ...[
      "-----BEGIN ",
      "<pin ",
      "<pin>",
      "a,pin\n",
      "pin,",
      "pin,a\n",
      '"pin,"',
      "pin|",
      "%25",
      "\\\\",
      "\\",
      "\\u005c",
      "&amp;",
      "&#38;",
    ],
    ...[
      "A",
      "a",
      "sk-a",
      "sk-",
      "8Q~",
      "mysql -x ",
      "mysql -p",
      "-u a:",
      '["pin",',
      "('pin',",
      "{",
      "cookie={",
      "auth=[",
      "pin\n",
      "pin is ",
    ],
    ...[
      "pin:\n",
      "token \n",
      "Bearer ",
      "Basic a",
      "is to is ",
      "API-",
      "12345678:AA",
      "0000-us",
      "\0",
      "密码",
      "•",
      '"',
      "'",
      "`",
      "\n",
    ],
  ];

  test.each(hostile)("a text of many %j takes a time that grows as its length", async (unit) => {
    const timeOf = async (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const look = () => expect(redactText(text)).toHaveLength(text.length);
      return Math.min(await cpuTime(look), await cpuTime(look), await cpuTime(look));
    };
    await timeOf(2_000);
    // Eight times the length: 8 for what is linear, 64 for what is quadratic. One calm look is enough.
    const ratios: number[] = [];
    do ratios.push((await timeOf(64_000)) / Math.max(await timeOf(8_000), 2));
    while (ratios.at(-1)! >= 24 && ratios.length < 6);
    expect(Math.min(...ratios)).toBeLessThan(24);
  });

  test("a long session leaves the process to others meanwhile", async () => {
    const text = "-eyJaaaaaaaa password=x1y2z3w4 ".repeat(8_000);
    const log = logOf([{ type: "message.added", messageId: "m", role: "user", text }]);
    const turns = vi.fn();
    const ticking = setInterval(turns, 1);
    const begun = performance.now();
    const safe = await redactSession(log, null);
    clearInterval(ticking);
    expect(turns.mock.calls.length).toBeGreaterThan(Math.min(3, (performance.now() - begun) / 100));
    expect(safe.events).toEqual(redactEvents(log));
  });

  test("of two sessions at once is that of each by itself", async () => {
    const logs = [1, 2, 3].map((number) =>
      logOf([
        {
          type: "message.added",
          messageId: "m",
          role: "user",
          text: `password=s3cret${number}x ghp_${"a1".repeat(15)} `.repeat(4_000),
        },
      ]),
    );
    const together = await Promise.all(logs.map((log) => redactSession(log, "token: abc123xyz")));
    expect(together.map(({ events }) => events)).toEqual(logs.map((log) => redactEvents(log)));
  });
});
