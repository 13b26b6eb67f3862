import type { EntityManager } from "db/orm.server";
import { SITE_TODAY, siteDayOf } from "db/site-day";
import { array, float, int, sql, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { ShareRatios } from "~/admin-kit/warnings.server";
import { sharesBetween } from "./shares-between.queries.server";

const SINCE = {
  nth: int.from`wanted.nth::int`,
  shares: float.from`round(${sharesBetween(sql`wanted.id`, siteDayOf(sql`wanted.moment`), SITE_TODAY)}, 8)::float8`,
};

const SHARES_SINCE = statement("shares-since.moments", SINCE)`
  select ${SINCE}
    from unnest(${array(uuid)("ids")}::uuid[], ${array(timestamp)("moments")}::timestamptz[]) with ordinality
      as wanted (id, moment, nth)`;

type Priced = { instrument?: { id: string } | null };

/**
 * How many of today's shares one share became since each record's price; 1 without an instrument.
 * @param pricedAt when the record got its price
 */
export const sharesSincePriced =
  <Row extends Priced>(pricedAt: (record: Row) => Date | null | undefined): ShareRatios<Row> =>
  async (records: readonly Row[], within?: EntityManager) => {
    const wanted = records.flatMap((record, place) => {
      const [id, moment] = [record.instrument?.id, pricedAt(record)];
      return id && moment ? [{ place, id, moment }] : [];
    });
    const found = wanted.length
      ? await SHARES_SINCE.all(
          { ids: wanted.map(({ id }) => id), moments: wanted.map(({ moment }) => moment) },
          within,
        )
      : [];
    const shares = new Map(found.map((row) => [wanted[row.nth - 1]?.place, row.shares]));
    return records.map((_, place) => shares.get(place) ?? 1);
  };
