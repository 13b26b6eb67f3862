import { EXCERPT_WORDS } from "~/features/content/news/news.rules";
import { type Discovery, feed } from "~/features/discovery.server";
import { excerpt } from "~/ui/format";
import { VIDEOS_FEED } from "./video.meta";

/** Where videos are found: by their public words. The link is nobody's to search: it is what is locked. */
export const videosDiscovery: Discovery = {
  section: "videos",
  table: "videos",
  published: "status = 'published'",
  lists: ["/videos"],
  search: () => ({
    name: "videos",
    title: "Videos",
    nameColumns: ["title"],
    text: "caption",
    select: { title: "title", note: "case when is_free then 'Free' else 'Members' end" },
    path: ({ id }) => `/videos/${id}`,
    suggested: { as: "Video" },
  }),
  feed: feed<{ title: string; caption: string | null }>({
    link: VIDEOS_FEED,
    about: "Lessons and market reviews. Some are free.",
    select: "title, left(caption, 800) as caption",
    entry: ({ id, title, caption }) => ({
      title,
      description: excerpt(caption ?? "", EXCERPT_WORDS),
      path: `/videos/${id}`,
    }),
  }),
  changed: "case when is_free then updated_at else created_at end",
  share: {
    record: `select 'Video' as kicker, title, updated_at::text as version, null as picture
               from videos where id = ? and status = 'published'`,
  },
};
