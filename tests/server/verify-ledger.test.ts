import { em } from "db/orm.server";
import { database, databaseUrl, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { runCommand } from "tests/support/server-process";
import { beforeEach, describe, expect, it } from "vitest";
import { recordCall } from "~/features/calls/record-calls.server";

/* The output and exit code of `npm run verify-ledger`; features/calls/verification tests what it detects. */

setUpOrm();

const verify = (...words: string[]) => runCommand(databaseUrl, "verify-ledger", ...words);

async function asSuperuser(...statements: string[]) {
  await database.rows("alter table call_events disable trigger user");
  for (const statement of statements) await database.rows(statement);
  await database.rows("alter table call_events enable trigger user");
}

/** The ledger's head after two alerts with one event each. */
let hash: string;
beforeEach(async () => {
  await database.empty("call_events", "calls", "trade_alerts");
  for (const target_price of ["1840.77", "77.31"]) {
    const id = await insertRecord(database, "trade_alerts", { target_price });
    await em().transactional((manager) => recordCall("alert", id, manager));
  }
  const [head] = await database.rows<{ hash: string }>("select hash from call_events where seq = 2");
  hash = head?.hash ?? "";
});

const cutTail = () =>
  asSuperuser(
    "delete from calls where id = (select call_id from call_events where seq = 2)",
    "delete from call_events where seq = 2",
  );

describe("the command that verifies the ledger", () => {
  it("prints one line and exits with 0 if the ledger is unchanged", async () => {
    const output = `The ledger is unchanged: 2 events of 2 calls, head 2 ${hash}\n`;
    expect(await verify()).toEqual({ code: 0, output });
    expect(await verify("--head", hash, "--seq", "2")).toEqual({ code: 0, output });
    // Emails write thousands with a comma.
    expect(await verify("--head", hash, "--seq", "0,002")).toEqual({ code: 0, output });
  });

  it("names each changed row without its contents and exits with 1", async () => {
    await asSuperuser(`update call_events set body = replace(body, '1840.77', '1740.77') where seq = 1`);
    const { code, output } = await verify();
    const lines = output.trim().split("\n");
    expect(code).toBe(1);
    expect(lines[0]).toBe("event 1: call, kind, body or salt has changed");
    expect(lines.at(-1)).toBe(`The ledger was CHANGED: 2 events of 2 calls, head 2 ${hash}`);
  });

  it("detects a cut-off tail only with a kept head", async () => {
    await cutTail();
    expect((await verify()).code).toBe(0);
    const { code, output } = await verify("--head", hash, "--seq", "2");
    expect(code).toBe(1);
    expect(output).toContain(`event 2: the saved head ${hash} is missing\n`);
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
    const { code, output } = await verify(...words);
    expect(code).toBe(64);
    expect(output).toContain(message);
    expect(output).not.toMatch(/as it was written|^\s+at /m);
  });
});
