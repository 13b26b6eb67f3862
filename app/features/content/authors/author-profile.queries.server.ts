import { authorSlugOf } from "db/author-slug";
import { Staff } from "db/entities/staff";
import { columnsAs } from "db/entity-columns.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";
import { SharedPanel } from "~/platform/shared-panel.server";

/** By-lines have portraits of this many staff members, the newest. */
const MOST_PROFILES = 1_000;

/** What authors say about themselves. It is public. */
export type AuthorProfile = { bio: string | null; portrait: StoredPicture | null };

const PROFILE = { ...columnsAs("s", Staff, "bio"), portrait: OPTIONAL_PICTURE };
const BY_SLUG = statement("author-profile.by-slug", PROFILE)`
  select ${PROFILE} from staff s left join images i on i.id = s.portrait_id
   where ${authorSlugOf("s.fullname")} = ${text("slug")} and (s.bio is not null or s.portrait_id is not null)
     and s.status = 'active'
   order by s.created_at, s.id limit 1`;

/**
 * The profile on an author's page; undefined if no staff member has that name, or the profile is empty.
 * People with the same name share the page, which shows the first profile.
 * @param slug from the address
 */
export const authorProfile = (slug: string): Promise<AuthorProfile | undefined> => BY_SLUG.first({ slug });

const NAMED = columnsAs("s", Staff, "fullname");
const NAMES = statement("author-profile.names", NAMED)`
  select ${NAMED} from staff s
   where (s.bio is not null or s.portrait_id is not null) and s.status = 'active'
   order by ${authorSlugOf("s.fullname")}, s.created_at, s.id limit ${MOST_PROFILES}`;

/** The names of authors with a profile, in alphabetical order. */
export const profileNames = async (): Promise<string[]> => [
  ...new Set((await NAMES.all()).map(({ fullname }) => fullname)),
];

const PORTRAIT = { slug: text.from`${authorSlugOf("s.fullname")}`, portrait: OPTIONAL_PICTURE };
const PORTRAITS = statement("author-profile.portraits", PORTRAIT)`
  select ${PORTRAIT} from staff s left join images i on i.id = s.portrait_id
   where (s.bio is not null or s.portrait_id is not null) and s.status = 'active'
   order by s.created_at desc, s.id desc limit ${MOST_PROFILES}`;

/**
 * The portrait of every author with a profile, by the slug of the name; the first of those with the same
 * name.
 */
export const authorPortraits = new SharedPanel<ReadonlyMap<string, StoredPicture | null>>(
  async () => new Map((await PORTRAITS.allPrepared({})).map(({ slug, portrait }) => [slug, portrait])),
);
