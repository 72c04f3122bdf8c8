/** What a framework draws on its server, and what its actions and routes answer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { sendMessage } from "./contactActions.ts";
import { ContactForm } from "./contactForm.tsx";
import { contact } from "./contactSchema.ts";
import ContactPage from "./nextPage.tsx";
import { render } from "./viteServer.tsx";

test("a page of a server has the form's fields in its HTML", async () => {
  for (const html of [renderToString(<ContactPage />), await new Response(await render()).text()]) {
    expect(html).toMatch(/<label[^>]*>E-mail/);
    expect(html).toMatch(/<button[^>]*type="submit"/);
  }
});

test("a form without its later parts has all of its fields too", () => {
  const html = renderToString(<ContactForm />);
  for (const { title } of Object.values(contact.shape).map((field) => field.meta() ?? {}))
    expect(html).toContain(title);
});

test("an action checks again on the server, and says by pointer what is wrong", async () => {
  expect(await sendMessage({ email: "ada@example.com", text: "Long enough." })).toEqual([]);
  expect(await sendMessage({ email: "ada", text: "short" })).toEqual([
    { path: "/email", message: expect.any(String) },
    { path: "/text", message: "Say a little more" },
  ]);
  expect(await sendMessage({ email: "ada@example.org", text: "Long enough." })).toMatchObject([{ path: "/email" }]);
});

test("a route answers as the host", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "callboard-recipe-"));
  vi.stubEnv("CALLBOARD_DATA", dataDir);
  vi.stubEnv("NODE_ENV", "development");
  const { GET } = await import("./nextRoute.ts");
  const answer = await GET(new Request("http://localhost:3000/api/tools"));
  expect(await answer.json()).toMatchObject([{ slug: "tip-splitter" }]);
  const kept = globalThis as { callboard?: { close(): Promise<void> } };
  await kept.callboard?.close();
  delete kept.callboard;
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
}, 90_000);
