import type { EntityManager } from "db/orm.server";
import { PUBLISHED } from "db/published";
import { raw, sql, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { CHANNEL_QUEUE } from "~/platform/jobs/queue-names";
import { OF_RECORDS, RECORD_TABLES } from "../record-tables.server";
import { LIFETIMES } from "./channels.rules";

const ID = { id: uuid };
const ONCE = sql`on conflict (channel_id, newsletter, record_id) do nothing returning id`;

/** A channel that gets every record has it from there, whatever becomes of its edition. A digest is no record. */
const AS_EDITION = sql`(c.every_record_since is null or e.newsletter = 'weekly')`;

/** A newsletter that the owner added sends articles. */
const KIND = sql`case when e.newsletter like 'own-%' then 'news' else e.newsletter end`;

const ADD_EDITION = statement("channels.add-edition", ID)`
  insert into channel_posts (channel_id, edition_id, newsletter, record_id)
  select c.id, e.id, ${KIND}, e.record_id from editions e
    join channels c on c.active and ${KIND} = any(c.newsletters)
   where e.id = ${uuid("editionId")} and ${AS_EDITION} ${ONCE}`;

/** Posts an edition in the channels that get it, in the transaction that starts it. */
export async function postEdition(editionId: string, manager: EntityManager): Promise<void> {
  if (await ADD_EDITION.first({ editionId }, manager)) await enqueueUnlessWaiting(CHANNEL_QUEUE, manager);
}

const ADD_RECORDS = forEachOf(
  OF_RECORDS,
  (newsletter) => statement(`channels.add-records, ${newsletter}`, ID)`
    insert into channel_posts (channel_id, newsletter, record_id)
    select c.id, ${raw(`'${newsletter}'`)}, r.id from channels c
      join ${RECORD_TABLES[newsletter]} r
        on r.created_at >= greatest(c.every_record_since, now() - make_interval(secs => ${LIFETIMES[newsletter]}))
      left join lateral (
        select p.id from channel_posts p
         where p.channel_id = c.id and p.newsletter = ${raw(`'${newsletter}'`)} and p.record_id = r.id limit 1
      ) as posted on true
     where c.active and c.every_record_since is not null and ${raw(`'${newsletter}'`)} = any(c.newsletters)
       and posted.id is null and ${PUBLISHED} ${ONCE}`,
);

/** Adds the records that were published since the last call, for the channels that get every record. */
export async function addRecords(): Promise<void> {
  for (const newsletter of OF_RECORDS) await ADD_RECORDS[newsletter].run();
}

const END_ALL = command("channels.end-posts")`
  update channel_posts set state = 'skipped', ended_at = now(), reason = 'The database was restored from a backup.'
   where state in ('waiting', 'sending')`;
const PAUSE_ALL = command("channels.pause-all")`
  update channels set active = false, every_record_since = case when every_record_since is not null then now() end,
         last_error = 'The database was restored from a backup. Continue if this is the site that posts.', last_error_at = now()
   where active`;

/** After a restored backup nobody knows what was posted since, and a copy of the site must not post at all. */
export async function pauseChannels(manager: EntityManager): Promise<void> {
  await END_ALL.run({}, manager);
  await PAUSE_ALL.run({}, manager);
}

/** Posts stay as long as what readers got of an edition. */
export const sweepPosts = sweep(
  "channels.sweep-posts",
  "channel_posts",
  "created_at < now() - interval '90 days'",
);
