import { startTestApp, type TestApp } from "tests/support/app";
import { afterAll, beforeAll } from "vitest";

/** Set before the first test of a file that calls `openAlerts`. */
export let app: TestApp;
export let admin: string;
export let premium: string;
/** Ids of three alerts in the order of their time; the canary's values are `SECRETS`. */
export let alert: { oldest: string; canary: string; newest: string };

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
/** As pages and as JSON write them. */
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

export async function insert(values: Record<string, string>, createdAt: string): Promise<string> {
  const columns = Object.keys(values);
  const [row] = await app.sql<{ id: string }>(
    `insert into trade_alerts (${columns.join(", ")}, created_at)
     values (${columns.map(() => "?").join(", ")}, ?) returning id`,
    [...Object.values(values), createdAt],
  );
  return row?.id ?? "";
}

export const LEAST = {
  ticker: "BARE",
  name: "Bare Bones",
  tag: "buy",
  target_price: "10",
  analysis: "Because.",
};

/** Runs the server for the tests of one file. */
export function openAlerts(): void {
  beforeAll(async () => {
    app = await startTestApp();
    [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
    alert = {
      oldest: await insert(LEAST, "2026-07-01T08:00:00Z"),
      canary: await insert(CANARY, "2026-07-02T13:05:00Z"),
      newest: await insert({ ...LEAST, name: "Newest" }, "2026-07-03T08:00:00Z"),
    };
  });
  afterAll(() => app.stop());
}

export const page = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();
