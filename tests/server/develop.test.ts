import { describe, expect, it, vi } from "vitest";
import { log } from "~/platform/log.server";
import { startDeveloping } from "~/server/develop";

/* tests/deep/dev-server.test.ts starts the program itself, with Vite. */

const ENV: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  DATABASE_URL: "postgresql://us:not-for-the-log@db.example/openbell",
  PORT: "3000",
};

/** Starts with a server that fails in this way. */
const startFailing = (error: unknown, env = ENV) =>
  startDeveloping(
    { ssrLoadModule: async () => ({ startServer: () => Promise.reject(error) }), middlewares: {} as never },
    env,
  );

const failure = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

describe("a failed start of the development server", () => {
  it("is one line with an exit code: the database does not respond or refuses access", async () => {
    expect(await startFailing(failure("ECONNREFUSED", "connect ECONNREFUSED"))).toEqual({
      line: "DATABASE_URL: no database is responding at db.example:5432 (connect ECONNREFUSED)",
      exitCode: 69,
    });
    expect(await startFailing(failure("3D000", 'database "openbell" does not exist'))).toEqual({
      line: 'DATABASE_URL: the database at db.example:5432 refuses access (database "openbell" does not exist)',
      exitCode: 78,
    });
  });

  it("is one line with an exit code: the port is taken, or a setting is wrong", async () => {
    expect(await startFailing(failure("EADDRINUSE", "listen", { syscall: "listen", port: 3000 }))).toEqual({
      line: "PORT 3000 is already in use. Set PORT to a free port.",
      exitCode: 78,
    });
    expect(await startFailing(undefined, { ...ENV, PORT: "many" })).toEqual({
      line: expect.stringMatching(/^PORT\b.*$/),
      exitCode: 78,
    });
  });

  it("is one line after the logged stack if the error is unexpected", async () => {
    const logged = vi.spyOn(log(), "fatal").mockReturnValue(undefined);
    const error = new Error("relation is gone");
    expect(await startFailing(error)).toEqual({ line: "Unexpected error: relation is gone", exitCode: 1 });
    expect(logged).toHaveBeenCalledExactlyOnceWith({ err: error }, "the server failed");
    logged.mockRestore();
  });
});
