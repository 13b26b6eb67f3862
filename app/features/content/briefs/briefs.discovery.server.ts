import { DailyBrief } from "db/entities/daily-brief";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { sql, text } from "db/sql";
import { accessTo } from "~/access/access.server";
import { FOR_MEMBERS } from "~/access/for-members.server";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import {
  type Discovery,
  feed,
  type SearchKind,
  sharedRecord,
  wholeEntries,
} from "~/features/discovery.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { holdingsFact, knownFacts, zoneText } from "../record-facts.rules";
import { BRIEFS_FEED } from "./briefs.meta";
import { BRIEF_VIEW } from "./briefs.queries.server";

const SEARCH: SearchKind = {
  name: "briefs",
  title: "Daily briefs",
  ticker: sql`ticker`,
  nameColumns: [sql`company_name`, sql`ticker`, sql`headline`],
  select: {
    title: sql`coalesce(headline, company_name)`,
    note: sql`case when headline is null then ticker else company_name || ' (' || ticker || ')' end`,
    audience: sql`audience`,
  },
  opens: (viewer) => accessTo("daily brief", viewer),
  path: ({ id }) => `/daily-brief/${id}`,
  suggested: {
    as: "Daily Brief",
    columns: [sql`company_name`, sql`ticker`],
    select: { title: sql`company_name`, note: sql`ticker` },
  },
};

const TABLE = sql`daily_briefs`;

/** How briefs are found: by company, headline and day. Readers with access also search the analysis. */
export const briefsDiscovery: Discovery = {
  section: "daily-brief",
  table: TABLE,
  published: PUBLISHED,
  lists: ["/daily-brief"],
  search: {
    access: (viewer) => accessTo("daily brief", viewer),
    full: { ...SEARCH, text: sql`analysis` },
    members: { ...SEARCH, text: sql`analysis`, textRows: FOR_MEMBERS },
    locked: SEARCH,
  },
  feed: feed({
    link: BRIEFS_FEED,
    about: "One company a day. The analysis is for members.",
    select: {
      ...columns(DailyBrief, "companyName", "ticker", "headline", "teaser", "audience"),
      author: text.from`coalesce(author, 'Admin')`,
    },
    entry: ({ id, companyName: name, ticker, author, headline, teaser, audience }) => ({
      title: headline ? `${name} (${ticker}): ${headline}` : `${name} (${ticker})`,
      author,
      description: `${teaser ?? `Our daily brief on ${name}.`} The analysis is for ${AUDIENCE_NAMES[audience]}.`,
      path: `/daily-brief/${id}`,
    }),
    whole: wholeEntries({
      access: (reader) => accessTo("daily brief", reader),
      select: { ...BRIEF_VIEW, ...columns(DailyBrief, "disclosure") },
      entry: ({ analysis, disclosure, ...zone }) => ({
        opened: {
          facts: knownFacts([{ label: "Buy zone", value: zoneText(zone) }, holdingsFact(disclosure)]),
          blocks: toBlocks(analysis),
        },
      }),
    }),
  }),
  changed: columns(DailyBrief, "createdAt").createdAt,
  share: {
    record: sharedRecord("briefs.shared", TABLE, {
      kicker: text.from`'Daily brief' || case when headline is null then '' else ', ' || company_name || ' (' || ticker || ')' end`,
      title: text.from`coalesce(headline, company_name || ' - ' || ticker)`,
      lede: text.orNull.from`teaser`,
    }),
  },
};
