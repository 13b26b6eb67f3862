import { em } from "db/orm.server";
import { runAsServer } from "tests/support/backups";
import { runHere } from "tests/support/command-here";
import { database, databaseUrl, setUpDatabase } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { runCommand } from "tests/support/server-process";
import { beforeAll, describe, expect, it } from "vitest";
import { recordCall } from "~/features/calls/record-calls.server";
import { verifyLedgerCommand } from "~/server/verify-ledger";

/* The output and exit code of `npm run verify-ledger`; features/calls/verification tests what it detects. */

setUpDatabase();

const verify = (...words: string[]) => runHere(verifyLedgerCommand, { databaseUrl }, words);

async function asSuperuser(...statements: string[]) {
  await database.rows("alter table call_events disable trigger user");
  for (const statement of statements) await database.rows(statement);
  await database.rows("alter table call_events enable trigger user");
}

/** The ledger's head after two alerts with one event each. */
let hash: string;
beforeAll(async () => {
  await runAsServer({ databaseUrl, dataDir: "none" }, async () => {
    for (const target_price of ["1840.77", "77.31"]) {
      const id = await insertRecord(database, "trade_alerts", { target_price });
      await em().transactional((manager) => recordCall("alert", id, manager));
    }
  });
  const [head] = await database.rows<{ hash: string }>("select hash from call_events where seq = 2");
  hash = head?.hash ?? "";
});

const replacePrice = (from: string, to: string) =>
  asSuperuser(`update call_events set body = replace(body, '${from}', '${to}') where seq = 1`);

const cutTail = () =>
  asSuperuser(
    "delete from calls where id = (select call_id from call_events where seq = 2)",
    "delete from call_events where seq = 2",
  );

describe("the command that verifies the ledger", () => {
  it("prints one line and exits with 0 if the ledger is unchanged", async () => {
    const result = {
      code: 0,
      out: `The ledger is unchanged: 2 events of 2 calls, head 2 ${hash}\n`,
      err: "",
    };
    expect(await verify()).toEqual(result);
    expect(await verify("--head", hash, "--seq", "2")).toEqual(result);
    // Emails write thousands with a comma.
    expect(await verify("--head", hash, "--seq", "0,002")).toEqual(result);
  });

  it("names each changed row without its contents and exits with 1", async () => {
    await replacePrice("1840.77", "1740.77");
    // The program itself, whose exit code is what a script reads.
    const { code, output } = await runCommand(databaseUrl, "verify-ledger");
    const lines = output.trim().split("\n");
    expect(code).toBe(1);
    expect(lines[0]).toBe("event 1: call, kind, body or salt has changed");
    expect(lines.at(-1)).toBe(`The ledger was CHANGED: 2 events of 2 calls, head 2 ${hash}`);
    await replacePrice("1740.77", "1840.77");
  });

  it("detects a cut-off tail only with a kept head", async () => {
    await cutTail();
    expect((await verify()).code).toBe(0);
    const { code, out } = await verify("--head", hash, "--seq", "2");
    expect(code).toBe(1);
    expect(out).toContain(`event 2: the saved head ${hash} is missing\n`);
  });

  it.each([
    [["--head", "abc", "--seq", "2"], "--head must be a hash of 64 digits"],
    [["--head", "a".repeat(64)], "--seq must be a number"],
    [["--seq", "2"], "--head must be a hash of 64 digits"],
    [["--head", "a".repeat(64), "--seq", "0"], "--seq must be a number"],
    [["--head", "a".repeat(64), "--seq", "1e3"], "--seq must be a number"],
    [["--head", "a".repeat(64), "--seq", "9".repeat(30)], "--seq must be a number"],
    [["--haed", "a".repeat(64), "--seq", "2"], "Usage: npm run verify-ledger [-- --head HASH --seq NUMBER]"],
    [["a".repeat(64)], "Usage: npm run verify-ledger [-- --head HASH --seq NUMBER]"],
  ])("answers %j with the error, and never with a result", async (words, message) => {
    const { code, out, err } = await verify(...words);
    expect([code, out]).toEqual([64, ""]);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
