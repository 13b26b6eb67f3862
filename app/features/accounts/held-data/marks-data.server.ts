import { FollowedAuthor } from "db/entities/followed-author";
import { MemberMarks } from "db/entities/member-marks";
import { PriceAlert } from "db/entities/price-alert";
import { PriceAlertFiring } from "db/entities/price-alert-firing";
import { SavedItem } from "db/entities/saved-item";
import { WatchedInstrument } from "db/entities/watched-instrument";
import { columns } from "db/entity-columns.server";
import { text } from "db/sql";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE_WATCHED = command("deletion.watched")`delete from watched_instruments where ${OF_MEMBER}`;
const DELETE_FOLLOWED = command("deletion.followed")`delete from followed_authors where ${OF_MEMBER}`;
const DELETE_SAVED = command("deletion.saved")`delete from saved_items where ${OF_MEMBER}`;
const DELETE_ALERTS = command("deletion.price-alerts")`delete from price_alerts where ${OF_MEMBER}`;
const DELETE_FIRINGS = command("deletion.price-alert-firings")`
  delete from price_alert_firings where ${OF_MEMBER}`;
const DELETE_MARKS = command("deletion.marks")`delete from member_marks where ${OF_MEMBER}`;

const SYMBOL = text.from`(select coalesce(present.symbol, i.symbol) from instruments as i
  left join instruments as present on present.id = i.merged_into where i.id = instrument_id)`;

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
        symbol: SYMBOL,
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
    table: "price_alert_firings",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "firedPriceAlerts",
      order: "created_at",
      row: {
        symbol: SYMBOL,
        ...columns(PriceAlertFiring, "kind", "level", "price", "moved", "day", "createdAt"),
      },
    },
    hidden: { technical: "id member_id instrument_id alert_id fired_on mail_decided_at" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_FIRINGS.run({ memberId }, manager),
  }),
  declareData({
    table: "price_alerts",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "priceAlerts",
      order: "created_at",
      row: { symbol: SYMBOL, ...columns(PriceAlert, "kind", "level", "setOn", "createdAt") },
    },
    hidden: { technical: "id member_id instrument_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_ALERTS.run({ memberId }, manager),
  }),
  declareData({
    table: "member_marks",
    topic: "marks",
    rows: OF_MEMBER,
    exported: {
      as: "marks",
      order: "changed_at",
      one: true,
      row: columns(MemberMarks, "bellReadAt", "alertMails", "changedAt"),
    },
    hidden: { technical: "member_id" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE_MARKS.run({ memberId }, manager),
  }),
];
