import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";
import { sweepKeys } from "~/admin-kit/idempotency/claims.server";
import { sweepSessions } from "~/auth/devices.server";
import { sweepTokens } from "~/auth/single-use-tokens.server";
import { sweepLimits } from "~/web/rate-limits.server";

setUpApp();

const HASHES = "md5('a ' || n) || md5('b ' || n)";
/** Expired seconds for each row; the last three rows have not expired. */
const OVER = "make_interval(secs => case when n <= 1200 then 10 + n else -3600 end)";
const ROWS = "generate_series(1, 1203) as n";

const SWEEPS = [
  {
    table: "sessions",
    sweep: sweepSessions,
    fill: `insert into sessions (token_hash, kind, member_id, via, expires_at)
      select ${HASHES}, 'member', ?, 'cookie', now() - ${OVER} from ${ROWS}`,
  },
  {
    table: "single_use_tokens",
    sweep: sweepTokens,
    fill: `insert into single_use_tokens (token_hash, member_id, purpose, expires_at)
      select ${HASHES}, ?, 'verify-email', now() - interval '30 days' - ${OVER} from ${ROWS}`,
  },
  {
    table: "idempotency_keys",
    sweep: sweepKeys,
    fill: `insert into idempotency_keys (key_hash, operation, fingerprint, claim, locked_until, created_at)
      select ${HASHES}, 'addMarket', ${HASHES}, ?, now(), now() - interval '24 hours' - ${OVER} from ${ROWS}`,
  },
  {
    table: "rate_limits",
    sweep: sweepLimits,
    fill: `insert into rate_limits (key, points, expire)
      select ?::text || n, 1, 1000 * extract(epoch from now() - interval '1 hour' - ${OVER}) from ${ROWS}`,
  },
];

it.each(SWEEPS)("$table: a sweep deletes expired rows in batches, and no others", async (each) => {
  await database.rows(`delete from ${each.table}`);
  await database.rows(each.fill, [await insertRecord(database, "members")]);
  expect(await each.sweep()).toBe(1000);
  expect(await each.sweep()).toBe(200);
  expect(await each.sweep()).toBe(0);
  expect(await database.rows(`select 1 from ${each.table}`)).toHaveLength(3);
});

it.each(SWEEPS)("$table: two sweeps at once delete different rows", async (each) => {
  await database.rows(`delete from ${each.table}`);
  await database.rows(each.fill, [await insertRecord(database, "members")]);
  const [one, other] = await Promise.all([each.sweep(), each.sweep()]);
  expect(one + other).toBe(1200);
});
