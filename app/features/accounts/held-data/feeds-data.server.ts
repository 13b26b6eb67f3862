import { PrivateFeed } from "db/entities/private-feed";
import { columns } from "db/entity-columns.server";
import { command } from "db/statement.server";
import { declareData, OF_MEMBER } from "./declare-held-data.server";

const DELETE = command("deletion.private-feeds")`delete from private_feeds where ${OF_MEMBER}`;

/** The addresses at which a member reads feeds. The tokens are stored as hashes only. */
export const FEEDS_DATA = [
  declareData({
    table: "private_feeds",
    topic: "feeds",
    rows: OF_MEMBER,
    exported: {
      as: "privateFeeds",
      order: "section",
      row: columns(PrivateFeed, "section", "createdAt", "lastUsedOn"),
    },
    hidden: { technical: "member_id", secret: "token_hash" },
    afterDeletion: "nothing",
    forget: (manager, { memberId }) => DELETE.run({ memberId }, manager),
  }),
];
