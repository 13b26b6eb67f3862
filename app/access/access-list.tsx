import { pluralize } from "~/ui/format";
import { Time } from "~/ui/time";
import type { ListedPeriod } from "./periods.queries.server";

/** What an entry is called: what was got, or what was done. */
const CAUSES: Record<ListedPeriod["cause"], string> = {
  purchase: "Bought",
  gift: "Claimed as a gift",
  trial: "Tried free",
  reward: "Earned by a referral",
  staff: "Set by staff",
  carried: "Found when the list went on",
};

/** What a member's access is made of, the newest first. */
export function AccessList({ periods, zone }: { periods: readonly ListedPeriod[]; zone: string }) {
  if (periods.length === 0) return null;
  return (
    <details className="mt-4">
      <summary>What the access is made of</summary>
      <ul className="mt-2 grid gap-1 text-sm">
        {periods.map((period) => (
          <li key={period.id}>
            <Time at={period.since} style="short-date" zone={zone} />: {CAUSES[period.cause]},{" "}
            <Got {...period} zone={zone} />
            {period.takenBackAt && (
              <>
                , taken back <Time at={period.takenBackAt} style="short-date" zone={zone} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Got({ tier, days, until, zone }: ListedPeriod & { zone: string }) {
  if (days !== null) return tier ? `${tier}, ${pluralize(days, "day")}` : pluralize(days, "day");
  if (tier === "Basic" || until === null) return tier;
  return (
    <>
      {tier} until <Time at={until} style="short-date" zone={zone} />
    </>
  );
}
