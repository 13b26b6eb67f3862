import { type Knex, knex } from "@mikro-orm/postgresql";
import { askChanges, type Told } from "tests/support/changes";
import { patientConnections } from "tests/support/postgres";
import { app, database } from "tests/support/running-app";
import { setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";

setUpStaffApp();

const WRITERS = 8;
const TRANSACTIONS = 40;

const INSERT = `insert into news (title, content, category)
  select 'An article', 'Text', 'Tech' from generate_series(1, ?) returning id`;

/** One to three articles in each transaction; some are rolled back, some take longer. @returns what was committed */
async function write(pool: Knex, writer: number): Promise<string[]> {
  const committed: string[] = [];
  for (let nth = 0; nth < TRANSACTIONS; nth += 1) {
    const transaction = await pool.transaction();
    const { rows } = await transaction.raw(INSERT, [1 + (nth % 3)]);
    await transaction.raw("select 1");
    if ((nth + writer) % 4 === 0) await transaction.raw("select pg_sleep(0.05)");
    if ((nth + writer) % 13 === 0) await transaction.rollback();
    else {
      await transaction.commit();
      committed.push(...rows.map(({ id }: { id: string }) => id));
    }
  }
  return committed;
}

async function follow(from: string, goesOn: () => boolean): Promise<Told[]> {
  const seen: Told[] = [];
  let place = from;
  for (let last = false; ; ) {
    const { changes, next, more } = await askChanges("visitor", place, 7);
    seen.push(...changes);
    place = next;
    if (more) continue;
    if (last) return seen;
    last = !goesOn();
    if (last) await numberChanges();
  }
}

describe("a follower", () => {
  it("under eight writers and two who number misses nothing and hears nothing twice", async () => {
    const pool = knex(patientConnections(app.databaseUrl, WRITERS));
    const { next } = await askChanges("visitor");
    let writing = true;
    const numbering = [1, 2].map(async () => {
      while (writing) await numberChanges();
    });
    const following = follow(next, () => writing);
    const written = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(pool, writer)));
    writing = false;
    await Promise.all(numbering);
    const seen = await following;
    await pool.destroy();
    const committed = written.flat();
    expect(committed.length).toBeGreaterThan(WRITERS * TRANSACTIONS);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(committed.toSorted());
    expect(new Set(seen.map(({ cursor }) => cursor)).size).toBe(committed.length);
  });

  it("hears of a transaction that was left open once it commits, and of all others before", async () => {
    const pool = knex(patientConnections(app.databaseUrl, 1));
    await numberChanges();
    const { next } = await askChanges("visitor");
    const open = await pool.transaction();
    const { rows: late } = await open.raw(INSERT, [1]);
    const soon = await database.rows<{ id: string }>(INSERT, [2]);
    await numberChanges();
    const first = await askChanges("visitor", next);
    expect(first.changes.map(({ id }) => id)).toEqual(soon.map(({ id }) => id));
    await open.commit();
    await numberChanges();
    const second = await askChanges("visitor", first.next);
    expect(second.changes.map(({ id }) => id)).toEqual([late[0].id]);
    await pool.destroy();
  });

  it("hears of every row of a statement that changes many", async () => {
    await numberChanges();
    const { next } = await askChanges("visitor");
    const rows = await database.rows<{ id: string }>(INSERT, [1_500]);
    await database.rows("update news set title = 'Renamed' where title = 'An article'");
    await database.rows("delete from news");
    await numberChanges();
    const changes: Told[] = [];
    let answer = await askChanges("visitor", next);
    for (; answer.more; answer = await askChanges("visitor", answer.next)) changes.push(...answer.changes);
    changes.push(...answer.changes);
    const ids = new Set(rows.map(({ id }) => id));
    const ours = changes.filter(({ id }) => ids.has(id)).map(({ change }) => change);
    expect([ours.slice(0, 3_000).every((change) => change === "saved"), ours.length]).toEqual([true, 4_500]);
    expect(ours.slice(3_000).every((change) => change === "deleted")).toBe(true);
  });
});
