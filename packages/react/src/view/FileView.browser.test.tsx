import type { ToolClient } from "@callboard/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { ToolOutput } from "./ToolOutput.tsx";

/** A whole WAV file: a header and a hundred silent samples. */
function wav(): string {
  const bytes = new Uint8Array(144);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) =>
    [...text].forEach((char, index) => (bytes[at + index] = char.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, 136, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 8_000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, "data");
  view.setUint32(40, 100, true);
  bytes.fill(128, 44);
  return btoa(String.fromCharCode(...bytes));
}

beforeEach(() => performance.clearResourceTimings());
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

const requests = () =>
  performance
    .getEntriesByType("resource")
    .map((entry) => entry.name)
    .filter((name) => /\.test\/|\/api\//.test(name));

describe("a file in an output", () => {
  it("is named with its type and size, and fetched by nobody", async () => {
    await render(
      <ToolOutput
        output={[
          {
            type: "resource_link",
            uri: "https://files.test/q3.pdf",
            name: "Third quarter",
            mimeType: "application/pdf",
            size: 2_400_000,
          },
          { type: "resource_link", uri: "https://files.test/talk.mp4", name: "Talk", mimeType: "video/mp4" },
        ]}
      />,
    );
    await expect
      .element(page.getByRole("link", { name: "Third quarter" }))
      .toHaveAttribute("href", "https://files.test/q3.pdf");
    await expect.element(page.getByText("PDF · 2.4 MB")).toBeVisible();
    expect(page.getByRole("link", { name: "Talk" }).element().textContent).toContain("files.test");
    expect(document.querySelector("video")).toBeNull();
    expect(requests()).toEqual([]);
  });

  it("plays sound that the output holds, and saves it", async () => {
    await render(<ToolOutput output={[{ type: "audio", data: wav(), mimeType: "audio/wav" }]} />);
    await expect.element(page.getByText("WAV · 144 bytes")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Save" })).toBeVisible();
    const player = document.querySelector("audio")!;
    await expect.poll(() => player.duration).toBeGreaterThan(0);
    expect(player.getAttribute("aria-label")).toBe("Sound");
  });

  it("plays film from where it may be loaded, and asks for nothing before", async () => {
    await render(
      <ToolProvider imageSources={["https://films.test/"]}>
        <ToolOutput output={{ url: "https://films.test/a.mp4", name: "a.mp4", size: 12 }} />
      </ToolProvider>,
    );
    expect(document.querySelector("video")).toMatchObject({ preload: "none", src: "https://films.test/a.mp4" });
    expect(requests()).toEqual([]);
  });

  it("is only saved where it may hold more than is played", async () => {
    await render(<ToolOutput output="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==" />);
    await expect.element(page.getByRole("button", { name: "Save" })).toBeVisible();
    expect(document.querySelector("iframe, object, embed, [href^='data:'], [src^='data:']")).toBeNull();
  });
});

describe("a signed address", () => {
  const show = (preview: NonNullable<ToolClient["preview"]>) =>
    render(
      <ToolProvider client={{ preview }}>
        <ToolOutput output={{ chart: "/api/uploads/upload_1/chart.png" }} />
      </ToolProvider>,
    );
  const picture = () => document.querySelector("img")?.getAttribute("src");
  const pixel = (name: string) =>
    `data:image/gif;name=${name};base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==`;

  it("is renewed before it expires, for as long as the picture is shown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let count = 0;
    const preview = vi.fn(async () => ({ url: pixel(`token${++count}`), expiresInMs: 600_000 }));
    const screen = await show(preview);
    await vi.waitUntil(() => picture() === pixel("token1"), 10_000);
    expect(preview.mock.calls[0]).toEqual(["/api/uploads/upload_1/chart.png", { signal: expect.any(AbortSignal) }]);
    await vi.advanceTimersByTimeAsync(479_000);
    expect(preview).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitUntil(() => preview.mock.calls.length === 2, 10_000);
    await vi.waitUntil(() => picture() === pixel("token2"), 10_000);
    await screen.unmount();
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(preview).toHaveBeenCalledTimes(2);
  });

  it("is not asked for again and again where it leads to nothing", async () => {
    const preview = vi.fn(async () => ({ url: "/api/previews/gone/chart.png", expiresInMs: 600_000 }));
    await show(preview);
    await expect.poll(() => document.querySelector("img")).toBeNull();
    await new Promise((done) => setTimeout(done, 200));
    expect(preview.mock.calls.length).toBeLessThan(3);
  });

  it("is none where the host signs nothing: the file's own is used", async () => {
    await show(async () => null);
    await expect.poll(picture).toContain("/api/uploads/upload_1/chart.png");
  });

  it("is asked for only of uploads", async () => {
    const preview = vi.fn(async () => null);
    await render(
      <ToolProvider client={{ preview }}>
        <ToolOutput output={{ chart: "https://elsewhere.test/chart.png" }} />
      </ToolProvider>,
    );
    expect(preview).not.toHaveBeenCalled();
    expect(picture()).toBeUndefined();
  });
});
