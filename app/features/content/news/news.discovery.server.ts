import { NEWS_CATEGORIES, News } from "db/entities/news";
import { columns, columnsAs } from "db/entity-columns.server";
import { isOutAs, PUBLISHED } from "db/published";
import { json, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type Discovery, feed } from "~/features/discovery.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE, STORED_PICTURE } from "~/platform/pictures/stored-picture.server";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { NEWS_FEED } from "./news.meta";

const SHARED = {
  kicker: text.from`'News, ' || n.category`,
  ...columnsAs("n", News, "title"),
  version: text.from`n.updated_at::text`,
  picture: OPTIONAL_PICTURE,
};

/** How articles are found: by every reader, in every list. */
export const newsDiscovery: Discovery = {
  section: "news",
  table: sql`news`,
  published: PUBLISHED,
  lists: ["/news", ...NEWS_CATEGORIES.map((category) => `/news?category=${category}`)],
  search: {
    access: () => "full",
    full: {
      name: "news",
      title: "News",
      nameColumns: [sql`title`],
      text: sql`content`,
      select: { title: sql`title`, note: sql`category` },
      path: ({ id }) => `/news/${id}`,
    },
  },
  feed: feed({
    link: NEWS_FEED,
    about: "What moved, why it moved, and what nobody expected.",
    select: {
      ...columns(News, "title", "category"),
      content: text.from`content`,
      picture: json<StoredPicture>().orNull
        .from`(select ${STORED_PICTURE.sql} from images i where i.id = news.image_id)`,
      author: text.from`coalesce(author, 'Admin')`,
    },
    entry: ({ id, title, content, category, author, picture }) => ({
      title,
      category,
      author,
      description: excerpt(plainTextOf(content.slice(0, 800)), EXCERPT_WORDS),
      text: content,
      picture,
      path: `/news/${id}`,
    }),
  }),
  changed: columns(News, "updatedAt").updatedAt,
  share: {
    record: statement("news.shared", SHARED)`
      select ${SHARED} from news n left join images i on i.id = n.image_id
       where n.id = ${uuid("id")} and n.status = 'published' and ${isOutAs("n")}`,
  },
};
