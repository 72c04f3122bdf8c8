import type { Server } from "node:http";

/**
 * Opens a port.
 * @throws when it is taken or not allowed: which, and what to do.
 */
export async function listen(server: Server, port: number, hostname: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  return urlOf(hostname, typeof address === "object" && address ? address.port : port);
}

/** The address to open in a browser on this machine. */
export function urlOf(hostname: string, port: number): string {
  const shown = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(hostname) ? "localhost" : hostname;
  return `http://${shown}:${port}`;
}

/** Why a port did not open, and what to do. */
export function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is taken by another program. End that one, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES") {
    return new Error(`Port ${port} may not be opened by this user. Choose one above 1023: PORT=4600 npm start`);
  }
  return error;
}

/** The port that the environment asks for. */
export function portOf(value: string | undefined, standard = 4600): number {
  if (value === undefined || value === "") return standard;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535 (0 takes any free port); it is "${value}".`);
  }
  return port;
}

/** Stops listening, then closes what the server answers for, and ends what is still open. */
export async function closeServer(server: Server, close: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await close();
  server.closeAllConnections();
  await closed;
}
