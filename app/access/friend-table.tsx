import { Badge, type BadgeTone } from "~/ui/badge";
import { pluralize } from "~/ui/format";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Friend } from "./referrals.queries.server";
import { REFUSAL_TEXTS } from "./reward-refusal-texts";

const STATE_BADGES: Record<Friend["state"], { tone: BadgeTone; word: string }> = {
  joined: { tone: "plain", word: "Joined, no payment yet" },
  rewarded: { tone: "good", word: "Subscribed" },
  reversed: { tone: "warn", word: "Payment refunded" },
  refused: { tone: "plain", word: "Subscribed, no reward" },
};

/** Once the referrer reaches the yearly cap, only the friend gets days. */
const friendState = ({ state, refusal }: Friend) => (state === "rewarded" && refusal ? "refused" : state);

type FriendTableProps = {
  friends: Friend[];
  zone: string /** Says to staff why a reward was refused. */;
  reasons?: boolean;
};

/** The friends who joined by a member's link, with their state and the days earned. */
export function FriendTable({ friends, zone, reasons = false }: FriendTableProps) {
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
        {friends.map((friend) => (
          <FriendRow key={friend.id} friend={friend} zone={zone} reasons={reasons} />
        ))}
      </tbody>
    </Table>
  );
}

function FriendRow({ friend, zone, reasons }: { friend: Friend; zone: string; reasons: boolean }) {
  const { name, joinedAt, refusal, days } = friend;
  const { tone, word } = STATE_BADGES[friendState(friend)];
  return (
    <tr>
      <RowHeader>{name}</RowHeader>
      <Cell label="Joined">
        <Time at={joinedAt} style="short-date" zone={zone} />
      </Cell>
      <Cell label="State">
        <Badge tone={tone}>{word}</Badge>
        {reasons && refusal && <span className="sub">{REFUSAL_TEXTS[refusal]}</span>}
      </Cell>
      <Cell label="Days earned" numeric>
        {pluralize(days, "day")}
      </Cell>
    </tr>
  );
}
