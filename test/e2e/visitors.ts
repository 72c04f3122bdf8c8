import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright";

/** People with a browser of their own each, who leave nothing in it for whoever comes after them. */
export interface Visitors {
  /** The browser of somebody who was never there before, and who is nobody else of this test. */
  come(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** All of them go: their pages are closed, and what these kept is forgotten. */
  leave(): Promise<void>;
}

interface Seat {
  kind: string;
  context: BrowserContext;
  /** Of a page that stays empty, through which the others' storage is emptied. */
  session: CDPSession;
  isTaken: boolean;
}

/**
 * Gives a context again once it is empty: to make one, with the processes of its first page, takes more of the
 * processor than most pages do. `origins` names those whose pages may keep something.
 */
export function createVisitors(browser: Browser, origins: () => readonly string[]): Visitors {
  const seats: Seat[] = [];

  const empty = async (seat: Seat) => {
    const { context, session } = seat;
    try {
      const [blank, ...pages] = context.pages();
      if (blank?.url() !== "about:blank") throw new Error("The empty page was used.");
      await Promise.all(pages.map((page) => page.close()));
      await context.setOffline(false);
      await context.unrouteAll();
      await context.clearPermissions();
      await context.clearCookies();
      for (const origin of origins()) await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      seat.isTaken = false;
    } catch {
      // What cannot be emptied is not given again.
      seats.splice(seats.indexOf(seat), 1);
      await context.close();
    }
  };

  return {
    async come(options = {}) {
      const kind = JSON.stringify(options);
      let seat = seats.find((one) => one.kind === kind && !one.isTaken);
      if (!seat) {
        const context = await browser.newContext(options);
        const session = await context.newCDPSession(await context.newPage());
        seat = { kind, context, session, isTaken: true };
        seats.push(seat);
      }
      seat.isTaken = true;
      return seat.context;
    },
    leave: async () => void (await Promise.all(seats.filter(({ isTaken }) => isTaken).map(empty))),
  };
}
