import type { McpServerDetail, McpServerListing } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { answerStory, pageIsShown, PageStory, Refusal, type PageStoryArgs } from "../testing/fixtures/PageStory.tsx";

const weather: McpServerListing = {
  name: "weather",
  title: "Weather",
  kind: "address",
  place: "https://weather.example/mcp",
  isAdded: true,
  hasSecrets: true,
  isConnected: true,
  connectedAt: Date.UTC(2026, 10, 1, 12),
  nextTryAt: null,
  problem: null,
  maySignIn: true,
  signedIn: null,
  about: { name: "weather-server", version: "1.2.0", revision: "2026-07-28" },
  tools: 2,
  refused: 1,
};
const isAway = { isConnected: false, connectedAt: null, nextTryAt: Date.UTC(2026, 10, 1, 12, 0, 7), about: null };
const gone: McpServerListing = {
  ...weather,
  ...isAway,
  name: "gone",
  title: "A server with a name that is as long as a name of a server may be",
  problem: { code: "away", said: "fetch failed: connect ECONNREFUSED 192.0.2.1:443" },
  tools: 0,
  refused: 0,
};
const mail: McpServerListing = {
  ...gone,
  name: "mail",
  title: "Mail",
  place: "https://mail.example/mcp",
  problem: { code: "sign-in", said: "it asks for a sign-in" },
};
const signedIn = { by: "ada", at: Date.UTC(2026, 10, 1, 11), issuer: "login.mail.example" };
const detail: McpServerDetail = {
  ...weather,
  days: 30,
  hasSession: true,
  toolList: [
    {
      name: "forecast",
      slug: "forecast",
      title: "Forecast",
      description: "",
      isOn: true,
      calls: 1_204,
      errors: 3,
      p95: 1_234,
      by: [
        { userId: "ada", calls: 1_000 },
        { userId: null, calls: 204 },
      ],
    },
    {
      name: "alerts",
      slug: "alerts",
      title: "Alerts",
      description: "",
      isOn: false,
      calls: 0,
      errors: 0,
      p95: null,
      by: [],
    },
  ],
  refusedList: [
    { tool: "broken", code: "unusable", said: 'its inputSchema has the type "array"' },
    { tool: "forecast", code: "twice", said: "it is listed twice" },
  ],
};
const nothing = { resources: [], templates: [], prompts: [], completes: false };
const bare = { toolList: [], refusedList: [] };

const list = (answer: unknown) => ({ "GET /api/mcp/servers": answer });
const one = (answer: McpServerDetail, more: Record<string, unknown> = {}) => ({
  address: `/servers/${answer.name}`,
  answers: {
    [`GET /api/mcp/servers/${answer.name}`]: answer,
    [`GET /api/mcp/servers/${answer.name}/offers`]: nothing,
    ...more,
  },
});

const meta: Meta<PageStoryArgs> = {
  title: "Pages/MCP servers",
  // Each has a host of its own, and a page of all of them has one.
  tags: ["!autodocs"],
  args: { address: "/servers", answers: {} },
  argTypes: { answers: { control: false } },
  beforeEach: ({ args: { answers }, globals }) => answerStory(answers, globals["language"]),
  render: ({ address }) => <PageStory address={address} />,
  play: pageIsShown,
};
export default meta;

type Story = StoryObj<PageStoryArgs>;

export const Several: Story = { args: { answers: list([weather, { ...weather, name: "b", signedIn }, mail, gone]) } };
export const None: Story = { args: { answers: list([]) } };
/** The host has no servers at all. */
export const NotOffered: Story = { args: { answers: {} } };
export const NotPermitted: Story = { args: { answers: list(new Refusal(403, "not_permitted")) } };
export const Unread: Story = { args: { answers: list(new Refusal(503, "storage_unavailable", "Try again.")) } };
export const Adding: Story = {
  args: { answers: list([]) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Add a server" }));
    await canvas.findByRole("textbox", { name: /Address/ });
  },
};
export const Connected: Story = { args: one(detail) };
export const Away: Story = { args: one({ ...detail, ...gone, ...bare }) };
export const AsksForSignIn: Story = { args: one({ ...detail, ...mail, ...bare }) };
/** It is of several tenants, so nobody signs in here. */
export const AsksForAHeader: Story = { args: one({ ...detail, ...mail, ...bare, maySignIn: false, isAdded: false }) };
/** Whose page opens is said before it does. */
export const SigningIn: Story = {
  args: one(
    { ...detail, ...mail, ...bare },
    {
      "POST /api/mcp/servers/mail/sign-in": { url: "https://login.mail.example/authorize", host: "login.mail.example" },
    },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Sign in" }));
    await expect(await canvas.findByRole("link", { name: "Go on to login.mail.example" })).toBeVisible();
  },
};
export const SignInRefused: Story = {
  args: one(
    { ...detail, ...mail, ...bare },
    {
      "POST /api/mcp/servers/mail/sign-in": new Refusal(
        422,
        "sign_in_failed",
        "This sign-in cannot be begun: login.mail.example registers no clients.",
      ),
    },
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Sign in" }));
    await canvas.findByRole("alert");
  },
};
export const SignedIn: Story = { args: one({ ...detail, signedIn }) };
export const SigningOut: Story = {
  args: one({ ...detail, signedIn }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Sign out" }));
    await canvas.findByRole("button", { name: "Sign out of this server" });
  },
};
const back = (answer: Refusal) => ({
  address: "/sign-in/server?state=s",
  answers: { "POST /api/mcp/sign-in": answer },
});
export const SignInDeclined: Story = { args: back(new Refusal(409, "sign_in_declined")) };
export const SignInUnknown: Story = { args: back(new Refusal(404, "sign_in_not_found")) };
export const SignInFailed: Story = { args: back(new Refusal(422, "sign_in_failed", "The code was used before.")) };
