import { afterEach, expect, it, vi } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { HostModule } from "../kernel/module.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import type { SessionRole } from "../sessionAccess.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { ask } from "../../../../test/setup/ask.ts";
import { chatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";
import { askingTools } from "../testing/fixtures/toolRegistries.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry = askingTools();

const person = (userId: string) => ({ userId, tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] });

/** A module as somebody outside writes it: it reads the database, as one that keeps roles does. */
const rolesModule = (name: string, roles: Readonly<Record<string, SessionRole>>): HostModule => ({
  name,
  open: ({ store }) => ({
    async roleIn({ userId }, { tenantId, sessionId, userId: owner }) {
      const session = await store.sessions.find({ tenantId, sessionId });
      return session?.userId === owner && owner === "ada" ? roles[userId] : undefined;
    },
  }),
});

let world: { store: Store; host: Host };
afterEach(async () => {
  await world.host.close();
  await world.store.close();
});

async function worldWith(...modules: HostModule[]) {
  const store = await memoryStore();
  const turns = ["publish", "order"].map((call) => ({ message: call, steps: [[{ call, input: {} }], ["Done."]] }));
  const people = ["ada", "willa", "rita", "olga"];
  const host = createHost({
    registry,
    store,
    modules,
    model: createScriptedModel({ turns }),
    actor: Object.fromEntries(people.map((name) => [name, person(name)])),
    onProblem: (message, error) => expect([message, error]).toBe("no problem"),
  });
  world = { store, host };
  const ada = chatClient(host, store, { token: "ada" });
  const { sessionId } = await ada.say("publish");
  const { callId, approvalId } = await ada.ask(sessionId);
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await ask(host, method, path, { token, body });
    return answer?.error ? `${status} ${answer.error.code}` : status;
  };
  const chat = `/api/sessions/${sessionId}`;
  return {
    ada,
    sessionId,
    approve: (token: string) => send(token, "POST", `/api/calls/${callId}/approve`, { approvalId }),
    write: (token: string, message: string) => send(token, "POST", "/api/chat", { sessionId, message }),
    rename: (token: string) => send(token, "PATCH", chat, { title: `By ${token}` }),
    remove: (token: string) => send(token, "DELETE", chat),
    send,
  };
}

it("lets whom a module makes a writer write and answer in another person's session, and a reader not", async () => {
  const { ada, sessionId, approve, write, rename, send } = await worldWith(
    rolesModule("roles", { willa: "writer", rita: "reader" }),
  );
  expect([await approve("rita"), await write("rita", "order")]).toEqual(["403 not_yours", "403 not_yours"]);
  expect(await approve("willa")).toBe(202);
  const published = await ada.quiet(sessionId);
  expect(published.find(({ type }) => type === "tool.approved")).toMatchObject({ by: "willa" });
  expect(published.find(({ type }) => type === "tool.completed")).toMatchObject({ output: "published" });

  expect(await write("willa", "order")).toBe(202);
  const asked = await ada.until(sessionId, (events) => events.some(({ type }) => type === "tool.needs_input"));
  const question = asked.find((event) => event.type === "tool.needs_input")!;
  const answer = (token: string) =>
    send(token, "POST", `/api/calls/${question.callId}/answer`, { askId: question.askId, action: "accept" });
  expect([await answer("rita"), await answer("olga")]).toEqual(["403 not_yours", "403 not_yours"]);
  expect(await answer("willa")).toBe(202);
  expect((await ada.quiet(sessionId)).findLast(({ type }) => type === "tool.completed")).toMatchObject({
    output: "ordered",
  });

  // The chats of other clients, and no more than writing.
  const message = { id: "m", role: "user", parts: [{ type: "text", text: "hello" }] };
  const wire = (token: string) => send(token, "POST", "/api/chat/ai-sdk", { id: sessionId, messages: [message] });
  expect([await wire("rita"), await wire("willa")]).toEqual(["403 not_yours", 200]);
  expect([await rename("willa"), await rename("ada")]).toEqual(["403 not_yours", 200]);
});

it("counts the strongest of what modules say, and gives an owner all that its person has", async () => {
  const { rename, remove, send, sessionId } = await worldWith(
    rolesModule("one", { olga: "reader", willa: "writer" }),
    rolesModule("two", { olga: "owner", willa: "reader" }),
  );
  expect([await rename("willa"), await rename("olga")]).toEqual(["403 not_yours", 200]);
  expect(await send("olga", "GET", `/api/sessions/${sessionId}/shares`)).toBe(200);
  expect([await remove("willa"), await remove("olga")]).toEqual(["403 not_yours", 204]);
});

it("lets nobody but its person write and answer where no module says anything", async () => {
  const { approve, write, rename, send, sessionId } = await worldWith();
  for (const token of ["willa", "rita", "olga"]) {
    expect([await approve(token), await write(token, "order"), await rename(token)]).toEqual(
      Array(3).fill("403 not_yours"),
    );
    expect(await send(token, "GET", `/api/sessions/${sessionId}/export`)).toBe(200);
  }
  expect(await approve("ada")).toBe(202);
});
