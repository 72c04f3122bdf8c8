import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listen, portOf } from "./listen.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
function server(): Server {
  const made = createServer();
  servers.push(made);
  return made;
}

describe("listen", () => {
  it("says where it answers, and which port is taken and what to do", async () => {
    const url = await listen(server(), 0, "127.0.0.1");
    const { port } = new URL(url);
    expect(url).toBe(`http://localhost:${port}`);
    await expect(listen(server(), Number(port), "127.0.0.1")).rejects.toThrow(
      `Port ${port} is taken by another program. End that one, or choose another port: PORT=${Number(port) + 1} npm start`,
    );
  });
});

describe("portOf", () => {
  it("is 4600 unless the environment says otherwise, in a number that is a port", () => {
    expect([portOf(undefined), portOf(""), portOf("0"), portOf("8080")]).toEqual([4600, 4600, 0, 8080]);
    for (const wrong of ["http", "-1", "65536", "80.5"]) expect(() => portOf(wrong)).toThrow(`it is "${wrong}"`);
  });
});
