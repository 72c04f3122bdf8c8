import "../styles/index.css";
import type { PublishedToolUse } from "@callboard/core/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderIssued } from "../testing/fixtures/renderPage.tsx";

const root = document.documentElement;

beforeEach(() => localStorage.setItem("callboard-language", "en"));
afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  root.lang = "en";
  root.dir = "ltr";
  await page.viewport(1280, 800);
});

const entry: PublishedToolUse = {
  key: "pk_one",
  tenantId: "t1",
  tenantSlug: "default",
  definition: "hash",
  tool: "double",
  origins: ["https://www.example.com", "https://blog.example.com"],
  actions: ["run", "cancel", "share"],
  perMinute: 1200,
  createdAt: Date.UTC(2026, 0, 1, 12),
  publishedAt: Date.UTC(2026, 0, 2, 12),
  isMissing: false,
  changes: [],
  loader: { file: "loader-1.js", integrity: "sha384-x", module: { file: "module-1.js", integrity: "sha384-y" } },
  runs: 41_234,
  failedRuns: 3,
  tokens: 12,
  refusals: 5,
};

/** So many that one is searched for. */
const others = Array.from({ length: 20 }, (_, index) => ({ slug: `other-${index}`, name: `Other ${index}` }));

/** A host with these answers about what is published. */
function open(answer: (method: string, path: string) => Response | undefined, language = "en") {
  localStorage.setItem("callboard-language", language);
  return renderIssued("/publish", "/api/embed/keys", [{ slug: "double", name: "Double It" }, ...others], answer);
}

it("publishes a tool, and shows the line for the page and the secret key once", async () => {
  let list: PublishedToolUse[] = [];
  const asked = await open((method) => {
    if (method === "GET") return Response.json(list);
    list = [entry];
    return Response.json({ ...entry, secretKey: "sk_secret" }, { status: 201 });
  });
  await expect.element(page.getByText("Nothing is published yet")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Publish a tool" }));
  await userEvent.selectOptions(page.getByRole("combobox", { name: /^Tool/ }), "Double It");
  const origins = page.getByRole("group", { name: /^Origins of the pages/ });
  await userEvent.fill(origins.getByRole("textbox").first(), "https://www.example.com");
  await userEvent.click(page.getByRole("button", { name: "Publish", exact: true }));
  await expect.element(page.getByText("sk_secret")).toBeVisible();
  expect(asked.find(([method]) => method === "POST")).toEqual([
    "POST",
    "",
    { tool: "double", origins: ["https://www.example.com"], perMinute: 120 },
  ]);
  const line = `<script async src="${location.origin}/embed/assets/loader-1.js" integrity="sha384-x" crossorigin="anonymous"></script><callboard-tool host="${location.origin}" tool="double" publish-key="pk_one"></callboard-tool>`;
  await expect.element(page.getByText(line).first()).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Done" }));
  const published = page.getByRole("article", { name: "double pk_one" });
  await expect.element(published.getByRole("link", { name: "Double It" })).toBeVisible();
  expect(page.getByText("sk_secret").query()).toBeNull();
});

it("says a refusal at its field", async () => {
  await open((method) =>
    method === "POST"
      ? Response.json(
          { error: { code: "origin_not_allowed", message: "That is no origin.", path: "/origins" } },
          { status: 403 },
        )
      : undefined,
  );
  await userEvent.click(page.getByRole("button", { name: "Publish a tool" }));
  await userEvent.selectOptions(page.getByRole("combobox", { name: /^Tool/ }), "Double It");
  const origins = page.getByRole("group", { name: /^Origins of the pages/ });
  await userEvent.fill(origins.getByRole("textbox").first(), "www.example.com/page");
  await userEvent.click(page.getByRole("button", { name: "Publish", exact: true }));
  await expect.element(page.getByText("That is no origin.").first()).toBeVisible();
});

it("shows what changed, publishes again, and revokes once that is sure", async () => {
  let list: PublishedToolUse[] = [
    {
      ...entry,
      changes: [{ path: "/description", published: '"Doubles."', now: '"Doubles, and <b>tells</b>."' }],
    },
  ];
  const asked = await open((method, path) => {
    if (method === "GET") return Response.json(list);
    list = method === "DELETE" ? [] : [entry];
    return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ ...entry, path });
  });
  const article = page.getByRole("article", { name: "double pk_one" });
  await expect.element(article.getByText("Not served: the tool has changed since it was published")).toBeVisible();
  await expect.element(article.getByText('"Doubles, and <b>tells</b>."')).toBeVisible();
  for (const number of ["41,234", "1,200 runs a minute"]) await expect.element(article.getByText(number)).toBeVisible();
  await userEvent.click(article.getByRole("button", { name: "Publish again" }));
  await expect.element(article.getByText(/^Not served/)).not.toBeInTheDocument();
  await userEvent.click(article.getByRole("button", { name: "Revoke", exact: true }));
  expect(asked.some(([method]) => method === "DELETE")).toBe(false);
  await userEvent.click(article.getByRole("button", { name: "Revoke this key" }));
  await expect.element(page.getByText("Nothing is published yet")).toBeVisible();
  expect(asked.map(([method, path]) => `${method} ${path}`).filter((one) => !one.startsWith("GET"))).toEqual([
    "POST /pk_one/publish",
    "DELETE /pk_one",
  ]);
});

it("says who may publish where somebody may not, and offers another try where the host does not answer", async () => {
  let status = 500;
  await open(() =>
    Response.json({ error: { code: "internal", message: "Something went wrong inside the host." } }, { status }),
  );
  await expect.element(page.getByText("Something went wrong inside the host.")).toBeVisible();
  status = 401;
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByText("This page is for whoever operates this host.", { exact: false })).toBeVisible();
  expect(page.getByRole("button", { name: "Publish a tool" }).query()).toBeNull();
});

it("keeps the focus of whoever publishes and revokes by keyboard", async () => {
  let list: PublishedToolUse[] = [];
  await open((method) => {
    if (method === "GET") return Response.json(list);
    list = method === "DELETE" ? [] : [entry];
    return method === "DELETE"
      ? new Response(null, { status: 204 })
      : Response.json({ ...entry, secretKey: "sk_secret" }, { status: 201 });
  });
  const press = async (name: string) => {
    await expect.element(page.getByRole("button", { name, exact: true })).toBeVisible();
    page.getByRole("button", { name, exact: true }).element().focus();
    await userEvent.keyboard("{Enter}");
  };
  const begin = page.getByRole("button", { name: "Publish a tool" });
  await expect.element(begin).not.toHaveFocus();
  await press("Publish a tool");
  await expect.element(page.getByRole("group", { name: "Publish a tool" })).toHaveFocus();
  await press("Cancel");
  await expect.element(begin).toHaveFocus();
  await press("Publish a tool");
  await userEvent.selectOptions(page.getByRole("combobox", { name: /^Tool/ }), "Double It");
  await userEvent.fill(page.getByRole("group", { name: /^Origins/ }).getByRole("textbox"), "https://www.example.com");
  await press("Publish");
  await expect.element(page.getByRole("status").filter({ hasText: "sk_secret" })).toHaveFocus();
  await press("Done");
  await expect.element(begin).toHaveFocus();
  await press("Revoke");
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await press("Cancel");
  await expect.element(page.getByRole("button", { name: "Revoke", exact: true })).toHaveFocus();
  await press("Revoke");
  await press("Revoke this key");
  await expect.element(begin).toHaveFocus();
});

it.each(["en", "de", "ar"])("fits 320 px in %s", async (language) => {
  await page.viewport(320, 640);
  const changes = [{ path: "/inputSchema/properties/a-rather-long-name", published: '"a"', now: '"b"' }];
  await open(
    () => Response.json([{ ...entry, changes, origins: [`https://${"long-".repeat(12)}name.example.com`] }]),
    language,
  );
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(root.scrollWidth).toBeLessThanOrEqual(320);
});
