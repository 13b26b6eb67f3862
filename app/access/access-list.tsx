import { pluralize } from "~/ui/format";
import { Time } from "~/ui/time";
import type { ListedPeriod } from "./periods.queries.server";

/** Labels of the entries in the list of access periods. */
const CAUSES: Record<ListedPeriod["cause"], string> = {
  purchase: "Bought",
  gift: "Claimed as a gift",
  trial: "Free trial",
  reward: "Referral reward",
  staff: "Set by staff",
  carried: "Carried over",
};

/** The access periods of a member, newest first. */
export function AccessList({ periods, zone }: { periods: readonly ListedPeriod[]; zone: string }) {
  if (periods.length === 0) return null;
  return (
    <details className="mt-4">
      <summary>Access history</summary>
      <ul className="mt-2 grid gap-1 text-sm">
        {periods.map((period) => (
          <li key={period.id}>
            <Time at={period.since} style="short-date" zone={zone} />: {CAUSES[period.cause]},{" "}
            <PeriodText {...period} zone={zone} />
            {period.takenBackAt && (
              <>
                , reversed <Time at={period.takenBackAt} style="short-date" zone={zone} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function PeriodText({ tier, days, until, zone }: ListedPeriod & { zone: string }) {
  if (days !== null) return tier ? `${tier}, ${pluralize(days, "day")}` : pluralize(days, "day");
  if (tier === "Basic" || until === null) return tier;
  return (
    <>
      {tier} until <Time at={until} style="short-date" zone={zone} />
    </>
  );
}
