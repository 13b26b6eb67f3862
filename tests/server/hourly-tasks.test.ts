import { database, setUpApp } from "tests/support/running-app";
import { afterEach, describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { reconcileOrders } from "~/features/billing/reconciliation/reconcile.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { setStopping } from "~/platform/stopping-flag.server";
import { runHourlyTasks } from "~/server/hourly-tasks";

setUpApp({}, { doesJobs: true });
afterEach(() => setStopping(false));

/** Tasks with these numbers of parts, and the order of their calls. */
function tasksOf(parts: Record<string, number>) {
  const called: string[] = [];
  const left = { ...parts };
  const tasks = Object.fromEntries(
    Object.keys(parts).map((name) => [
      name,
      async () => {
        called.push(name);
        const some = left[name] ?? 0;
        left[name] = some - 1;
        return Math.max(0, some);
      },
    ]),
  );
  return { called, tasks };
}

/** A clock that advances by this many seconds with every reading. */
function clockOf(seconds: number): () => number {
  let milliseconds = 0;
  return () => {
    milliseconds += seconds * 1000;
    return milliseconds;
  };
}

describe("one batch", () => {
  it("has two hundred emails per kind of reminder", async () => {
    await database.rows(
      `insert into members (firstname, lastname, email, status, referral_code, subscription, subscription_expires_at)
       select 'Ada', 'Test', 'ends-' || n || '@demo.test', 'active', 'ENDS' || n, 'Premium', now() + interval '5 days'
         from generate_series(1, 203) as n`,
    );
    expect([await remindOfExpiry(), await remindOfExpiry(), await remindOfExpiry()]).toEqual([200, 3, 0]);
  });

  it("has a hundred accounts to delete", async () => {
    await database.rows(
      `update members set deletion_requested_at = now() - interval '31 days'
        where email in (select email from members where email like 'ends-%' limit 102)`,
    );
    expect([await deleteDueMembers(), await deleteDueMembers(), await deleteDueMembers()]).toEqual([
      100, 2, 0,
    ]);
    expect(await database.rows("select 1 from members where email like 'ends-%'")).toHaveLength(101);
  });

  it("has a thousand abandoned orders", async () => {
    await database.rows(
      `insert into orders (member_id, plan_name, tier, amount, currency, days, created_at)
       select (select id from members limit 1), 'Premium', 'Premium', 29, 'USD', 30, now() - interval '5 hours'
         from generate_series(1, 1004)`,
    );
    const waiting = () => database.rows("select 1 from orders where status = 'created'");
    await reconcileOrders();
    expect(await waiting()).toHaveLength(4);
    await reconcileOrders();
    expect(await waiting()).toEqual([]);
  });
});

describe("the hourly tasks", () => {
  it("run until none has more to do", async () => {
    const { called, tasks } = tasksOf({ one: 0, two: 2 });
    expect(await runHourlyTasks(tasks)).toBe(false);
    expect(called).toEqual(["one", "two", "two", "two"]);
  });

  it("alternate, so that a long one does not delay the others", async () => {
    const { called, tasks } = tasksOf({ long: 3, short: 1 });
    expect(await runHourlyTasks(tasks, clockOf(3))).toBe(false);
    expect(called).toEqual(["long", "long", "short", "short", "long", "long"]);
  });

  it("stop when their time is over, and report unfinished work", async () => {
    const { called, tasks } = tasksOf({ endless: 1e9 });
    expect(await runHourlyTasks(tasks, clockOf(10))).toBe(true);
    expect(called).toHaveLength(2);
  });

  it("continue with the others if one fails, which waits for the next hour", async () => {
    const { called, tasks } = tasksOf({ other: 1 });
    const failing = async () => {
      called.push("failing");
      throw new Error("for the test");
    };
    expect(await runHourlyTasks({ failing, ...tasks })).toBe(false);
    expect(called).toEqual(["failing", "other", "other"]);
  });

  it("end when the server begins to stop", async () => {
    const { called, tasks } = tasksOf({ one: 5 });
    const stopping = async () => {
      setStopping(true);
      return (await tasks.one?.()) ?? 0;
    };
    expect(await runHourlyTasks({ stopping })).toBe(true);
    expect(called).toEqual(["one"]);
  });

  it("do not start on a stopping server, and are queued again for later", async () => {
    setStopping(true);
    const { called, tasks } = tasksOf({ one: 1 });
    expect(await runHourlyTasks(tasks)).toBe(true);
    expect(called).toEqual([]);
    const waiting = () =>
      database.rows(
        "select 1 from jobs.job where name = 'hourly' and state = 'created' and start_after > now()",
      );
    expect(await waiting()).toEqual([]);
    await enqueue("hourly", {});
    await expect.poll(waiting).toHaveLength(1);
  });
});
