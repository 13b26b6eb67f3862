import { type Knex, knex } from "@mikro-orm/postgresql";
import { patientConnections } from "tests/support/postgres";
import { sleep, timeRequest } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import { openSite, type Run, type Site } from "../site";

const WRITERS = 8;
const CHANGES = 100_000;

/** How often a transaction is rolled back, is left open for a moment, and for long. */
const ROLLED_BACK = 13;
const SLOW = 50;
const LONG = 1_000;
const SLOW_SECONDS = 0.02;
const LONG_SECONDS = 5;

/** How long the follower asks on after the last commit without hearing anything. */
const GIVE_UP_MS = 60_000;

const INSERT = `insert into movers (name, last, change_percent, mover_type)
  select 'Followed', 1, 1, 'gainers' from generate_series(1, ?) returning id`;
const UPDATE = "update movers set last = last + 1 where id = ?";
const DELETE = "delete from movers where id = ?";

/** A change as the feed tells it. */
const changeText = (id: string, change: "saved" | "deleted") => `${id} ${change}`;

/** Adds, changes and deletes records until it has committed its part. @returns the committed changes */
async function write(pool: Knex, writer: number): Promise<string[]> {
  const committed: string[] = [];
  const own: string[] = [];
  for (let nth = writer; committed.length < CHANGES / WRITERS; nth += 1) {
    const transaction = await pool.transaction();
    const { rows } = await transaction.raw(INSERT, [1 + (nth % 3)]);
    const ids = rows.map(({ id }: { id: string }) => id);
    const changes = ids.map((id: string) => changeText(id, "saved"));
    const known = own[nth % Math.max(own.length, 1)];
    if (known && nth % 3 === 0) {
      await transaction.raw(UPDATE, [known]);
      changes.push(changeText(known, "saved"));
    }
    const leaves = nth % 7 === 0 ? own[0] : undefined;
    if (leaves) {
      await transaction.raw(DELETE, [leaves]);
      changes.push(changeText(leaves, "deleted"));
    }
    if (nth % SLOW === 0)
      await transaction.raw("select pg_sleep(?)", [nth % LONG === 0 ? LONG_SECONDS : SLOW_SECONDS]);
    if (nth % ROLLED_BACK === 0) {
      await transaction.rollback();
      continue;
    }
    await transaction.commit();
    committed.push(...changes);
    own.push(...ids);
    if (leaves) own.shift();
  }
  return committed;
}

type Heard = { changes: string[]; cursors: Set<string>; requests: number };

/** Follows by asking one instance after the other. @param goesOn whether there is still something to wait for */
async function follow(
  { instances }: Site,
  from: string,
  goesOn: (heard: Heard, quietMs: number) => boolean,
): Promise<Heard> {
  const heard: Heard = { changes: [], cursors: new Set(), requests: 0 };
  let after = from;
  let lastNews = performance.now();
  while (goesOn(heard, performance.now() - lastNews)) {
    const { url } = instances[heard.requests % 2 === 0 ? 0 : 1];
    heard.requests += 1;
    const { status, body } = await timeRequest(`${url}/api/changes?after=${encodeURIComponent(after)}`);
    if (status === 503) continue;
    if (status !== 200) throw new Error(`The feed answered ${status}: ${body}`);
    const { changes, next, more } = JSON.parse(body) as {
      changes: { cursor: string; kind: string; id: string; change: "saved" | "deleted" }[];
      next: string;
      more: boolean;
    };
    for (const { cursor, kind, id, change } of changes) {
      if (kind !== "market-movers") continue;
      heard.changes.push(changeText(id, change));
      heard.cursors.add(cursor);
    }
    if (changes.length > 0) lastNews = performance.now();
    after = next;
    if (!more) await sleep(5);
  }
  return heard;
}

/** How often each occurs more often in one list than in the other, added up. */
function surplus(more: readonly string[], less: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of more) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const one of less) counts.set(one, (counts.get(one) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.max(count, 0), 0);
}

/** Eight writers change records while a program follows over two instances. */
export async function follower(run: Run): Promise<Outcome[]> {
  const site = await openSite(run);
  const pool = knex(patientConnections(site.databaseUrl, WRITERS));
  run.cleanup.defer(() => pool.destroy());
  const { body } = await timeRequest(`${site.instances[0].url}/api/changes`);
  const { next } = JSON.parse(body) as { next: string };
  let expected = Number.POSITIVE_INFINITY;
  const following = follow(
    site,
    next,
    ({ changes }, quietMs) =>
      changes.length < expected && (expected === Number.POSITIVE_INFINITY || quietMs < GIVE_UP_MS),
  );
  const began = performance.now();
  const written = (await Promise.all(Array.from({ length: WRITERS }, (_, nth) => write(pool, nth)))).flat();
  const wrote = performance.now();
  expected = written.length;
  const heard = await following;
  const behind = performance.now() - wrote;
  const missed = surplus(written, heard.changes);
  const twice = surplus(heard.changes, written) + (heard.changes.length - heard.cursors.size);
  const pace = Math.round(written.length / ((wrote - began) / 1000));
  return [
    outcome(
      `a follower under ${WRITERS} writers misses 0 of ${CHANGES.toLocaleString("en")} changes, rolled-back and long transactions among them`,
      `${written.length.toLocaleString("en")} committed in ${seconds(wrote - began)} (${pace} a second): ${missed} missed, ${twice} heard twice or without a commit; the last one heard ${seconds(behind)} after it, in ${heard.requests.toLocaleString("en")} requests`,
      missed === 0 && twice === 0,
    ),
  ];
}
