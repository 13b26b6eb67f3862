import { Video } from "db/entities/video";
import { columns } from "db/entity-columns.server";
import { PUBLISHED } from "db/published";
import { sql, text, timestamp } from "db/sql";
import { accessTo } from "~/access/access.server";
import { type Discovery, feed, sharedRecord, wholeEntries } from "~/features/discovery.server";
import { EXCERPT_WORDS, excerpt } from "~/ui/excerpt";
import type { TextBlock } from "~/ui/text-blocks";
import { toParagraphs } from "~/web/rich-text.server";
import { readYoutubeId, watchUrl } from "./player.rules";
import { VIDEOS_FEED } from "./video.meta";

const TABLE = sql`videos`;

/** A caption, and the link to watch the video, if it has a player. */
function videoBlocks(link: string, caption: string | null): TextBlock[] {
  const id = readYoutubeId(link);
  const watch = id === undefined ? [] : [[{ text: "Watch the video", href: watchUrl(id) }]];
  return [...toParagraphs(caption ?? ""), ...watch].map((spans) => ({ kind: "paragraph", spans }));
}

/** How videos are found: by their public text. The link is behind the paywall, so nobody can search it. */
export const videosDiscovery: Discovery = {
  section: "videos",
  table: TABLE,
  published: PUBLISHED,
  lists: ["/videos"],
  search: {
    access: () => "full",
    full: {
      name: "videos",
      title: "Videos",
      nameColumns: [sql`title`],
      text: sql`caption`,
      select: {
        title: sql`title`,
        note: sql`case when is_free then 'Free' when audience = 'private' then 'Private' else 'Members' end`,
        audience: sql`case when not is_free then audience end`,
      },
      opens: (viewer) => accessTo("video", viewer),
      path: ({ id }) => `/videos/${id}`,
      suggested: { as: "Video" },
    },
  },
  feed: feed({
    link: VIDEOS_FEED,
    about: "Lessons and market reviews. Some are free.",
    select: { ...columns(Video, "title"), caption: text.orNull.from`left(caption, 800)` },
    entry: ({ id, title, caption }) => ({
      title,
      description: excerpt(caption ?? "", EXCERPT_WORDS),
      path: `/videos/${id}`,
    }),
    whole: wholeEntries({
      access: (reader) => accessTo("video", reader),
      free: sql`is_free`,
      select: { ...columns(Video, "youtubeLink"), whole: text.orNull.from`caption` },
      entry: ({ youtubeLink, whole }) => ({ opened: { facts: [], blocks: videoBlocks(youtubeLink, whole) } }),
    }),
  }),
  changed: timestamp.from`case when is_free then updated_at else created_at end`,
  share: {
    record: sharedRecord("videos.shared", TABLE, {
      kicker: text.from`'Video'`,
      ...columns(Video, "title"),
    }),
  },
};
