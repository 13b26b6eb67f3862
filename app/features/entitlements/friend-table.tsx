import { Badge, type BadgeTone } from "~/ui/badge";
import { pluralize } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Friend, FriendState } from "./referrals.queries.server";

const STATE_BADGES: Record<FriendState, { tone: BadgeTone; word: string }> = {
  joined: { tone: "plain", word: "Joined, no payment yet" },
  rewarded: { tone: "good", word: "Subscribed" },
  reversed: { tone: "warn", word: "Payment refunded" },
};

/** Who came through a member's link, how far they got, and the days that earned. */
export function FriendTable({ friends, zone }: { friends: Friend[]; zone: string }) {
  return (
    <Table label="Friends who joined" cards>
      <thead>
        <tr>
          <HeaderCell>Friend</HeaderCell>
          <HeaderCell>Joined</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell numeric>Days earned</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {friends.map(({ id, name, joinedAt, state, days }) => (
          <tr key={id}>
            <RowHeader>{name}</RowHeader>
            <Cell label="Joined">
              <Time at={joinedAt} style="short-date" zone={zone} />
            </Cell>
            <Cell label="State">
              <Badge tone={STATE_BADGES[state].tone}>{STATE_BADGES[state].word}</Badge>
            </Cell>
            <Cell label="Days earned" numeric>
              {pluralize(days, "day")}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
