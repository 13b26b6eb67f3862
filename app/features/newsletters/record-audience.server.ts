import type { Audience } from "db/columns";
import { DailyBrief } from "db/entities/daily-brief";
import type { Newsletter } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { kindOf } from "./newsletters.rules";
import { RECORD_TABLES } from "./record-tables.server";

const AUDIENCE = { audience: columns(DailyBrief, "audience").audience };
const IS_OUT = forEachOf(
  ["alerts", "briefs"],
  (newsletter) => statement(`editions.audience, ${newsletter}`, AUDIENCE)`
    select audience from ${RECORD_TABLES[newsletter]} where id = ${uuid("recordId")} and ${PUBLISHED}`,
);
const NEWS_IS_OUT = statement("editions.news-is-out", { id: uuid })`
  select id from news where id = ${uuid("recordId")} and ${PUBLISHED}`;

/** Of a digest, as long as everything that it lists is published. */
const DIGEST_IS_OUT = statement("editions.digest-is-out", { id: uuid })`
  select e.id from editions e where e.newsletter = 'weekly' and e.record_id = ${uuid("recordId")}
     and not exists (select from unnest(e.listed) as listed (id)
       where not exists (select from news where id = listed.id and ${PUBLISHED})
         and not exists (select from daily_briefs where id = listed.id and ${PUBLISHED}))`;

/** Who may read the record now; undefined if it is no longer published. */
export async function audienceNow(
  newsletter: Newsletter,
  recordId: string,
): Promise<Audience | "everybody" | undefined> {
  const kind = kindOf(newsletter);
  if (kind === "weekly") return (await DIGEST_IS_OUT.first({ recordId })) && "everybody";
  if (kind === "news") return (await NEWS_IS_OUT.first({ recordId })) && "everybody";
  return (await IS_OUT[kind].first({ recordId }))?.audience;
}
