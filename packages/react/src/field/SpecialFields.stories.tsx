import { ToolClientError, type Choice, type ToolClient } from "@callboard/core";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { ToolForm } from "../form/ToolForm.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ImageDropzoneUploader } from "./uploads/ImageDropzoneUploader.tsx";

const people: Choice[] = [
  { value: "ada", label: "Ada Lovelace", description: "Engineering" },
  { value: "grace", label: "Grace Hopper", description: "Engineering" },
  { value: "amina", label: "أمينة حسن", description: "Marketing" },
  { value: "long", label: "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Schillingsfürst the Younger" },
];
const client = (part: Partial<ToolClient> = {}): ToolClient => ({
  upload: () => new Promise(() => {}),
  choices: async (kind, query) => {
    const all =
      kind === "connection"
        ? [{ value: "c1", label: "Company blog", description: "wordpress · blog.example" }]
        : people;
    return typeof query === "string"
      ? all.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
      : all.filter(({ value }) => query.values.includes(value));
  },
  createConnection: () =>
    Promise.reject(
      new ToolClientError("There is one of this name.", { code: "name_taken", status: 409, path: "/name" }),
    ),
  ...part,
});
const schema = {
  type: "object",
  properties: {
    cover: { type: "string", title: "Cover", description: "Shown above the text.", contentMediaType: "image/*" },
    owner: { type: "string", title: "Owner", "x-entity-type": "person" },
    team: {
      type: "array",
      title: "Team",
      items: { type: "string" },
      "x-entity-type": "person",
      "x-entity-select": "multiple",
    },
    connectionId: { type: "string", title: "Destination" },
  },
};

/** A form of files, people and a destination, over a client that answers as told. */
function SpecialForm({
  value,
  part,
  dir,
  ...props
}: {
  value?: object;
  part?: Partial<ToolClient>;
  dir?: "rtl";
  readOnly?: boolean;
  disabled?: boolean;
  mode?: "embed";
  only?: keyof (typeof schema)["properties"];
}) {
  const { only, ...rest } = props;
  const shown = only ? { type: "object", properties: { [only]: schema.properties[only] } } : schema;
  return (
    <ToolProvider client={client(part)} {...(dir && { locale: "ar" })}>
      <div dir={dir} style={{ maxInlineSize: "34rem", minBlockSize: "24rem", padding: "1rem" }}>
        <ToolForm schema={shown} defaultValue={value} onSubmit={() => {}} {...rest} />
      </div>
    </ToolProvider>
  );
}

const meta: Meta<typeof SpecialForm> = { title: "Fields/Pickers and uploads", component: SpecialForm };
export default meta;
type Story = StoryObj<typeof SpecialForm>;

const filled = {
  cover: "https://pictures.example/cover.png",
  owner: "grace",
  team: ["ada", "long"],
  connectionId: "c1",
};
const ready = async (canvasElement: HTMLElement) => {
  // What the fields are drawn with is fetched first.
  const drawn = 'input[type="file"], [role="combobox"], .cb-value, .cb-field-value';
  await waitFor(() => expect(canvasElement.querySelector(drawn)).not.toBeNull());
  return within(canvasElement);
};

export const Empty: Story = { play: async ({ canvasElement }) => void (await ready(canvasElement)) };
export const Filled: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => void (await ready(canvasElement)),
};
export const Unknown: Story = {
  args: { value: { owner: "gone", team: ["ada", "gone"] } },
  play: async ({ canvasElement }) => void (await (await ready(canvasElement)).findByText(/gone was not found/)),
};
export const ReadOnly: Story = {
  args: { value: filled, readOnly: true },
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText("Grace Hopper")),
};
export const Disabled: Story = { args: { value: filled, disabled: true } };
export const Embed: Story = { args: { mode: "embed" } };
export const RightToLeft: Story = { args: { value: { owner: "amina", team: ["amina", "ada"] }, dir: "rtl" } };

const choose = async (canvasElement: HTMLElement, file: File) => {
  await ready(canvasElement);
  await userEvent.upload(canvasElement.querySelector<HTMLInputElement>('input[type="file"]')!, file);
};
const picture = () => new File([new Uint8Array(2_400_000)], "summer party.png", { type: "image/png" });

export const Uploading: Story = {
  args: {
    only: "cover",
    part: {
      upload: (_file, options) => {
        options?.onProgress?.(1_000_000, 2_400_000);
        return new Promise(() => {});
      },
    },
  },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, picture());
    await within(canvasElement).findByRole("progressbar");
  },
};
export const UploadFailed: Story = {
  args: {
    only: "cover",
    part: { upload: () => Promise.reject(new ToolClientError("no", { code: "unreachable", status: 0 })) },
  },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, picture());
    await within(canvasElement).findByRole("button", { name: /Try again to upload/ });
  },
};
export const Uploaded: Story = {
  args: {
    only: "cover",
    part: {
      upload: async (file) => ({
        id: "u",
        url: `${location.origin}/api/uploads/u/party.txt`,
        name: "party.txt",
        mediaType: "text/plain",
        bytes: file.size,
      }),
    },
  },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, picture());
    await within(canvasElement).findByRole("button", { name: "Remove party.txt" });
  },
};
export const SeveralFiles: Story = {
  render: () => (
    <div style={{ maxInlineSize: "34rem" }}>
      <ImageDropzoneUploader
        label="Pictures"
        multiple
        value={["https://a.example/one.png", "https://b.example/two.png"]}
      />
    </div>
  ),
};
export const Searching: Story = {
  args: {
    only: "owner",
    part: { choices: (_kind, query) => (typeof query === "string" ? new Promise(() => {}) : Promise.resolve([])) },
  },
  play: async ({ canvasElement }) => {
    await ready(canvasElement);
    await userEvent.type(within(canvasElement).getByRole("combobox"), "ada");
    await within(canvasElement).findByText("Searching…");
  },
};
export const Found: Story = {
  args: { only: "team", value: { team: ["ada"] } },
  play: async ({ canvasElement }) => {
    await ready(canvasElement);
    await userEvent.click(within(canvasElement).getByRole("combobox"));
    await within(canvasElement).findByRole("option", { name: /Grace/ });
  },
};
export const NothingFound: Story = {
  args: { only: "owner" },
  play: async ({ canvasElement }) => {
    await ready(canvasElement);
    await userEvent.type(within(canvasElement).getByRole("combobox"), "nobody");
    await within(canvasElement).findByText(/Nothing found for/);
  },
};
export const SearchFailed: Story = {
  args: { only: "owner", part: { choices: () => Promise.reject(new Error("no")) } },
  play: async ({ canvasElement }) => {
    await ready(canvasElement);
    await userEvent.click(within(canvasElement).getByRole("combobox"));
    await within(canvasElement).findByText(/The search failed/);
  },
};
export const NewConnection: Story = {
  args: { only: "connectionId" },
  play: async ({ canvasElement }) => {
    const canvas = await ready(canvasElement);
    await userEvent.click(canvas.getByRole("combobox"));
    await userEvent.click(await canvas.findByRole("option", { name: "New connection…" }));
    await userEvent.click(await canvas.findByRole("button", { name: "Save connection" }));
    await canvas.findByText("Give it a name");
  },
};
