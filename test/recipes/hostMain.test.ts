import { expect, test, vi } from "vitest";

const start = vi.hoisted(() => vi.fn(async (_dataDir: string, port: number) => ({ url: `http://localhost:${port}` })));
vi.mock("./host.ts", () => ({ start }));

test("the file that is run starts the host and says where it is", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import("./hostMain.ts");
  expect(start).toHaveBeenCalledWith("./data", 4600);
  expect(log).toHaveBeenCalledWith("The tools are served on http://localhost:4600");
});
