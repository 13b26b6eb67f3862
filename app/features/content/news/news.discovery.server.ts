import { NEWS_CATEGORIES } from "db/entities/news";
import { type Discovery, feed } from "~/features/discovery.server";
import { STORED_PICTURE_SQL } from "~/platform/images/stored-picture.server";
import { excerpt } from "~/ui/format";
import { NEWS_FEED } from "./news.meta";
import { EXCERPT_WORDS } from "./news.rules";

/** Where articles are found: everywhere, by everybody. */
export const newsDiscovery: Discovery = {
  section: "news",
  table: "news",
  published: "status = 'published'",
  lists: ["/news", ...NEWS_CATEGORIES.map((category) => `/news?category=${category}`)],
  search: () => ({
    name: "news",
    title: "News",
    nameColumns: ["title"],
    text: "content",
    select: { title: "title", note: "category" },
    path: ({ id }) => `/news/${id}`,
  }),
  feed: feed<{ title: string; lede: string; category: string; author: string }>({
    link: NEWS_FEED,
    about: "What moved, why it moved, and what nobody expected.",
    select: "title, left(content, 800) as lede, category, coalesce(author, 'Admin') as author",
    entry: ({ id, title, lede, category, author }) => ({
      title,
      category,
      author,
      description: excerpt(lede, EXCERPT_WORDS),
      path: `/news/${id}`,
    }),
  }),
  changed: "updated_at",
  share: {
    record: `select 'News, ' || n.category as kicker, n.title, n.updated_at::text as version,
                    ${STORED_PICTURE_SQL} as picture
               from news n left join images i on i.id = n.image_id where n.id = ? and n.status = 'published'`,
  },
};
