import { expect, it } from "vitest";
import { humanizeFieldName } from "./humanize.ts";

it.each([
  ["start_date", "Start Date"],
  ["max-tokens", "Max Tokens"],
  ["pageSize", "Page Size"],
  ["repoURLId", "Repo URL ID"],
  ["user_id", "User ID"],
  ["HTMLParser", "HTML Parser"],
  ["MAX_RETRIES", "Max Retries"],
  ["date_of_birth", "Date Of Birth"],
  ["created_at", "Created At"],
  ["opt-in", "Opt In"],
  ["days_to_ship", "Days To Ship"],
  ["to", "To"],
  ["issue_number2", "Issue Number2"],
  ["größe_der_datei", "Größe Der Datei"],
  ["", ""],
  ["_", "_"],
  ["__proto__", "Proto"],
  ["项目名称", "项目名称"],
])("%s reads %s", (name, expected) => expect(humanizeFieldName(name)).toBe(expected));
