import { Button, LinkButton } from "~/ui/button";
import { type Fact, Facts } from "~/ui/facts";
import { formatCount, pluralize } from "~/ui/format";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { CLAIM_TEXTS, type GiftState } from "./gift.rules";
import { GiftMessage } from "./gift-message";

type Moment = Date | string;

export type GiftOnOffer = {
  senderName: string;
  message: string;
  packageName: string;
  days: number;
  expiresAt: Moment | null;
  accessUntil: Moment | null;
  state: GiftState;
  isBuyers: boolean;
  isClaimants: boolean;
  signedIn: boolean;
  effect?: { problem?: string; replaces?: string; until: Moment | null };
};

/** The page behind a gift's link: the giver, the gift and the available actions. */
export function GiftOffer({ gift, zone, refused }: { gift: GiftOnOffer; zone: string; refused?: string }) {
  const { message, packageName, days, expiresAt, state } = gift;
  const facts: Fact[] = [
    { label: "Membership", value: packageName },
    { label: "Days", value: formatCount(days) },
    ...(state === "waiting" && expiresAt
      ? [{ label: "Claim by", value: <Time at={expiresAt} style="date" zone={zone} /> }]
      : []),
  ];
  return (
    <div className="grid gap-5">
      {refused && <Note tone="bad" title={refused} />}
      {message && <GiftMessage text={message} />}
      <Facts items={facts} />
      {state === "waiting" ? <Waiting gift={gift} zone={zone} /> : <ClosedGift gift={gift} zone={zone} />}
    </div>
  );
}

function Waiting({ gift, zone }: { gift: GiftOnOffer; zone: string }) {
  const { signedIn, isBuyers, effect } = gift;
  if (!signedIn) return <SignInFirst />;
  if (isBuyers)
    return (
      <Note title={CLAIM_TEXTS.own}>
        <p>
          The person you bought it for has received an email with this link.{" "}
          <a href="/dashboard/subscription#gifts">The gifts you gave</a>
        </p>
      </Note>
    );
  if (effect?.problem)
    return <Note title={effect.problem === "no end" ? CLAIM_TEXTS.noEnd : CLAIM_TEXTS.privateRuns} />;
  return <ClaimForm gift={gift} zone={zone} />;
}

/** A cookie holds the way back: with the gift's token in an address, page analytics would see it. */
function SignInFirst() {
  return (
    <>
      <p>You need a free account to claim it. You pay nothing, and nothing renews.</p>
      <LinkButton to="/register" variant="brand" size="lg" block>
        Create a free account
      </LinkButton>
      <LinkButton to="/login" size="lg" block>
        Sign in
      </LinkButton>
      <p className="meta">You will then come back to this page.</p>
    </>
  );
}

function ClaimForm({ gift: { days, effect }, zone }: { gift: GiftOnOffer; zone: string }) {
  return (
    <form method="post" className="form">
      {effect?.replaces && (
        <Note tone="warn" title={`Your ${effect.replaces} would end immediately`}>
          <label className="check">
            <input type="checkbox" name="replace" /> Replace it: the gift starts today
          </label>
        </Note>
      )}
      <Button variant="brand" size="lg" block busyText="Claiming...">
        {`Claim ${pluralize(days, "day")}`}
      </Button>
      {effect?.until && (
        <p className="meta">
          If you claim it now, you have access until <Time at={effect.until} style="date" zone={zone} />. It
          does not renew automatically.
        </p>
      )}
    </form>
  );
}

function ClosedGift({ gift, zone }: { gift: GiftOnOffer; zone: string }) {
  const { state, isClaimants, accessUntil, expiresAt } = gift;
  if (state === "claimed" && isClaimants)
    return (
      <>
        <Note tone="good" title="This gift is yours">
          {accessUntil && (
            <p>
              Its days last until <Time at={accessUntil} style="date" zone={zone} />.
            </p>
          )}
        </Note>
        <LinkButton to="/daily-brief" variant="brand" size="lg" block>
          Read the daily briefs
        </LinkButton>
        <LinkButton to="/dashboard/subscription" size="lg" block>
          Your subscription
        </LinkButton>
      </>
    );
  if (state === "claimed") return <Note title={CLAIM_TEXTS.claimed} />;
  if (state === "taken back") return <Note tone="warn" title={CLAIM_TEXTS.takenBack} />;
  return (
    <Note tone="warn" title={CLAIM_TEXTS.late}>
      {expiresAt && (
        <p>
          It could be claimed until <Time at={expiresAt} style="date" zone={zone} />.
        </p>
      )}
    </Note>
  );
}
