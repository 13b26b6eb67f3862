import { Instrument } from "db/entities/instrument";
import { columns } from "db/entity-columns.server";
import { sql, timestamp } from "db/sql";
import type { Discovery, SearchKind } from "~/features/discovery.server";
import { companyHref } from "~/features/markets/company.rules";
import { currentPricesFor } from "./company.queries.server";
import { readingOf } from "./company-by-symbol.queries.server";

const NAMED: SearchKind = {
  name: "companies",
  leads: true,
  title: "Companies",
  ticker: sql`symbol`,
  nameColumns: [sql`public_name`, sql`symbol`],
  rows: sql`public_name is not null`,
  select: { title: sql`public_name`, note: sql`symbol` },
  path: ({ note }) => companyHref(note ?? ""),
  prices: (ids, viewer) => currentPricesFor(ids, readingOf(viewer)),
};

const ACCESS_BY_READING = { calls: "full", members: "members", public: "locked" } as const;

/**
 * How search finds companies: by names in public records and calls. Readers of all calls find every
 * instrument.
 */
export const companiesDiscovery: Discovery = {
  section: "stock",
  table: sql`instruments`,
  published: sql`merged_into is null`,
  lists: [],
  search: {
    access: (viewer) => ACCESS_BY_READING[readingOf(viewer)],
    full: {
      ...NAMED,
      nameColumns: [sql`public_name`, sql`name`, sql`symbol`],
      rows: undefined,
      select: { title: sql`coalesce(public_name, name)`, note: sql`symbol` },
    },
    members: NAMED,
    locked: NAMED,
  },
  sitemap: { rows: sql`public_name is not null`, address: columns(Instrument, "symbol").symbol },
  // A locked alert may have created the instrument, so the time of the change would reveal it.
  changed: timestamp.orNull.from`null::timestamptz`,
};
