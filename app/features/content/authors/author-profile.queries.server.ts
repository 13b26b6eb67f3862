import { authorSlugOf } from "db/author-slug";
import { Staff } from "db/entities/staff";
import { columnsAs } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";
import { SharedPanel } from "~/platform/shared-panel.server";

/** Of so many staff, the newest, portraits stand beside by-lines. */
const MOST_PROFILES = 1_000;

/** What an author says of themselves, for everybody. */
export type AuthorProfile = { bio: string | null; portrait: StoredPicture | null };

const PROFILE = { ...columnsAs("s", Staff, "bio"), portrait: OPTIONAL_PICTURE };
const BY_SLUG = statement("author-profile.by-slug", PROFILE)`
  select ${PROFILE} from staff s left join images i on i.id = s.portrait_id
   where ${authorSlugOf("s.fullname")} = ${text("slug")} and (s.bio is not null or s.portrait_id is not null)
     and s.status = 'active'
   order by s.created_at, s.id limit 1`;

/**
 * What stands on an author's page beside the works; undefined where nobody who works here has that name, or says anything.
 * Who shares a name shares the page: then it is what the first of them says. @param slug of the address
 */
export const authorProfile = (slug: string): Promise<AuthorProfile | undefined> => BY_SLUG.first({ slug });

const PORTRAIT = { slug: text.from`${authorSlugOf("s.fullname")}`, portrait: OPTIONAL_PICTURE };
const PORTRAITS = statement("author-profile.portraits", PORTRAIT)`
  select ${PORTRAIT} from staff s left join images i on i.id = s.portrait_id
   where (s.bio is not null or s.portrait_id is not null) and s.status = 'active'
   order by s.created_at desc, s.id desc limit ${MOST_PROFILES}`;

/** The portrait of everybody who has a profile, by the slug of their name; of those who share a name the first one's. */
export const authorPortraits = new SharedPanel<ReadonlyMap<string, StoredPicture | null>>(
  async () => new Map((await PORTRAITS.allPrepared({})).map(({ slug, portrait }) => [slug, portrait])),
);
