import type { ReactNode } from "react";
import { TermTimeline } from "~/access/term";
import type { Membership } from "~/features/accounts/membership.queries.server";
import { Button, LinkButton } from "~/ui/button";
import { daysLeft, formatTime } from "~/ui/dates";
import { Time } from "~/ui/time";

const DAY_MS = 86_400_000;

type MembershipTermProps = {
  membership: Membership;
  /** The package of the same tier, if it is on sale: its days are added to the remaining days. */
  renewal?: { packageId: string; days: number | null; price: string };
  /** If the tier has several lengths: the fields to choose one. */
  lengths?: ReactNode;
  /** Whether any package is on sale. */
  forSale: boolean;
  zone: string;
};

/** The tier, its end, the days left, and the buttons to buy or renew. */
export function MembershipTerm({ membership, renewal, lengths, forSale, zone }: MembershipTermProps) {
  const { tier, until, since, now, isTrial } = membership;
  if (tier === "Basic") return <BasicTerm membership={membership} forSale={forSale} zone={zone} />;
  if (!until) {
    return (
      <TermTimeline title={tier} meta="Access without an end date." engraved>
        <p className="text-muted">There is nothing to renew.</p>
      </TermTimeline>
    );
  }
  const left = daysLeft(now, until);
  return (
    <TermTimeline
      title={tier}
      engraved
      meta={
        <>
          {isTrial && "Free trial. "}Access until <Time at={until} style="datetime" zone={zone} />.{" "}
          {isTrial ? "It ends automatically, and nothing is charged." : "It does not renew automatically."}
        </>
      }
      daysLeft={left}
      timeline={since && since < now ? timelineTexts(since, now, until, zone) : undefined}
    >
      {renewal && lengths && (
        <form method="post" action="/subscription" className="grid gap-3 max-w-form">
          {lengths}
          <div className="actions">
            <Button variant="accent" busyText="Redirecting...">
              Add days
            </Button>
            <p className="meta">
              Days you add now start after <Time at={until} style="date" zone={zone} />.
            </p>
          </div>
        </form>
      )}
      {renewal && !lengths && (
        <div className="actions">
          <form method="post" action="/subscription">
            <input type="hidden" name="packageId" value={renewal.packageId} />
            <Button variant="accent" busyText="Redirecting...">
              Add {renewal.days} days for {renewal.price}
            </Button>
          </form>
          <p className="meta">
            Days you add now start after <Time at={until} style="date" zone={zone} />.
          </p>
        </div>
      )}
    </TermTimeline>
  );
}

function timelineTexts(since: Date, now: Date, until: Date, zone: string) {
  const share = (now.getTime() - since.getTime()) / (until.getTime() - since.getTime());
  const totalDays = Math.round((until.getTime() - since.getTime()) / DAY_MS);
  const remainingDays = daysLeft(now, until);
  return {
    from: formatTime(since, "day", zone),
    now: `Today, ${formatTime(now, "day", zone)}`,
    until: formatTime(until, "day", zone),
    spentPercent: Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10,
    description: `${totalDays - remainingDays} of ${totalDays} days used, ${remainingDays} left`,
  };
}

function BasicTerm({
  membership: { lapsed, isTrial },
  forSale,
  zone,
}: Pick<MembershipTermProps, "membership" | "forSale" | "zone">) {
  return (
    <TermTimeline
      title="Basic"
      meta={
        lapsed ? (
          <>
            {isTrial ? (
              <>Your free trial of {lapsed.tier} ended on</>
            ) : (
              <>Your {lapsed.tier} membership ended on</>
            )}{" "}
            <Time at={lapsed.until} style="date" zone={zone} />.
          </>
        ) : (
          "Free, without an end date."
        )
      }
    >
      {forSale && (
        <div className="actions">
          <LinkButton variant="accent" to="/subscription">
            See the plans
          </LinkButton>
          <p className="meta">Daily briefs, stock picks and trade alerts come with Premium and Private.</p>
        </div>
      )}
    </TermTimeline>
  );
}
