import "@callboard/react/styles.css";
import "../styles/index.css";
import type { Schedule } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPage } from "../testing/fixtures/renderPage.tsx";

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const at = Date.UTC(2026, 0, 1, 12);
const schedule = (id: string, more: Partial<Schedule> = {}): Schedule => ({
  id,
  tool: "double",
  input: { amount: 2 },
  cron: "30 7 * * 1-5",
  timeZone: "Europe/Berlin",
  userId: "ada",
  createdAt: at,
  isPaused: false,
  nextAt: at,
  last: null,
  missed: 0,
  ...more,
});
const detail = {
  slug: "double",
  name: "Double It",
  description: "Doubles.",
  category: "math",
  icon: "x",
  origin: "custom",
  kind: "code",
  permissionPolicy: "auto",
  inputSchema: {
    type: "object",
    properties: { amount: { type: "number", title: "Amount" } },
    required: ["amount"],
  },
};

/** Opens the page over a host that has these schedules; answers what was sent to change them. */
async function open(list: Schedule[], answer: (method: string, path: string, body: unknown) => Response) {
  const sent: unknown[] = [];
  await renderPage("/admin/schedules", async (request, path) => {
    if (path === "/api/tools") return Response.json([detail]);
    if (path === "/api/tools/double") return Response.json(detail);
    if (!path.startsWith("/api/schedules")) return undefined;
    if (request.method === "GET") return Response.json(list);
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    sent.push([request.method, path, body]);
    return answer(request.method, path, body);
  });
  return sent;
}
const refused = (path: string, message: string) =>
  Response.json({ error: { code: "invalid_schedule", message, path } }, { status: 422 });

it("says of each schedule when it runs, for whom, what came of the last time, and what was missed", async () => {
  const list = [
    schedule("a", { last: { at, call: { callId: "c1", sessionId: "s1" }, problem: null }, missed: 3 }),
    schedule("b", {
      cron: "*/5 * * * *",
      isPaused: true,
      nextAt: null,
      last: { at, call: null, problem: "No right." },
    }),
  ];
  await open(list, () => new Response(null, { status: 204 }));
  const [first, second] = [0, 1].map((index) =>
    page.getByRole("list", { name: "Schedules" }).getByRole("listitem").nth(index),
  );
  await expect.element(first!).toHaveTextContent(/Double It.*Monday to Friday 07:30 · Europe\/Berlin.*Next.*ada.*Last/);
  await expect.element(first!).toHaveTextContent("Times missed while no host ran: 3");
  await expect.element(first!.getByRole("link", { name: /2026/ })).toHaveAttribute("href", "/admin/runs/s1/c1");
  await expect.element(second!).toHaveTextContent(/\*\/5 \* \* \* \*.*Paused.*No right\./);
});

it("adds one with the tool's own form, and says at its field what the host refuses", async () => {
  const sent = await open([], (_method, _path, body) =>
    JSON.stringify(body).includes("nonsense") ? refused("/cron", "It is no cron line.") : Response.json(schedule("a")),
  );
  await expect.element(page.getByText("Nothing runs by itself yet")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "New schedule" }));
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Tool" }), "double");
  await userEvent.fill(page.getByRole("spinbutton", { name: /^Amount/ }), "21");
  const when = page.getByRole("combobox", { name: /^When/ });
  await expect.element(page.getByRole("textbox", { name: /^At/ })).toHaveValue("07:00");
  expect(page.getByRole("textbox", { name: /^Cron line/ }).query()).toBeNull();
  await userEvent.selectOptions(when, "At times of a cron line");
  await userEvent.fill(page.getByRole("textbox", { name: /^Cron line/ }), "nonsense");
  await userEvent.fill(page.getByRole("textbox", { name: /^Time zone/ }), "Asia/Tokyo");
  await userEvent.click(page.getByRole("button", { name: "Add" }));
  await expect.element(page.getByText("It is no cron line.")).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: /^Cron line/ }), "0 7 * * 2");
  await userEvent.click(page.getByRole("button", { name: "Add" }));
  await expect.element(page.getByRole("button", { name: "New schedule" })).toBeVisible();
  const body = { tool: "double", input: { amount: 21 }, cron: "0 7 * * 2", timeZone: "Asia/Tokyo" };
  expect(sent.at(-1)).toEqual(["POST", "/api/schedules", body]);
});

it("makes the cron line of a time that it offers", async () => {
  const sent = await open([], () => Response.json(schedule("a")));
  await userEvent.click(page.getByRole("button", { name: "New schedule" }));
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Tool" }), "double");
  await userEvent.fill(page.getByRole("spinbutton", { name: /^Amount/ }), "1");
  await userEvent.selectOptions(page.getByRole("combobox", { name: /^When/ }), "Monday to Friday");
  await userEvent.fill(page.getByRole("textbox", { name: /^At/ }), "18:05");
  await userEvent.click(page.getByRole("button", { name: "Add" }));
  await expect
    .poll(() => sent)
    .toEqual([["POST", "/api/schedules", expect.objectContaining({ cron: "5 18 * * 1-5" })]]);
});

it("pauses once however often it is pressed, and deletes once that is sure", async () => {
  const sent = await open([schedule("a")], (method) =>
    method === "DELETE"
      ? new Response(null, { status: 204 })
      : Response.json(schedule("a", { isPaused: true, nextAt: null })),
  );
  const button = page.getByRole("button", { name: "Pause: Double It" });
  await expect.element(button).toBeVisible();
  const element = button.element();
  if (!(element instanceof HTMLElement)) throw new Error("no button");
  element.click();
  element.click();
  await expect.element(page.getByRole("button", { name: "Resume: Double It" })).toBeVisible();
  expect(sent).toEqual([["PATCH", "/api/schedules/a", { isPaused: true }]]);
  await userEvent.click(page.getByRole("button", { name: "Delete: Double It" }));
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.click(page.getByRole("button", { name: "Delete it: Double It" }));
  await expect.element(page.getByText("Nothing runs by itself yet")).toBeVisible();
  expect(sent.at(-1)).toEqual(["DELETE", "/api/schedules/a", undefined]);
});

it("says where a host has none, and who may see them", async () => {
  await renderPage("/admin/schedules", (_request, path) =>
    path === "/api/schedules"
      ? Response.json({ error: { code: "route_not_found", message: "None." } }, { status: 404 })
      : undefined,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("This server has no schedules");
});
