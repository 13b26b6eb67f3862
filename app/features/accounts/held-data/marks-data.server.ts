import { MemberMarks } from "db/entities/member-marks";
import { WatchedInstrument } from "db/entities/watched-instrument";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE_WATCHED = command("deletion.watched")`delete from watched_instruments where ${OF_MEMBER}`;
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
        symbol: text.from`(select symbol from instruments where id = instrument_id)`,
        ...columns(WatchedInstrument, "createdAt"),
      },
    },
    hidden: { technical: "member_id instrument_id place" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_WATCHED.run({ memberId }, manager),
  }),
  declareData({
    table: "member_marks",
    topic: "marks",
    rows: OF_MEMBER,
    exported: { as: "marks", order: "created_at", one: true, row: columns(MemberMarks, "createdAt") },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_MARKS.run({ memberId }, manager),
  }),
];
