import { FollowedAuthor } from "db/entities/followed-author";
import { MemberMarks } from "db/entities/member-marks";
import { SavedItem } from "db/entities/saved-item";
import { WatchedInstrument } from "db/entities/watched-instrument";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE_WATCHED = command("deletion.watched")`delete from watched_instruments where ${OF_MEMBER}`;
const DELETE_FOLLOWED = command("deletion.followed")`delete from followed_authors where ${OF_MEMBER}`;
const DELETE_SAVED = command("deletion.saved")`delete from saved_items where ${OF_MEMBER}`;
const DELETE_MARKS = command("deletion.marks")`delete from member_marks where ${OF_MEMBER}`;

/** What a member has marked. Members with payments keep their row, so nothing cascades. */
export const MARKS_DATA = [
  declareData({
    table: "watched_instruments",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "watchlist",
      order: "place desc",
      row: {
        symbol: text.from`(select coalesce(present.symbol, i.symbol) from instruments as i
          left join instruments as present on present.id = i.merged_into where i.id = instrument_id)`,
        ...columns(WatchedInstrument, "createdAt"),
      },
    },
    hidden: { technical: "member_id instrument_id place" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_WATCHED.run({ memberId }, manager),
  }),
  declareData({
    table: "followed_authors",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "followedAuthors",
      order: "created_at",
      row: columns(FollowedAuthor, "name", "slug", "createdAt"),
    },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_FOLLOWED.run({ memberId }, manager),
  }),
  declareData({
    table: "saved_items",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "savedForLater",
      order: "created_at",
      row: {
        path: text.from`case when news_id is not null then '/news/' || news_id
                             when brief_id is not null then '/daily-brief/' || brief_id
                             else '/videos/' || video_id end`,
        ...columns(SavedItem, "createdAt"),
      },
    },
    hidden: { technical: "id member_id news_id brief_id video_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_SAVED.run({ memberId }, manager),
  }),
  declareData({
    table: "member_marks",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "marks",
      order: "changed_at",
      one: true,
      row: columns(MemberMarks, "bellReadAt", "changedAt"),
    },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_MARKS.run({ memberId }, manager),
  }),
];
