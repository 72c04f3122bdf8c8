import type { NewEvent, ToolDetail } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { surveyTool, timelineOf } from "../testing/fixtures/callEvents.ts";
import { BriefResultsContext } from "./cardContext.ts";
import { ToolCallCard } from "./ToolCallCard.tsx";

interface StoryArgs {
  output: unknown;
  /** Whether it stands among others, as in a chat. */
  isBrief: boolean;
  viewSpec?: ToolDetail["viewSpec"];
}

const years = Array.from({ length: 12 }, (_, year) => ({ year, cumulative: year * 10_000 - 80_000 }));
const investment = {
  output: { npv: 39_781.3, payback: "2.67 years", gain: 70_000, years },
  viewSpec: {
    inChat: "open",
    blocks: [
      { type: "summary", label: "Summary", items: [{ key: "npv" }, { key: "payback" }, { key: "gain" }] },
      { type: "chart", key: "years", label: "When it pays back", x: "year", y: ["cumulative"] },
      { type: "table", key: "years", label: "Year by year" },
    ],
  } as NonNullable<ToolDetail["viewSpec"]>,
};

const meta: Meta<StoryArgs> = {
  title: "Cards/Results",
  args: { ...investment, isBrief: true },
  render: function Result({ output, isBrief, viewSpec }) {
    const input = { word: "callboard" };
    const events: NewEvent[] = [
      { type: "tool.requested", callId: "call", tool: surveyTool.slug },
      { type: "tool.input_ready", callId: "call", input },
      { type: "tool.started", callId: "call", tool: surveyTool.slug, input },
      { type: "tool.completed", callId: "call", output, durationMs: 640 },
    ];
    return (
      <ToolProvider timeline={timelineOf(events)}>
        <BriefResultsContext.Provider value={isBrief}>
          <ToolCallCard callId="call" tool={{ ...surveyTool, ...(viewSpec && { viewSpec }) }} defaultOpen />
        </BriefResultsContext.Provider>
      </ToolProvider>
    );
  },
};
export default meta;

type Story = StoryObj<StoryArgs>;

/** Its summary and one picture; the table is a click away. */
export const InAChat: Story = {};
export const OnAPage: Story = { args: { isBrief: false } };
export const OneValue: Story = { args: { output: { payback: 2.67 }, viewSpec: undefined } };
export const OneSentence: Story = { args: { output: "The note was published.", viewSpec: undefined } };
/** Nothing is left out, and it is cut at its height. */
export const TallTable: Story = { args: { output: years.concat(years), viewSpec: undefined } };
export const LongText: Story = { args: { output: "A line of a long report.\n".repeat(60), viewSpec: undefined } };
