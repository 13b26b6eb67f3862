import { Badge } from "~/ui/badge";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { GIFT_BADGES } from "./gift.rules";
import type { GivenGift } from "./gifts.queries.server";

type GivenGiftsProps = {
  label: string;
  gifts: readonly GivenGift[];
  zone: string;
  /** Whether each gift links to its page, which only its buyer can open. */
  linked?: boolean;
};

/** Gifts with their recipients and states. */
export function GivenGifts({ label, gifts, zone, linked = false }: GivenGiftsProps) {
  return (
    <Table label={label} cards>
      <thead>
        <tr>
          <HeaderCell>For</HeaderCell>
          <HeaderCell>Gift</HeaderCell>
          <HeaderCell>Paid</HeaderCell>
          <HeaderCell>State</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {gifts.map((gift) => (
          <GivenGiftRow key={gift.id} gift={gift} zone={zone} linked={linked} />
        ))}
      </tbody>
    </Table>
  );
}

const FORGOTTEN = "A deleted address";

function GivenGiftRow({ gift, zone, linked }: { gift: GivenGift; zone: string; linked: boolean }) {
  const { id, recipientEmail, packageName, days, paidAt, expiresAt, claimedAt, state } = gift;
  const whose = recipientEmail ?? FORGOTTEN;
  return (
    <tr>
      <RowHeader>{linked ? <a href={`/dashboard/gifts/${id}`}>{whose}</a> : whose}</RowHeader>
      <Cell label="Gift">{`${packageName}, ${days} days`}</Cell>
      <Cell label="Paid">{paidAt && <Time at={paidAt} style="short-date" zone={zone} />}</Cell>
      <Cell label="State">
        <Badge tone={GIFT_BADGES[state].tone}>{GIFT_BADGES[state].word}</Badge>
        <span className="meta">
          {state === "waiting" && expiresAt && (
            <>
              {" "}
              until <Time at={expiresAt} style="short-date" zone={zone} />
            </>
          )}
          {state === "claimed" && claimedAt && (
            <>
              {" "}
              <Time at={claimedAt} style="short-date" zone={zone} />
            </>
          )}
        </span>
      </Cell>
    </tr>
  );
}
