import type { AlertTag } from "db/entities/trade-alert";
import { neighbours } from "db/neighbours.server";
import { countRows, query } from "db/query.server";
import type { Access } from "~/features/entitlements/access.server";
import type { PageRange } from "~/web/paging";

/** What only paying readers know of an alert; prices are exact decimals, `dailyChange` is in per cent. */
export type AlertCall = {
  tag: AlertTag;
  ticker: string;
  name: string;
  targetPrice: string;
  currentPrice: string | null;
  dailyChange: string | null;
  stopLoss: string | null;
  holdingPeriod: string;
  /** ISO 4217 or a unit such as GBX, where it is known. */
  currency: string | null;
  /** Since when the current price is what it is. */
  pricedAt: Date | null;
  /** When the holding period is over, where it can be counted. */
  endsAt: Date | null;
  /** Whether that has passed, by the database's clock. */
  ended: boolean;
};

/** Of a locked alert only its existence and its time were read. */
export type AlertCard = { id: string; createdAt: Date; call?: AlertCall };

export type Alert = AlertCard & { call?: AlertCall & { analysis: string; updatedAt: Date } };

export type AlertLink = { id: string; createdAt: Date; call?: Pick<AlertCall, "tag" | "name"> };

const PUBLIC_COLUMNS = `id, created_at as "createdAt"`;

const CALL_COLUMNS = `tag, ticker, name, target_price as "targetPrice", current_price as "currentPrice",
  daily_change as "dailyChange", stop_loss as "stopLoss", holding_period as "holdingPeriod", currency,
  priced_at as "pricedAt", ends_at as "endsAt", coalesce(ends_at <= now(), false) as ended`;

const CARD_COLUMNS: Record<Access, string> = {
  locked: PUBLIC_COLUMNS,
  full: `${PUBLIC_COLUMNS}, ${CALL_COLUMNS}`,
};
const DETAIL_COLUMNS: Record<Access, string> = {
  locked: PUBLIC_COLUMNS,
  full: `${PUBLIC_COLUMNS}, ${CALL_COLUMNS}, analysis, updated_at as "updatedAt"`,
};
const LINK_COLUMNS: Record<Access, string> = { locked: PUBLIC_COLUMNS, full: `${PUBLIC_COLUMNS}, tag, name` };

type PublicRow = { id: string; createdAt: Date };

/** What was read beyond the open columns, in one place, so that a reader's page asks once whether there is any. */
function withCall<Call>(access: Access, { id, createdAt, ...call }: PublicRow & Call) {
  return { id, createdAt, ...(access === "full" ? { call: call as unknown as Call } : {}) };
}

const NEWEST_FIRST = "created_at desc, id desc";
const LAST_ENDED_FIRST = `"endsAt" desc, id desc`;

/** The whole list has no index that tells what is over by now, but each of its two halves has one. */
const OPEN_FIRST = `
  select * from (
    (select ${CARD_COLUMNS.full} from trade_alerts where ends_at is null or ends_at > now()
      order by ${NEWEST_FIRST} limit ?)
    union all
    (select ${CARD_COLUMNS.full} from trade_alerts where ends_at <= now() order by ${LAST_ENDED_FIRST} limit ?)
  ) as calls
  order by ended, case when ended then "endsAt" else "createdAt" end desc, id desc limit ? offset ?`;

/**
 * Alerts with the columns of the reader's access. Who may read them gets open calls before ended ones: of the open the
 * newest first, of the ended the last one. For others it is the newest first: any other order would tell what has ended.
 */
export async function latestAlerts(
  access: Access,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<AlertCard[]> {
  const last = limit + offset;
  const found =
    access === "full"
      ? await query<PublicRow & AlertCall>(OPEN_FIRST, [last, last, limit, offset])
      : await query<PublicRow & AlertCall>(
          `select ${CARD_COLUMNS.locked} from trade_alerts order by ${NEWEST_FIRST} limit ? offset ?`,
          [limit, offset],
        );
  return found.map((row) => withCall<AlertCall>(access, row));
}

/** A page of the gallery and how many alerts there are. */
export async function alertsPage(
  access: Access,
  range: PageRange,
): Promise<{ alerts: AlertCard[]; total: number }> {
  const [alerts, total] = await Promise.all([latestAlerts(access, range), countRows("trade_alerts")]);
  return { alerts, total };
}

/** One alert with the columns of the reader's access, or undefined. @param id a UUID. */
export async function alertById(access: Access, id: string): Promise<Alert | undefined> {
  type Whole = AlertCall & { analysis: string; updatedAt: Date };
  const [found] = await query<PublicRow & Whole>(
    `select ${DETAIL_COLUMNS[access]} from trade_alerts where id = ?`,
    [id],
  );
  return found && withCall<Whole>(access, found);
}

/** The alerts just before and just after one, with the columns of the reader's access. */
export async function alertNeighbours(
  access: Access,
  alert: PublicRow,
): Promise<{ previous?: AlertLink; next?: AlertLink }> {
  type Link = Pick<AlertCall, "tag" | "name">;
  const found = await neighbours<PublicRow & Link>(
    { columns: LINK_COLUMNS[access], table: "trade_alerts" },
    alert,
  );
  const linkOf = (row: (PublicRow & Link) | undefined) => row && withCall<Link>(access, row);
  return { previous: linkOf(found.previous), next: linkOf(found.next) };
}
