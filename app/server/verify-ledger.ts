import { startOrm, stopOrm } from "db/orm.server";
import { z } from "zod";
import { MAX_PROBLEMS } from "~/features/calls/verification/ledger-checks.queries.server";
import type { SavedHead } from "~/features/calls/verification/verify-chain.server";
import { type Verification, verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { config } from "~/platform/config.server";
import { EXIT_USAGE, readWords } from "./command-words";

const WRONG_HEAD = "--head must be a hash of 64 digits";
const WRONG_SEQ = "--seq must be a number";

const schema = z.object({
  hash: z.string(WRONG_HEAD).regex(/^[0-9a-f]{64}$/, WRONG_HEAD),
  // Formatted as in emails: 1,234.
  seq: z
    .string(WRONG_SEQ)
    .regex(/^[\d,]+$/, WRONG_SEQ)
    .transform((digits) => Number(digits.replaceAll(",", "")))
    .pipe(z.int(WRONG_SEQ).min(1, WRONG_SEQ)),
});

/**
 * `npm run verify-ledger -- --head <hash> --seq <number>`: recomputes the ledger of calls. Reports each
 * mismatch by row and exits with 1. Head and number come from a copy kept elsewhere, such as a daily email.
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

const USAGE = "Usage: npm run verify-ledger [-- --head HASH --seq NUMBER]";

function keptHead(args: string[]): SavedHead | undefined {
  const values = readWords(args, USAGE, { head: { type: "string" }, seq: { type: "string" } });
  if (values.head === undefined && values.seq === undefined) return undefined;
  const parsed = schema.safeParse({ hash: values.head, seq: values.seq });
  if (parsed.success) return parsed.data;
  for (const { message } of parsed.error.issues) console.error(message);
  process.exit(EXIT_USAGE);
}

/** The result, one problem per line. */
function reportLines({ events, calls, head, problems }: Verification): string[] {
  const counted = `${events} events of ${calls} calls, head ${head.seq} ${head.hash}`;
  if (problems.length === 0) return [`The ledger is unchanged: ${counted}`];
  const more = problems.length < MAX_PROBLEMS ? [] : [`Only the first ${MAX_PROBLEMS} are listed.`];
  return [...problems, ...more, `The ledger was CHANGED: ${counted}`];
}
