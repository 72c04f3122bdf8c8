import type { Meta, StoryObj } from "@storybook/react-vite";
import { Markdown } from "./Markdown.tsx";

const text = `A retry waits **longer each time**, up to \`maxDelay\`; see [the guide](https://example.org/retries).

| attempt | wait |
| ------- | ---: |
| 1       |  1 s |
| 2       |  2 s |

1. It asks again.
2. It gives up, and says so.

- [x] tried
- [ ] documented

\`\`\`ts
await retry(() => fetch(url), { maxDelay: 20_000 });
\`\`\`

> What is quoted stays quoted.`;

const meta: Meta<typeof Markdown> = { title: "Text/Markdown", component: Markdown, args: { text } };
export default meta;

type Story = StoryObj<typeof Markdown>;

export const Whole: Story = {};
export const Streaming: Story = { args: { text: text.slice(0, 150), streaming: true } };
/** Nothing of it runs, and nothing is loaded. */
export const Hostile: Story = {
  args: {
    text: '<img src="https://elsewhere.example/x.png" onerror="alert(1)">\n\n![a picture](https://elsewhere.example/y.png) [a link](javascript:alert(1))',
  },
};
export const Arabic: Story = { args: { text: "تنتظر المحاولة **أطول في كل مرة**.\n\n- أولى\n- ثانية" } };
