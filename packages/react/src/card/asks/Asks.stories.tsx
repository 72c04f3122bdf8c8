import { createTimeline, type CallAbilities, type NewEvent, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useMemo, type ReactNode } from "react";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { asLog } from "../../testing/fixtures/callEvents.ts";
import { ask, createFakeChat, note, turn } from "../../testing/fixtures/chatEvents.ts";
import { manageAsk } from "../../testing/fixtures/haikuTool.ts";
import { AskDock } from "../AskDock.tsx";
import { ToolCallCard } from "../ToolCallCard.tsx";

interface StoryArgs {
  events: NewEvent[];
  /** What happens as soon as the reader has filled in something. */
  later?: NewEvent[];
  callId: string;
  can?: Partial<CallAbilities>;
  client?: Partial<ToolClient>;
  inDock?: boolean;
}

function Asks({ events, later = none, callId, can, client, inDock = false }: StoryArgs): ReactNode {
  const [timeline, goOn] = useMemo(() => {
    const log = asLog([...events, ...later]);
    const made = createTimeline({ schedule: queueMicrotask });
    made.apply(log.slice(0, events.length));
    return [made, () => made.apply(log.slice(events.length))] as const;
  }, [events, later]);
  const chat = useMemo(() => {
    const fake = createFakeChat().client;
    return { ...fake, ...client, can: () => ({ answer: true, edit: true, cancel: true, session: true, ...can }) };
  }, [client, can]);
  return (
    <ToolProvider timeline={timeline} client={chat} user="ada">
      <div onChange={later.length > 0 ? goOn : undefined}>
        {inDock ? <AskDock /> : <ToolCallCard callId={callId} defaultOpen />}
      </div>
    </ToolProvider>
  );
}

const none: NewEvent[] = [];

const meta: Meta<StoryArgs> = {
  title: "Cards/Asks",
  args: { callId: "p1" },
  render: (args) => <Asks {...args} />,
  // What was typed into one story's ask is not the next one's.
  beforeEach: () => sessionStorage.clear(),
};
export default meta;

type Story = StoryObj<StoryArgs>;

const asked = (input: unknown = note): NewEvent[] => [...turn(1, "Publish a note"), ...ask("a1", "p1", input)];
const approval = { callId: "p1", approvalId: "approval-p1" };
const question = (more: object = {}): NewEvent[] => [
  ...turn(1, "Order shirts"),
  { type: "tool.requested", callId: "o1", tool: "order_shirts", title: "Order shirts", agentId: "a1", source: "agent" },
  { type: "tool.started", callId: "o1", tool: "order_shirts", agentId: "a1", input: { count: 12 } },
  { type: "tool.needs_input", callId: "o1", askId: "q1", message: "Which size shall they have?", ...more } as NewEvent,
];
const size = {
  type: "object",
  properties: {
    size: { title: "Size", enum: ["Small", "Medium", "Large"] },
    name: { type: "string", title: "Name on the back", description: "Left empty, there is none." },
  },
  required: ["size"],
};
const inAnHour = () => Date.now() + 3_600_000;

export const Approval: Story = { args: { events: asked() } };
export const ApprovalThatExpires: Story = {
  args: {
    events: asked().map((event) =>
      event.type === "tool.needs_approval"
        ? { ...event, reason: "It is read by everybody.", expiresAt: inAnHour() }
        : event,
    ),
  },
};
export const LongValue: Story = {
  args: {
    events: asked({ ...note, text: `${"A long line of the note that nobody has read yet.\n".repeat(40)}The end.` }),
  },
};
export const HiddenCharacters: Story = { args: { events: asked({ ...note, title: "Refunds\u202Efdp.exe\u200B" }) } };
export const WithoutEditing: Story = { args: { events: asked(), can: { edit: false, reason: false, session: false } } };
export const ReadOnly: Story = { args: { events: asked(), can: { answer: false } } };
/** As an agent says it that keeps such rules itself, and as its rules are written. */
export const WithOffers: Story = {
  args: {
    events: asked().map((event) =>
      event.type === "tool.needs_approval"
        ? {
            ...event,
            offers: [
              { id: "always", words: "Always allow publishing" },
              { id: "suggested", rule: "publish_note(notes/*) · /srv/notes", reach: "project" },
            ],
          }
        : event,
    ),
    can: { session: false },
  },
};
export const Approved: Story = {
  args: {
    events: [...asked(), { type: "tool.approved", ...approval, by: "ada", input: { ...note, title: "Retries" } }],
  },
};
export const Expired: Story = { args: { events: [...asked(), { type: "tool.approval_expired", ...approval }] } };
/** As it was changed, and not approved yet. */
export const Changed: Story = {
  args: { events: asked() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Edit" }));
    const title = await canvas.findByRole("textbox", { name: "Title" });
    await userEvent.clear(title);
    await userEvent.type(title, "Retries{Enter}");
    await canvas.findByRole("button", { name: "Undo the changes" });
  },
};
/** Its time is over while somebody writes. */
export const EndedWhileWritten: Story = {
  args: { events: asked(), later: [{ type: "tool.approval_expired", ...approval }] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Say why" }));
    await userEvent.paste("Not during the release.");
    await canvas.findByRole("group", { name: "What you had written was not sent:" });
  },
};
export const AllowedInSession: Story = {
  args: {
    events: [...asked(), { type: "tool.approved", ...approval, by: "ada", scope: "session" }],
    client: { revoke: async () => {} },
  },
};
export const Denied: Story = {
  args: { events: [...asked(), { type: "tool.denied", ...approval, by: "ada", reason: "Not during the release." }] },
};

export const Question: Story = { args: { events: question({ schema: size }), callId: "o1" } };
/** Each of the few words is a button, and its press the answer. */
export const QuestionOfOneWord: Story = {
  args: {
    events: question({
      schema: {
        oneOf: [
          { const: "M", title: "Medium" },
          { const: "L", title: "Large" },
        ],
      },
    }),
    callId: "o1",
  },
};
export const QuestionInOwnWords: Story = {
  args: {
    events: question({
      schema: {
        title: "Library",
        anyOf: [
          {
            type: "string",
            oneOf: [
              { const: "date-fns", title: "date-fns", description: "Small, a function at a time" },
              { const: "Luxon", title: "Luxon" },
            ],
          },
          { type: "string", minLength: 1 },
        ],
      },
    }),
    callId: "o1",
  },
};
export const QuestionWithOneField: Story = {
  args: { events: question({ schema: { type: "string", title: "Size" } }), callId: "o1" },
};
export const QuestionOfYesOrNo: Story = {
  args: {
    events: question({ schema: { type: "boolean", title: "As a gift", description: "Without its price." } }),
    callId: "o1",
  },
};
export const QuestionOfAPlainYes: Story = { args: { events: question({ expiresAt: inAnHour() }), callId: "o1" } };
export const Link: Story = {
  args: {
    events: question({ message: "Sign in to the shop.", url: "https://shop.example/login?next=%2Forders" }),
    callId: "o1",
  },
};
export const LinkThatIsNone: Story = { args: { events: question({ url: "javascript:void 0" }), callId: "o1" } };
export const QuestionThatMustBeAnswered: Story = {
  args: { events: question({ schema: size }), callId: "o1", can: { decline: false, skip: false } },
};
export const Answered: Story = {
  args: {
    events: [
      ...question({ schema: size }),
      { type: "tool.input_given", callId: "o1", askId: "q1", action: "accept", content: { size: "Medium" }, by: "ada" },
    ],
    callId: "o1",
  },
};
/** The line opened: what was asked, and the answer as it was given. */
export const AnsweredOpen: Story = {
  ...Answered,
  play: async ({ canvas, userEvent }) => userEvent.click(await canvas.findByText(/^You answered/)),
};
export const NotAnswered: Story = {
  args: {
    events: [...question(), { type: "tool.input_given", callId: "o1", askId: "q1", action: "decline", by: "ada" }],
    callId: "o1",
  },
};

export const NotAnsweredInTime: Story = {
  args: {
    events: [...question({ schema: size }), { type: "tool.input_expired", callId: "o1", askId: "q1" }],
    callId: "o1",
  },
};

const several: NewEvent[] = [
  ...asked(),
  ...ask("a1", "p2", { ...note, title: "Another note" }),
  ...question({ schema: size }).slice(turn(1, "").length),
];
export const Dock: Story = { args: { events: several, inDock: true } };
export const DockWithOne: Story = { args: { events: asked(), inDock: true } };

/** An agent wants to make a tool: it is shown as it would be. */
export const NewTool: Story = { args: { events: manageAsk("create") } };
export const ChangedTool: Story = { args: { events: manageAsk("update") } };
export const DeletedTool: Story = { args: { events: manageAsk("delete") } };
export const ToolInDock: Story = { args: { events: manageAsk("update"), inDock: true } };
/** Somebody else has changed it since it was approved. */
export const ToolAskedAgain: Story = {
  args: {
    events: manageAsk("update", {
      reason: "What it would change has changed since it was approved. Look at it again, then decide.",
    }),
  },
};
