import { ToolClientError, type StoredFile, type UploadOptions } from "@callboard/core";
import { useState } from "react";
import { expect, it, describe, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolForm } from "../../form/ToolForm.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { ImageDropzoneUploader, type ImageDropzoneUploaderProps } from "./ImageDropzoneUploader.tsx";

/** A host whose uploads end when a test says so. */
function fakeHost() {
  const sent: {
    file: Blob & { name?: string };
    options: UploadOptions;
    end: (stored?: Partial<StoredFile>) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const upload = (file: Blob, options: UploadOptions = {}) =>
    new Promise<StoredFile>((resolve, reject) => {
      const name = (file as File).name;
      const url = `${location.origin}/api/uploads/upload_${sent.length}/${name}`;
      options.signal?.addEventListener("abort", () => reject(options.signal!.reason));
      sent.push({
        file,
        options,
        end: (part) =>
          resolve({ id: `upload_${sent.length}`, url, name, mediaType: file.type, bytes: file.size, ...part }),
        fail: reject,
      });
    });
  return { sent, upload };
}
const png = (name = "dot.png", bytes = 8): File =>
  new File([new Uint8Array(bytes).fill(1)], name, { type: "image/png" });
const refused = (status: number, code: string) => new ToolClientError("The host's own words.", { status, code });

async function mount(props: Partial<ImageDropzoneUploaderProps> = {}) {
  const host = fakeHost();
  const change = vi.fn();
  function Held() {
    const [value, setValue] = useState(props.value);
    return (
      <ImageDropzoneUploader
        label="Cover"
        {...props}
        upload={host.upload}
        value={value}
        onChange={(next) => {
          change(next);
          setValue(next);
        }}
      />
    );
  }
  await render(<Held />);
  return { ...host, change, value: () => change.mock.lastCall?.[0] as unknown };
}
const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;
const choose = (...files: File[]) => userEvent.upload(input(), files);
function drag(kind: "dragover" | "drop" | "dragleave", ...files: File[]): DragEvent {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector(".cb-dropzone")!.dispatchEvent(event);
  return event;
}
function paste(target: Element, ...files: File[]): void {
  const clipboardData = new DataTransfer();
  for (const file of files) clipboardData.items.add(file);
  target.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
}

describe("an uploader", () => {
  it("is a named input that says beforehand what it takes", async () => {
    await mount({ accept: "image/png,.jpg", maxBytes: 2_500_000 });
    expect(input()).toHaveAccessibleName("Cover Drop a picture here, paste it, or choose one");
    expect(input()).toHaveAccessibleDescription("PNG or JPG, at most 2.5 MB");
    expect(input().accept).toBe("image/png,.jpg");
    await expect.element(page.getByRole("textbox", { name: "Or its address" })).toBeVisible();
  });

  it("is lower and has no address where it is compact, and only the latter where the address is hidden", async () => {
    const heightOf = async (props: object) => {
      await mount(props);
      const height = document.querySelector(".cb-dropzone")!.getBoundingClientRect().height;
      const hasAddress = page.getByRole("textbox").query() !== null;
      await cleanup();
      return { height, hasAddress };
    };
    const [plain, compact, hidden] = [
      await heightOf({}),
      await heightOf({ compact: true }),
      await heightOf({ hideManualUrl: true }),
    ];
    expect([plain.hasAddress, compact.hasAddress, hidden.hasAddress]).toEqual([true, false, false]);
    expect(hidden.height).toBe(plain.height);
    expect(compact.height).toBeLessThan(plain.height / 2);
  });

  it("holds where a file is stored, never its bytes, and says how far it is", async () => {
    const { sent, change, value } = await mount();
    await choose(png("a.png", 2_000_000));
    const bar = page.getByRole("progressbar", { name: "Uploading a.png" });
    await expect.element(bar).toBeVisible();
    sent[0]!.options.onProgress!(500_000, 2_000_000);
    await expect.element(page.getByText("25% of 2 MB")).toBeVisible();
    expect(bar.element()).toHaveAttribute("value", "0.25");
    sent[0]!.options.onProgress!(2_000_000, 2_000_000);
    await expect.element(page.getByText("Being stored…")).toBeVisible();
    expect(change).not.toHaveBeenCalled();
    sent[0]!.end();
    await expect.element(page.getByRole("button", { name: "Remove a.png" })).toBeVisible();
    expect(value()).toBe(`${location.origin}/api/uploads/upload_0/a.png`);
    await expect.element(page.getByRole("status").filter({ hasText: "a.png is uploaded" })).toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: "Remove a.png" }));
    expect(value()).toBeUndefined();
    await vi.waitFor(() => expect(document.activeElement).toBe(input()));
  });

  it("takes what is dropped or pasted, and leaves text that is dragged or pasted alone", async () => {
    const { sent } = await mount({ multiple: true });
    expect(drag("dragover", png()).defaultPrevented).toBe(true);
    await expect.element(page.getByText("Let go to upload")).toBeVisible();
    expect(drag("drop", png("a.png"), png("b.png")).defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    paste(input(), png("c.png"));
    await vi.waitFor(() => expect(sent.map(({ file }) => file.name)).toEqual(["a.png", "b.png", "c.png"]));
    expect(drag("drop").defaultPrevented).toBe(false);
    const address = page.getByRole("textbox").element();
    const text = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
    address.dispatchEvent(text);
    expect(text.defaultPrevented).toBe(false);
  });

  it("keeps all of several files, in whatever order they end", async () => {
    const { sent, value } = await mount({ multiple: true });
    await choose(png("a.png"), png("b.png"), png("c.png"));
    sent[2]!.end();
    sent[0]!.end();
    sent[1]!.fail(refused(500, "internal"));
    await vi.waitFor(() => expect(value()).toHaveLength(2));
    expect((value() as string[]).map((url) => url.slice(-5))).toEqual(["c.png", "a.png"]);
    await expect.element(page.getByRole("button", { name: "Try again to upload b.png" })).toBeVisible();
  });

  it("takes one where one fits, and says so", async () => {
    const { sent } = await mount();
    drag("drop", png("a.png"), png("b.png"));
    await expect.element(page.getByText("Only one fits here; the first was taken.")).toBeVisible();
    expect(sent.map(({ file }) => file.name)).toEqual(["a.png"]);
  });

  it.each([
    ["another type", new File(["x"], "notes.txt", { type: "text/plain" }), /not taken here. Choose Pictures/],
    ["too much", png("large.png", 2000), /2 kB is too large: at most 1 kB/],
    ["nothing", png("empty.png", 0), /is empty/],
  ])("does not send %s, and says why", async (_name, file, words) => {
    const { sent, change } = await mount({ maxBytes: 1000 });
    drag("drop", file);
    await expect.element(page.getByRole("list").getByText(words)).toBeVisible();
    expect(page.getByRole("button", { name: /Try again to upload/ }).query()).toBeNull();
    await userEvent.click(page.getByRole("button", { name: `Remove ${file.name}` }));
    expect(page.getByRole("list").query()).toBeNull();
    expect([sent.length, change.mock.calls.length]).toEqual([0, 0]);
  });

  it.each([
    [refused(413, "file_too_large"), /no file this large/, false],
    [refused(415, "type_mismatch"), /accepts no files of this type/, false],
    [refused(401, "unauthorized"), /Sign in, then try again/, true],
    [refused(507, "storage_full"), /no room/, true],
    [refused(0, "unreachable"), /cannot be reached/, true],
    [refused(500, "internal"), /could not store it/, true],
    [new Error("odd"), /could not store it/, true],
    [refused(409, "odd"), /The host's own words/, true],
  ])("says what %s means, and what to do", async (error, words, canRetry) => {
    const { sent, value } = await mount();
    await choose(png("a.png"));
    sent[0]!.fail(error);
    await expect.element(page.getByRole("list").getByText(words)).toBeVisible();
    const retry = page.getByRole("button", { name: "Try again to upload a.png" });
    expect(retry.query() !== null).toBe(canRetry);
    if (!canRetry) return;
    await userEvent.click(retry);
    sent[1]!.end();
    await vi.waitFor(() => expect(value()).toMatch(/a\.png$/));
  });

  it("stops an upload when told to, and when it goes itself", async () => {
    const { sent, change } = await mount();
    await choose(png("a.png"));
    await userEvent.click(page.getByRole("button", { name: "Cancel the upload of a.png" }));
    expect(sent[0]!.options.signal!.aborted).toBe(true);
    await expect.element(page.getByText("Cancelled: nothing of it was kept.")).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Try again to upload a.png" }));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await render(<p>Elsewhere</p>);
    const { unmount } = await render(<ImageDropzoneUploader label="Other" upload={fakeHost().upload} />);
    await unmount();
    expect(change).not.toHaveBeenCalled();
  });

  it("keeps no address of a file on another host from being seen, and loads nothing from there", async () => {
    await mount({ value: "https://foreign.example/a.png" });
    await expect.element(page.getByRole("textbox")).toHaveValue("https://foreign.example/a.png");
    expect(document.querySelector("img")).toBeNull();
    await mount({ multiple: true, value: ["https://foreign.example/b.png"] });
    await expect.element(page.getByText("foreign.example", { exact: true })).toBeVisible();
    expect(document.querySelector("img")).toBeNull();
  });

  it("adds addresses to a list, full ones only", async () => {
    const { value } = await mount({ multiple: true });
    const box = page.getByRole("textbox");
    await userEvent.fill(box, "javascript:alert(1)");
    await userEvent.keyboard("{Enter}");
    await expect.element(box).toHaveAttribute("aria-invalid", "true");
    await userEvent.fill(box, "https://a.example/x.png");
    await userEvent.keyboard("{Enter}");
    expect(value()).toEqual(["https://a.example/x.png"]);
  });
});

describe("a form's file", () => {
  const schema = {
    type: "object",
    properties: { cover: { type: "string", format: "uri", contentMediaType: "image/png", title: "Cover" } },
    required: ["cover"],
  };
  const form = async (props: object = {}) => {
    const host = fakeHost();
    const submit = vi.fn();
    await render(
      <ToolProvider client={{ upload: host.upload }}>
        <ToolForm schema={schema} onSubmit={submit} {...props} />
      </ToolProvider>,
    );
    await vi.waitFor(() => expect(input()).not.toBeNull());
    return { ...host, submit };
  };

  it("is not submitted half: the form says what it waits for", async () => {
    const { sent, submit } = await form({ defaultValue: { cover: "https://a.example/old.png" } });
    await choose(png());
    const run = page.getByRole("button", { name: "Run" });
    await userEvent.click(run);
    await expect.element(page.getByText(/Still uploading. Wait until/).first()).toBeVisible();
    expect(submit).not.toHaveBeenCalled();
    sent[0]!.end();
    await expect.element(page.getByRole("button", { name: "Remove dot.png" })).toBeVisible();
    await vi.waitFor(() => expect(page.getByText(/Still uploading/).query()).toBeNull());
    await userEvent.click(run);
    await vi.waitFor(() =>
      expect(submit).toHaveBeenCalledWith({ cover: `${location.origin}/api/uploads/upload_0/dot.png` }),
    );
  });

  it("that fails or is cancelled leaves the form as it was", async () => {
    const { sent, submit } = await form({ defaultValue: { cover: "https://a.example/old.png" } });
    await choose(png());
    sent[0]!.fail(refused(500, "internal"));
    await expect.element(page.getByRole("list").getByText(/could not store it/)).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ cover: "https://a.example/old.png" }));
  });

  it("is led to by its label and by what is wrong with it", async () => {
    await form();
    expect(input()).toHaveAccessibleName(/^Cover \*? ?Drop a picture/);
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(document.activeElement).toBe(input()));
    expect(input()).toHaveAccessibleDescription(/This field is required/);
  });

  it("is compact in an embed, and shown but not changed where nothing may be", async () => {
    await form({ mode: "embed" });
    expect(document.querySelector(".cb-dropzone")).toHaveAttribute("data-compact");
    expect(page.getByRole("textbox").query()).toBeNull();
    await cleanup();
    const { sent } = await form({ disabled: true });
    drag("drop", png());
    expect(input().matches(":disabled")).toBe(true);
    expect(sent).toHaveLength(0);
  });

  it("is one row of a list for each that is dropped there", async () => {
    const host = fakeHost();
    const submit = vi.fn();
    await render(
      <ToolProvider client={{ upload: host.upload }}>
        <ToolForm
          schema={{
            type: "object",
            properties: {
              shots: { type: "array", title: "Shots", items: { type: "string", contentMediaType: "image/png" } },
            },
          }}
          onSubmit={submit}
        />
      </ToolProvider>,
    );
    await vi.waitFor(() => expect(input()).not.toBeNull());
    await choose(png("a.png"), png("b.png"));
    host.sent[1]!.end();
    host.sent[0]!.end();
    await expect.element(page.getByRole("button", { name: "Remove Item 2" })).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Move Item 1 down" }));
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
    const { shots } = submit.mock.lastCall![0] as { shots: string[] };
    expect(shots.map((url) => url.slice(-5))).toEqual(["a.png", "b.png"]);
  });
});
