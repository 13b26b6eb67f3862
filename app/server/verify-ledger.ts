import { parseArgs } from "node:util";
import { startOrm, stopOrm } from "db/orm.server";
import { z } from "zod";
import type { KeptHead } from "~/features/calls/verification/verify-chain.server";
import { type Verification, verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { config } from "~/platform/config.server";

const WRONG_HEAD = "--head must be a hash of 64 digits";
const WRONG_SEQ = "--seq must be a number";

const schema = z.object({
  hash: z.string(WRONG_HEAD).regex(/^[0-9a-f]{64}$/, WRONG_HEAD),
  seq: z.coerce.number(WRONG_SEQ).int(WRONG_SEQ).min(1, WRONG_SEQ),
});

/**
 * `npm run verify-ledger -- --head <hash> --seq <number>`: computes the ledger of calls again. What it finds wrong it names row by
 * row, and ends with 1. Head and number are those of a log that was kept elsewhere, as in the mail of a day.
 */
export async function verifyLedgerCommand(args: string[]): Promise<void> {
  const kept = keptHead(args);
  await startOrm({ url: config().databaseDirectUrl, timeZone: config().siteTz });
  try {
    const found = await verifyLedger(kept);
    for (const line of reportLines(found)) console.log(line);
    if (found.problems.length > 0) process.exitCode = 1;
  } finally {
    await stopOrm();
  }
}

/** sysexits.h, EX_USAGE: a wrong word is not to look like a ledger that is not as it was written. */
const EXIT_USAGE = 64;
const USAGE = "Usage: npm run verify-ledger [-- --head HASH --seq NUMBER]";

function keptHead(args: string[]): KeptHead | undefined {
  const values = said(args);
  if (values.head === undefined && values.seq === undefined) return undefined;
  const parsed = schema.safeParse({ hash: values.head, seq: values.seq });
  if (parsed.success) return parsed.data;
  for (const { message } of parsed.error.issues) console.error(message);
  process.exit(EXIT_USAGE);
}

function said(args: string[]) {
  try {
    return parseArgs({ args, options: { head: { type: "string" }, seq: { type: "string" } } }).values;
  } catch {
    console.error(USAGE);
    process.exit(EXIT_USAGE);
  }
}

/** What is said of it, a problem a line. */
function reportLines({ events, calls, head, problems }: Verification): string[] {
  const counted = `${events} events of ${calls} calls, head ${head.seq} ${head.hash}`;
  return problems.length === 0
    ? [`The ledger is as it was written: ${counted}`]
    : [...problems, `NOT as it was written: ${counted}`];
}
