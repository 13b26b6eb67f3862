import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll } from "vitest";

/** Set before the first test of a file that runs `openAlerts`. */
export let app: TestApp;
export let admin: string;
export let premium: string;
/** Ids of three alerts in the order of their time. `SECRETS` has the values of `canary`. */
export let alert: { oldest: string; canary: string; newest: string };

/** The time 13:05 UTC, this many days ago, so the calls are open at any hour of the tests. */
function daysAgo(days: number): Date {
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T13:05:00.000Z`);
}

/** The canary's time. */
export const POSTED = daysAgo(3);

const CANARY = {
  ticker: "CNRY",
  name: "Canary Holdings",
  tag: "sell",
  target_price: "1840.77",
  analysis: "The canary sings at https://example.com/coal.\n\nThen it stops.",
  holding_period: "17 weeks",
  current_price: "1992.31",
  daily_change: "-4.48",
  stop_loss: "2085.13",
};
/** The canary's values as pages and JSON show them. */
export const SECRETS = [
  "CNRY",
  "Canary",
  "1,840.77",
  "1840.77",
  "canary sings",
  "17 weeks",
  "992.31",
  "4.48",
  "085.13",
];

export async function insertAlert(values: Record<string, string>, createdAt: string): Promise<string> {
  const columns = Object.keys(values);
  const [row] = await app.sql<{ id: string }>(
    `insert into trade_alerts (${columns.join(", ")}, created_at)
     values (${columns.map(() => "?").join(", ")}, ?) returning id`,
    [...Object.values(values), createdAt],
  );
  return row?.id ?? "";
}

export const MINIMAL_ALERT = {
  ticker: "BARE",
  name: "Bare Bones",
  tag: "buy",
  target_price: "10",
  analysis: "Because.",
};

/** Starts the server for the tests of one file. */
export function openAlerts(): void {
  beforeAll(async () => {
    app = await startTestApp();
    await app.sql(
      "insert into packages (name, tier, price, expires_in, benefits) values ('Premium', 'Premium', 29, 30, '{}')",
    );
    [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
    alert = {
      oldest: await insertAlert(MINIMAL_ALERT, daysAgo(4).toISOString()),
      canary: await insertAlert(CANARY, POSTED.toISOString()),
      newest: await insertAlert({ ...MINIMAL_ALERT, name: "Newest" }, daysAgo(2).toISOString()),
    };
  });
  afterAll(() => app.stop());
}

export const page = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();
