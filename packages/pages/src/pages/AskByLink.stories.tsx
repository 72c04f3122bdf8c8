import type { LinkedAsk } from "@callboard/core/client";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { answerStory, pageIsShown, PageStory, Refusal, type PageStoryArgs } from "../testing/fixtures/PageStory.tsx";

const approval: LinkedAsk = {
  kind: "approval",
  state: "open",
  client: "Ada's desk",
  userId: "ada",
  toolName: "Delete an order",
  tool: {
    slug: "delete_order",
    name: "Delete an order",
    description: "Deletes an order for good.",
    category: "orders",
    icon: "trash",
    origin: "custom",
    kind: "code",
    permissionPolicy: "always_ask",
    inputSchema: {
      type: "object",
      properties: { number: { type: "string", title: "Order number" } },
      required: ["number"],
    },
  },
  input: { number: "A-1" },
  expiresAt: Date.UTC(2030, 0, 1),
  outcome: null,
};
const { tool, toolName, client, userId, input } = approval;
const question: LinkedAsk = {
  kind: "question",
  state: "open",
  tool,
  toolName,
  client,
  userId,
  input,
  message: "Which of the two orders?",
  schema: { type: "object", properties: { order: { type: "string", title: "Order", enum: ["A-1", "A-2"] } } },
  url: null,
  expiresAt: null,
  outcome: null,
};

const meta: Meta<PageStoryArgs> = {
  title: "Pages/Ask by link",
  tags: ["!autodocs"],
  args: { address: "/ask", answers: {} },
  argTypes: { answers: { control: false } },
  beforeEach({ args: { answers }, globals }) {
    const { href } = window.location;
    // The secret of a link stands behind its #.
    window.history.replaceState(window.history.state, "", "#cba_secret");
    const end = answerStory(answers, globals["language"]);
    return () => {
      end();
      window.history.replaceState(window.history.state, "", href);
    };
  },
  render: ({ address }) => <PageStory address={address} />,
  play: pageIsShown,
};
export default meta;

type Story = StoryObj<PageStoryArgs>;
const of = (ask: unknown): Story => ({ args: { answers: { "GET /api/mcp/ask": ask } } });

export const Approval = of(approval);
export const WithAReason = of({ ...approval, reason: "It asks since its description has changed." });
/** The tool is not there any more: it can only be refused. */
export const WithoutItsTool = of({ ...approval, tool: null });
export const Question = of(question);
export const QuestionWithALink = of({ ...question, schema: null, url: "https://login.example/agree" });
export const Allowed = of({ ...approval, state: "approved", outcome: { status: "completed" } });
export const Denied = of({ ...approval, state: "denied", outcome: { status: "denied" } });
export const Expired = of({ ...approval, state: "expired", expiresAt: Date.UTC(2026, 0, 1) });
export const LeadsNowhere = of(new Refusal(404, "link_not_found", "This link leads nowhere."));
