import { LockMode, OptimisticLockError, UniqueConstraintViolationException } from "@mikro-orm/core";
import { Change } from "db/entities/change";
import { Image } from "db/entities/image";
import { Member } from "db/entities/member";
import { News } from "db/entities/news";
import { Package } from "db/entities/package";
import { Quote } from "db/entities/quote";
import { MIGRATIONS } from "db/migrate.server";
import { databaseState, em, orm, startOrm } from "db/orm.server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { databaseUrl, setUpOrm } from "../support/own-database";
import { queryOnce } from "../support/postgres";

setUpOrm({ poolMax: 4 });

beforeEach(async () => {
  await em().execute("truncate news, images, quotes, members cascade");
});

async function article(title = "Rates stay") {
  const manager = em();
  const image = manager.create(Image, { width: 800, height: 450, byteSize: 12_345, widths: [400, 800] });
  const news = manager.create(News, { title, content: "Sample data.", category: "Trending", image });
  await manager.persistAndFlush(news);
  return news;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a new record", () => {
  test("has its id before it is saved, and the database's defaults after", async () => {
    const manager = em();
    const news = manager.create(News, { title: "Rates stay", content: "Sample data.", category: "Tech" });
    const known = news.id;
    expect(known).toMatch(UUID);
    await manager.persistAndFlush(news);
    expect(news).toMatchObject({ id: known, version: 1, status: "published" });
    expect(news.createdAt).toBeInstanceOf(Date);
    expect(news.updatedAt).toEqual(news.createdAt);
  });

  test("written by plain SQL gets an id, too", async () => {
    const sql =
      "insert into quotes (category, name, last) values ('Bonds', 'Bund', '131.4') returning id, volume";
    expect(await em().execute(sql)).toEqual([{ id: expect.stringMatching(UUID), volume: "0" }]);
  });

  test("numbers members from one", async () => {
    const manager = em();
    await manager.execute("truncate members restart identity cascade");
    const members = ["a@demo.test", "b@demo.test"].map((email) =>
      manager.create(Member, {
        firstname: "Ada",
        lastname: "Byron",
        email,
        passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA",
        referralCode: email.slice(0, 8),
      }),
    );
    await manager.persistAndFlush(members);
    expect(members.map(({ serialNumber }) => serialNumber)).toEqual([1, 2]);
    const found = await em().findOneOrFail(Member, { email: "A@Demo.Test" });
    expect(found).toMatchObject({ email: "a@demo.test", subscription: "Basic", status: "pending" });
  });
});

describe("stored values", () => {
  test("keep the decimals of figures, and give amounts two", async () => {
    const manager = em();
    const figures = { last: "189.250", change: "-0.00012345", volume: "999999999999999" };
    const quote = manager.create(Quote, { category: "Stocks", name: "Siemens", ...figures });
    const sold = manager.create(Package, { name: "Premium", tier: "Premium", price: "49", expiresIn: 30 });
    await manager.persistAndFlush([quote, sold]);
    expect(await em().findOneOrFail(Quote, quote.id)).toMatchObject(figures);
    expect(await em().findOneOrFail(Package, sold.id)).toMatchObject({ price: "49.00", currency: "USD" });
    const [plain] = await em()
      .createQueryBuilder(Quote, "q")
      .select(["q.last", "q.change", "q.volume"])
      .execute();
    expect(plain).toEqual(figures);
  });

  test("keep lists and JSON", async () => {
    const manager = em();
    const benefits = ["News, briefs", 'the "picks"', "a {brace}", "ünï"];
    const sold = manager.create(Package, {
      name: "Gold",
      tier: "Private",
      price: "99",
      expiresIn: 30,
      benefits,
    });
    const detail = { title: ["old", "new"], nested: { count: 2 } };
    const log = { staffName: "Grace", action: "update", resource: "packages", recordTitle: "Gold" };
    const change = manager.create(Change, { ...log, recordId: sold.id, detail });
    await manager.persistAndFlush([sold, change]);
    expect((await em().findOneOrFail(Package, sold.id)).benefits).toEqual(benefits);
    expect((await em().findOneOrFail(Change, change.id)).detail).toEqual(detail);
  });
});

describe("plain objects from the query builder", () => {
  test("have the chosen properties, times as Date, and a joined record as an object", async () => {
    await article("First");
    const { id } = await article("Second");
    const rows = await em()
      .createQueryBuilder(News, "n")
      .select(["n.id", "n.title", "n.createdAt"])
      .leftJoinAndSelect("n.image", "i", {}, ["id", "width", "widths"])
      .where({ status: "published", category: "Trending" })
      .orderBy({ createdAt: "desc", id: "desc" })
      .limit(1)
      .execute();
    expect(rows).toEqual([
      {
        id,
        title: "Second",
        createdAt: expect.any(Date),
        image: { id: expect.stringMatching(UUID), width: 800, widths: [400, 800] },
      },
    ]);
  });

  test("have null for a missing picture", async () => {
    const manager = em();
    manager.create(News, { title: "Bare", content: "Sample data.", category: "Tech" });
    await manager.flush();
    const rows = await em()
      .createQueryBuilder(News, "n")
      .select(["n.title"])
      .leftJoinAndSelect("n.image", "i", {}, ["id"])
      .execute();
    expect(rows).toMatchObject([{ title: "Bare", image: null }]);
  });
});

describe("two saves of the same record", () => {
  test("the later one is rejected and overwrites nothing", async () => {
    const { id } = await article();
    const [one, other] = [em(), em()];
    const mine = await one.findOneOrFail(News, id);
    const theirs = await other.findOneOrFail(News, id);
    mine.title = "Mine";
    await one.flush();
    theirs.title = "Theirs";
    await expect(other.flush()).rejects.toBeInstanceOf(OptimisticLockError);
    expect(await em().findOneOrFail(News, id)).toMatchObject({ title: "Mine", version: 2 });
  });

  test("a form's version is checked when the record is read", async () => {
    const { id } = await article();
    const read = (lockVersion: number) =>
      em().findOneOrFail(News, id, { lockMode: LockMode.OPTIMISTIC, lockVersion });
    expect(await read(1)).toMatchObject({ id });
    await em().nativeUpdate(News, { id }, { title: "Newer" });
    await expect(read(1)).rejects.toBeInstanceOf(OptimisticLockError);
    expect(await read(2)).toMatchObject({ title: "Newer" });
  });

  test("several records in one flush are each checked by their own update", async () => {
    const [a = "", b = ""] = [(await article("A")).id, (await article("B")).id];
    const manager = em();
    const records = await manager.find(News, [a, b]);
    for (const record of records) record.title += "!";
    // Another save of B is uncommitted: a separate query would not see it yet.
    const flushed = await em().transactional(async (other) => {
      await other.execute("update news set title = 'B by hand', version = version + 1 where id = ?", [b]);
      const flushing = manager.flush().catch((error: unknown) => error);
      const waiting =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await vi.waitFor(async () => expect(await queryOnce(databaseUrl, waiting)).not.toEqual([]), 5_000);
      return { flushing };
    });
    expect(await flushed.flushing).toBeInstanceOf(OptimisticLockError);
    const found = await em().find(News, [a, b], { orderBy: { title: "asc" } });
    expect(found.map(({ title }) => title)).toEqual(["A", "B by hand"]);
  });

  test("updatedAt is the database's time, for plain SQL, too", async () => {
    const { id } = await article();
    await em().execute("update news set updated_at = '2001-01-01', title = 'By hand' where id = ?", [id]);
    const news = await em().findOneOrFail(News, id);
    expect(news.updatedAt.getTime()).toBeGreaterThanOrEqual(news.createdAt.getTime());
  });
});

describe("database errors", () => {
  test("name the constraint and contain no values", async () => {
    const values = {
      firstname: "Ada",
      lastname: "Byron",
      email: "ada@demo.test",
      passwordHash: "$argon2id$secret-secret-secret",
      referralCode: "ADA12345",
    };
    await em().insert<Member>(Member, values);
    const error: unknown = await em()
      .insert<Member>(Member, { ...values, referralCode: "ADA67890" })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UniqueConstraintViolationException);
    expect(error).toMatchObject({ constraint: "members_email_unique", code: "23505" });
    const refused: unknown = await em()
      .insert<Member>(Member, { ...values, email: "b@demo.test", firstname: "" })
      .catch((thrown: unknown) => thrown);
    for (const thrown of [error, refused]) {
      const text =
        thrown instanceof Error ? `${thrown.stack} ${thrown.message} ${JSON.stringify(thrown)}` : "";
      expect(text).toContain("violates");
      expect(text).not.toMatch(/demo\.test|secret/);
    }
  });

  test("text with SQL characters is stored as text", async () => {
    for (const title of ["'; drop table news; --", "\\'; select 1", "$1 ? ?? :name", "\ud800", "%_\\"]) {
      const { id } = await article(title);
      const found = await em().findOneOrFail(News, id);
      expect(found.title).toBe(title === "\ud800" ? "\ufffd" : title);
      expect(await em().count(News, { title })).toBe(1);
    }
  });
});

describe("starting and stopping the ORM", () => {
  test("a second start with the same address returns the first one", async () => {
    expect(await startOrm({ url: databaseUrl })).toBe(orm());
  });

  test("each entity manager is new", async () => {
    const { id } = await article();
    const [one, other] = await Promise.all([em().findOneOrFail(News, id), em().findOneOrFail(News, id)]);
    expect(one).not.toBe(other);
  });

  test("a pooled connection supports promises", async () => {
    const { client } = em().getKnex();
    const connection = await client.acquireConnection();
    expect(await connection.query("select 1 as one")).toMatchObject({ rows: [{ one: 1 }] });
    await expect(connection.query("nonsense")).rejects.toMatchObject({ code: "42601" });
    await client.releaseConnection(connection);
  });

  test("a migrated database has no pending migrations", async () => {
    expect(await databaseState()).toEqual({ reachable: true, pendingMigrations: 0 });
    await queryOnce(databaseUrl, "delete from mikro_orm_migrations");
    expect(await databaseState()).toEqual({ reachable: true, pendingMigrations: MIGRATIONS.length });
  });
});
