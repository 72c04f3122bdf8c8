import { expect, it } from "vitest";
import { z } from "zod";
import { humanizeFieldName } from "./humanize.ts";
import { standardIssues } from "./standardIssues.ts";

it.each([
  ["start_date", "Start Date"],
  ["max-tokens", "Max Tokens"],
  ["pageSize", "Page Size"],
  ["repoURLId", "Repo URL ID"],
  ["user_id", "User ID"],
  ["HTMLParser", "HTML Parser"],
  ["MAX_RETRIES", "Max Retries"],
  ["date_of_birth", "Date of Birth"],
  ["to", "To"],
  ["issue_number2", "Issue Number2"],
  ["größe_der_datei", "Größe Der Datei"],
  ["", ""],
  ["_", "_"],
  ["__proto__", "Proto"],
  ["项目名称", "项目名称"],
])("%s reads %s", (name, expected) => expect(humanizeFieldName(name)).toBe(expected));

it("maps a Standard Schema's issues to JSON Pointers", async () => {
  const schema = z.object({ "a/b": z.array(z.object({ n: z.number().refine((n) => n > 2, "Too small for us") })) });
  expect(await standardIssues(schema, { "a/b": [{ n: 3 }, { n: 1 }] })).toEqual([
    { path: "/a~1b/1/n", code: "custom", message: "Too small for us" },
  ]);
  expect(await standardIssues(schema, { "a/b": [] })).toEqual([]);
});
