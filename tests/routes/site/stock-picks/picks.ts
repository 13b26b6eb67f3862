import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll } from "vitest";

/** Set before the first test of a file that calls `openPicks`. */
export let app: TestApp;
export let admin: string;
export let premium: string;
/** The id of a pick whose every masked value is one of `CANARIES`. */
export let canary: string;

type Figures = Partial<Record<(typeof FIGURES)[number], number>>;
const FIGURES = [
  "market_cap",
  "current_price",
  "share_portfolio",
  "current_year_target",
  "target_2028",
  "margin_52_week_high",
  "change_margin_52_week_low",
  "week_52_high",
  "week_52_low",
] as const;

export async function insertPick(
  ticker: string,
  name: string,
  category: string,
  figures: Figures = {},
): Promise<string> {
  const columns = Object.keys(figures);
  const [row] = await app.sql<{ id: string }>(
    `insert into stock_picks (${["ticker", "name", "category", ...columns].join(", ")})
     values (${["ticker", "name", "category", ...columns].map(() => "?").join(", ")}) returning id`,
    [ticker, name, category, ...Object.values(figures)],
  );
  return row?.id ?? "";
}

/** Every masked value begins or ends with something that stands nowhere else. */
export const CANARIES = ["CNRY", "Canary Holdings", "77.31", "88.42"];

/** Runs the server for the tests of one file, with four picks in three categories. */
export function openPicks(): void {
  beforeAll(async () => {
    app = await startTestApp();
    await app.sql(
      "insert into packages (name, tier, price, expires_in, benefits) values ('Premium', 'Premium', 29, 30, '{}')",
    );
    [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
    canary = await insertPick("CNRY", "Canary Holdings", "Global Stars", {
      market_cap: 287_400_000_000,
      current_price: 64.8,
      share_portfolio: 8,
      current_year_target: 88,
      target_2028: 120,
      margin_52_week_high: -77.31,
      change_margin_52_week_low: 88.42,
      week_52_high: 101.36,
      week_52_low: 58.11,
    });
    await insertPick("ZZTOP", "Last in the alphabet", "Tenet", {
      current_price: 100,
      current_year_target: 300,
      market_cap: 5_000_000,
      margin_52_week_high: -1,
    });
    await insertPick("AAFST", "First in the alphabet", "Tenet", {
      current_price: 966.2,
      current_year_target: 940,
      week_52_high: 1932.4,
    });
    await insertPick("BLANK", "Nothing known", "Moonshots");
  });
  afterAll(() => app.stop());
}

export const page = async (search = "", cookies = "") =>
  (await app.request(`/stock-picks${search}`, { cookies })).text();
