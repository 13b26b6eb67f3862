import { Badge, type BadgeTone } from "~/ui/badge";
import { countOf } from "~/ui/format";
import { Cell, Head, RowName, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Friend, FriendState } from "./referrals.queries.server";

const STATES: Record<FriendState, { tone: BadgeTone; word: string }> = {
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
          <Head>Friend</Head>
          <Head>Joined</Head>
          <Head>State</Head>
          <Head numeric>Days earned</Head>
        </tr>
      </thead>
      <tbody>
        {friends.map(({ id, name, joinedAt, state, days }) => (
          <tr key={id}>
            <RowName>{name}</RowName>
            <Cell label="Joined">
              <Time at={joinedAt} style="short-date" zone={zone} />
            </Cell>
            <Cell label="State">
              <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
            </Cell>
            <Cell label="Days earned" numeric>
              {countOf(days, "day")}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
