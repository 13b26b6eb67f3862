import { type EntityManager, em } from "db/orm.server";
import { SET_CLOCK } from "tests/support/database-clock";
import { database } from "tests/support/running-app";
import { settleCalls } from "tests/support/settled-calls";
import type { StaffViewer } from "~/auth/viewer.server";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import { closeCallByHand } from "~/features/calls/settlement/close-call.server";
import { correctCall } from "~/features/calls/settlement/correct-call.server";
import { AppError } from "~/web/app-error.server";
import { dateOfDay, LEDGER_BEGINS, MINUTE_MS, midnightOf, quotedAt, STEPS } from "./days";
import type { ExpectedLedger } from "./expected-calls";
import { type Market, provisionalPrice, UNIT } from "./market";
import type { Action, RecordKind, Result, Written } from "./stories";

const TABLES: Record<RecordKind, string> = {
  alert: "trade_alerts",
  pick: "stock_picks",
  brief: "daily_briefs",
};

const RECORD_KINDS: readonly RecordKind[] = ["alert", "pick", "brief"];

export const recordIdOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;

const toDecimal = (units: number | null): string | null =>
  units === null ? null : (units / UNIT).toFixed(8);

/** The columns of a record's row. */
function recordColumns(kind: RecordKind, written: Written): Record<string, unknown> {
  const { market, audience, currency } = written;
  const target = toDecimal(written.target);
  const base = { ticker: market.symbol, audience };
  if (kind === "brief") return { ...base, buy_zone_max: target };
  const priced = { ...base, currency, current_price: toDecimal(written.price) };
  if (kind === "pick") return { ...priced, current_year_target: target };
  const levels = { target_price: target, stop_loss: toDecimal(written.stop) };
  return { ...priced, ...levels, tag: written.direction, holding_period: written.period };
}

/** Plays a history in the product and passes the same actions to the expected ledger. */
export class PlayedHistories {
  private readonly written = new Map<number, Written>();
  private savedUntil = -1;
  private hasBegun = false;

  constructor(
    private readonly markets: readonly Market[],
    private readonly staff: StaffViewer,
    private readonly expected: ExpectedLedger,
  ) {}

  async play(actions: readonly Action[]): Promise<void> {
    for (const [nth, day] of STEPS.entries()) {
      await this.savePrices(day);
      if (day >= LEDGER_BEGINS && !this.hasBegun) await this.begin(day);
      const ofDay = actions.filter(({ at }) => at >= midnightOf(day) && at < midnightOf(day + 1));
      await (this.hasBegun ? this.applyActions(ofDay) : this.publish(ofDay));
      if (this.hasBegun && nth % 4 === 0) await this.settle(midnightOf(day) + 21 * 60 * MINUTE_MS);
    }
  }

  private async begin(day: number): Promise<void> {
    const at = midnightOf(day) + 7 * 60 * MINUTE_MS;
    await setClock(at);
    await countRows();
    while ((await openOlderCalls()) > 0) await countRows();
    this.expected.begin(at);
    this.hasBegun = true;
  }

  private async settle(at: number): Promise<void> {
    await setClock(at);
    await settleCalls();
    await countRows();
    this.expected.settleAll(at);
  }

  /** Saves the prices that became known since the last day with actions. */
  private async savePrices(day: number): Promise<void> {
    const isNew = (from: number) => from > this.savedUntil && from <= day;
    await setClock(midnightOf(day) + 6 * 60 * MINUTE_MS);
    await database.rows(SAVE_PRICES, [
      JSON.stringify(this.markets.flatMap((market) => pricesOf(market, day, isNew))),
    ]);
    await database.rows(SAVE_SPLITS, [
      JSON.stringify(this.markets.flatMap((market) => splitsOf(market, isNew))),
    ]);
    await setClock(quotedAt(day));
    for (const save of [CHANGE_QUOTES, ADD_QUOTES])
      await database.rows(save, [JSON.stringify(this.markets.flatMap((market) => quoteOf(market, day)))]);
    this.savedUntil = day;
  }

  /** Publishes records before the ledger begins. */
  private async publish(actions: readonly Action[]): Promise<void> {
    for (const kind of RECORD_KINDS) {
      const ofKind = actions.filter(({ story }) => story.kind === kind);
      if (ofKind.length > 0) await insertRecords(kind, ofKind, em());
    }
    for (const action of actions) {
      this.written.set(action.story.nth, action.story.written);
      this.expected.follow(action);
    }
  }

  /** Runs many saves in one transaction, where the product has one for each. The result is the same. */
  private async applyActions(actions: readonly Action[]): Promise<void> {
    let together: Action[] = [];
    for (const action of actions) {
      if (action.does !== "close" && action.does !== "correct") {
        together.push(action);
        continue;
      }
      await this.save(together);
      together = [];
      await this.enterResult(action);
    }
    await this.save(together);
  }

  private async save(actions: readonly Action[]): Promise<void> {
    await em().transactional(async (manager) => {
      for (const action of actions) {
        await manager.execute(SET_CLOCK, [new Date(action.at)]);
        await this.saveRecord(action, manager);
        this.expected.follow(action);
      }
    });
  }

  private async saveRecord(action: Action, manager: EntityManager): Promise<void> {
    const { story } = action;
    const { kind, nth } = story;
    const id = recordIdOf(nth);
    const before = this.written.get(nth);
    if (action.does === "publish") {
      await insertRecords(kind, [action], manager);
      this.written.set(nth, story.written);
      await recordCall(kind, id, manager);
      return;
    }
    if (!before) return;
    const was = { isPublished: true, endsAt: kind === "alert" ? await alertEnd(id, manager) : null };
    if (action.does === "delete") {
      await manager.execute(`delete from ${TABLES[kind]} where id = ?`, [id]);
      this.written.delete(nth);
    }
    if (action.does === "edit") {
      const after = { ...before, ...action.changes };
      await updateRecord(kind, id, recordColumns(kind, after), manager);
      this.written.set(nth, after);
    }
    await recordCall(kind, id, manager, was);
  }

  /** Enters a staff result. The product rejects an impossible one. */
  private async enterResult(action: Action & { result: Result }): Promise<void> {
    this.expected.follow(action);
    const { at, story, result, does } = action;
    const [call] = await database.rows<{ id: string }>(
      "select id from calls where record_id = ? order by number desc limit 1",
      [recordIdOf(story.nth)],
    );
    if (!call || !this.written.has(story.nth)) return;
    await setClock(at);
    const on = dateOfDay(result.on);
    const price = toDecimal(result.price) ?? "";
    try {
      if (does === "close")
        await closeCallByHand(this.staff, call.id, { on, price, reason: "by hand", note: result.note });
      else
        await correctCall(this.staff, call.id, {
          ...{ newDay: on, newPrice: price, newReason: "by hand", why: result.note },
        });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/**
 * Triggers keep their query plans. Plans made for empty tables read everything until the tables are
 * analysed.
 */
const countRows = () => database.rows("analyze");

export const setClock = (at: number) => database.rows(SET_CLOCK, [new Date(at)]);

/** The end of an alert's period, before the save that may change it. */
async function alertEnd(id: string, manager: EntityManager): Promise<Date | null> {
  const [row] = await manager.execute<{ end: number | null }[]>(
    'select (1000 * extract(epoch from ends_at))::float8 as "end" from trade_alerts where id = ?',
    [id],
  );
  return typeof row?.end === "number" ? new Date(row.end) : null;
}

async function insertRecords(
  kind: RecordKind,
  published: readonly Action[],
  manager: EntityManager,
): Promise<void> {
  const rows = published.map(rowOf);
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map(() => `(${names.map(() => "?").join(", ")})`);
  await manager.execute(
    `insert into ${TABLES[kind]} (${names.join(", ")}) values ${values.join(", ")}`,
    rows.flatMap((row) => Object.values(row)),
  );
}

function rowOf({ at, story }: Action): Record<string, unknown> {
  const { kind, nth, list, written } = story;
  const fixed: Record<RecordKind, Record<string, unknown>> = {
    alert: { name: `Alert ${nth}`, analysis: "Why." },
    pick: { name: `Pick ${nth}`, category: list },
    brief: { company_name: `Brief ${nth}`, analysis: "Why." },
  };
  const moment = new Date(at);
  const made = { id: recordIdOf(nth), created_at: moment, updated_at: moment };
  return { ...made, ...fixed[kind], ...recordColumns(kind, written) };
}

const updateRecord = (
  kind: RecordKind,
  id: string,
  values: Record<string, unknown>,
  manager: EntityManager,
) =>
  manager.execute(
    `update ${TABLES[kind]} set ${Object.keys(values)
      .map((name) => `${name} = ?`)
      .join(", ")} where id = ?`,
    [...Object.values(values), id],
  );

type IsNew = (knownFrom: number) => boolean;

/** The prices of a day's import and of the morning's feed. */
function pricesOf(market: Market, day: number, isNew: IsNew) {
  const known = market.prices.filter(({ knownFrom }) => isNew(knownFrom));
  const today = provisionalPrice(market, midnightOf(day));
  return [...known, ...(today ? [today] : [])].map(({ date, close, high, low }) => ({
    ...{ symbol: market.symbol, day: date },
    ...{ close: toDecimal(close), high: toDecimal(high), low: toDecimal(low) },
  }));
}

const splitsOf = ({ symbol, splits }: Market, isNew: IsNew) =>
  splits
    .filter(({ enteredFrom }) => isNew(enteredFrom))
    .map(({ date: day, ratio: [shares, before] }) => ({ symbol, day, shares, before }));

function quoteOf({ symbol, currency, quotes }: Market, day: number) {
  const quote = quotes.find(({ at }) => at === quotedAt(day));
  return quote ? [{ symbol, currency, last: toDecimal(quote.price), at: new Date(quote.at) }] : [];
}

const jsonRows = (columns: string) =>
  `jsonb_to_recordset(?::text::jsonb) as told (symbol text, ${columns}) join instruments using (symbol)`;

const SAVE_PRICES = `
  insert into daily_prices (instrument_id, day, close, high, low, source)
  select instruments.id, day, close, high, low, 'test' from ${jsonRows("day date, close numeric, high numeric, low numeric")}
  on conflict (instrument_id, day) do update set close = excluded.close, high = excluded.high, low = excluded.low`;

const SAVE_SPLITS = `
  insert into splits (instrument_id, day, ratio)
  select instruments.id, day, trim_scale(shares / before) from ${jsonRows("day date, shares numeric, before numeric")}`;

const CHANGE_QUOTES = `
  update quotes set last = told.last from ${jsonRows("last numeric")} where quotes.instrument_id = instruments.id`;

const ADD_QUOTES = `
  insert into quotes (category, name, symbol, currency, last, created_at, updated_at)
  select 'Stocks', name, symbol, told.currency, last, at, at
    from ${jsonRows("currency text, last numeric, at timestamptz")}
   where not exists (select from quotes where instrument_id = instruments.id)`;
