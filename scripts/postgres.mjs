import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Where Debian keeps the commands of a server, which are not in the path there. */
const DEBIAN = "/usr/lib/postgresql";

/** What a server for tests needs not do: what it holds is thrown away. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
];

/** The folder of a PostgreSQL's commands on this machine, or undefined. @returns {string | undefined} */
export const findPostgres = () => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter).filter(Boolean),
    ...versions.map((version) => join(DEBIAN, version, "bin")),
  ];
  const found = folders.map((folder) => join(folder, "initdb")).find((path) => existsSync(path));
  return found && dirname(realpathSync(found));
};

/** Whom a server runs as where this process is root's, which PostgreSQL refuses to be. */
const serverUser = () => {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
  if (!uid) throw new Error('PostgreSQL does not run as root, and this machine has no user "postgres".');
  return { uid: Number(uid), gid: Number(gid) };
};

/** A port that nobody listens on. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Starts a server of its own, over a new folder, for whoever has its address alone.
 * @param {string} commands the folder that `findPostgres` found
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws Error where it does not answer within half a minute, with what it said.
 */
export const startPostgres = async (commands) => {
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "callboard-postgres-"));
  const password = randomBytes(24).toString("base64url");
  const secret = join(folder, "password");
  writeFileSync(secret, password, { mode: 0o600 });
  if (user.uid !== undefined) for (const path of [folder, secret]) chownSync(path, user.uid, user.gid);

  const data = join(folder, "data");
  // macOS has no C.UTF-8.
  const locale = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  const made = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", secret, "--no-sync", "-E", "UTF8"];
  execFileSync(join(commands, "initdb"), [...made, `--locale=${locale}`], { ...user, cwd: folder, stdio: "pipe" });
  rmSync(secret);

  const port = await freePort();
  const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((one) => ["-c", one]);
  const server = spawn(join(commands, "postgres"), ["-D", data, ...settings], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk) => (said = `${said}${chunk}`.slice(-4_000)));
  }
  const ended = new Promise((resolve) => server.once("exit", resolve));
  // Connections are cut, and what they did is undone.
  const end = () => server.kill("SIGINT");
  process.once("exit", end);
  const stop = async () => {
    process.off("exit", end);
    end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };

  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    if (await isReady(commands, port))
      return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
    await wait(100);
  }
  if (server.exitCode === null) await stop();
  throw new Error(`PostgreSQL did not start: ${said}`);
};

/** @param {string} commands @param {number} port @returns {Promise<boolean>} */
const isReady = (commands, port) =>
  new Promise((resolve, reject) => {
    const asked = spawn(join(commands, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)], {
      stdio: "ignore",
    });
    asked.once("error", reject).once("close", (code) => resolve(code === 0));
  });
