import { describe, expect, it } from "vitest";
import { addressReader, readTrustedProxies } from "./addressOf.ts";

const listed = (text: string) => new Headers({ "x-forwarded-for": text });

describe("the address of a request", () => {
  it("is the connection's own unless proxies are trusted, whatever its headers say", () => {
    for (const headers of [listed("6.6.6.6"), new Headers({ forwarded: "for=6.6.6.6" }), new Headers()]) {
      expect(addressReader(0)("10.0.0.1", headers)).toBe("10.0.0.1");
      expect(addressReader([])("10.0.0.1", headers)).toBe("10.0.0.1");
      expect(addressReader(["192.168.0.0/16"])("10.0.0.1", headers)).toBe("10.0.0.1");
    }
  });

  it.each([
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "6.6.6.6, 203.0.113.7", "203.0.113.7"],
    [2, "6.6.6.6, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    [2, "203.0.113.7", "203.0.113.7"],
    [["10.0.0.0/8"], "6.6.6.6, 203.0.113.7, 10.9.9.9", "203.0.113.7"],
    [["10.0.0.0/8"], "10.0.0.7, 203.0.113.7", "203.0.113.7"],
    [["::1", "10.0.0.1"], "203.0.113.7:4711", "203.0.113.7"],
    [1, "[2001:db8::1]:443", "2001:db8::1"],
    [1, "::ffff:203.0.113.7", "203.0.113.7"],
    [1, "6.6.6.6, nonsense", "10.0.0.1"],
    [1, "6.6.6.6, ", "10.0.0.1"],
  ] as const)("is read from the right as far as %j is trusted: %s", (trusted, header, address) => {
    expect(addressReader(trusted)("10.0.0.1", listed(header))).toBe(address);
    expect(
      addressReader(trusted)("10.0.0.1", new Headers({ forwarded: header.split(",").map(asElement).join(",") })),
    ).toBe(address);
  });

  it("cannot be chosen by whoever sends a header, however many entries it has", () => {
    for (const forged of ["1.1.1.1", "1.1.1.1, 2.2.2.2", "9.9.9.9,".repeat(5_000), '", for=1.1.1.1']) {
      for (const trusted of [1, ["10.0.0.0/8"]] as const) {
        expect(addressReader(trusted)("10.0.0.1", listed(`${forged}, 203.0.113.7`))).toBe("203.0.113.7");
      }
    }
  });

  it("is a connection's IPv4 address where it comes as an IPv6 one", () => {
    expect(addressReader(["10.0.0.0/8"])("::ffff:10.0.0.1", listed("203.0.113.7"))).toBe("203.0.113.7");
  });

  it("takes settings that mean something, and says what is wrong with others", () => {
    expect(readTrustedProxies(" 2 ")).toBe(2);
    expect(readTrustedProxies("10.0.0.0/8, ::1")).toEqual(["10.0.0.0/8", "::1"]);
    for (const text of ["true", "10.0.0.0/40", "10.0.0.0/", "proxy.example", "-1", "101"]) {
      expect(() => readTrustedProxies(text)).toThrow("trustedProxies");
    }
  });
});

const asElement = (entry: string): string => ` proto=https;for="${entry.trim()}"`;
