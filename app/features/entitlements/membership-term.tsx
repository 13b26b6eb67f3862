import type { Membership } from "~/features/accounts/member.queries.server";
import { Button, LinkButton } from "~/ui/button";
import { daysLeft, formatTime } from "~/ui/dates";
import { Term } from "~/ui/term";
import { Time } from "~/ui/time";

const DAY_MS = 86_400_000;

type MembershipTermProps = {
  membership: Membership;
  /** The package of the same tier, when it is on sale: its days are added to what is left. */
  more?: { packageId: string; days: number | null; price: string };
  zone: string;
};

/** The plan, access until, days left, and what can be done about it. */
export function MembershipTerm({ membership, more, zone }: MembershipTermProps) {
  const { tier, until, since, now, lapsed } = membership;
  if (tier === "Basic") return <BasicTerm lapsed={lapsed} zone={zone} />;
  if (!until) {
    return (
      <Term title={tier} meta="Access without an end date.">
        <p className="text-muted">There is nothing to renew.</p>
      </Term>
    );
  }
  const left = daysLeft(now, until);
  return (
    <Term
      title={tier}
      meta={
        <>
          Access until <Time at={until} style="datetime" zone={zone} />. It does not renew by itself.
        </>
      }
      daysLeft={left}
      line={since && since < now ? lineOf(since, now, until, zone) : undefined}
    >
      {more && (
        <div className="actions">
          <form method="post" action="/subscription">
            <input type="hidden" name="packageId" value={more.packageId} />
            <Button variant="accent" busyText="Redirecting...">
              Add {more.days} days for {more.price}
            </Button>
          </form>
          <p className="meta">
            Days you add now start after <Time at={until} style="date" zone={zone} />.
          </p>
        </div>
      )}
    </Term>
  );
}

function lineOf(since: Date, now: Date, until: Date, zone: string) {
  const share = (now.getTime() - since.getTime()) / (until.getTime() - since.getTime());
  const all = Math.round((until.getTime() - since.getTime()) / DAY_MS);
  const left = daysLeft(now, until);
  return {
    from: formatTime(since, "day", zone),
    now: `Today, ${formatTime(now, "day", zone)}`,
    until: formatTime(until, "day", zone),
    spentPercent: Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10,
    spoken: `${all - left} of ${all} days used, ${left} left`,
  };
}

function BasicTerm({ lapsed, zone }: Pick<Membership, "lapsed"> & { zone: string }) {
  return (
    <Term
      title="Basic"
      meta={
        lapsed ? (
          <>
            Your {lapsed.tier} membership ended on <Time at={lapsed.until} style="date" zone={zone} />.
          </>
        ) : (
          "Free, without an end date."
        )
      }
    >
      <div className="actions">
        <LinkButton variant="accent" to="/subscription">
          See the plans
        </LinkButton>
        <p className="meta">Daily briefs, stock picks and trade alerts come with Premium and Private.</p>
      </div>
    </Term>
  );
}
