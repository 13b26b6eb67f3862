import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListScreen } from "~/admin-kit/list-screen";
import { ANALYTICS_PATH } from "~/features/analytics/ranges.rules";
import { paymentsScreen } from "~/features/billing/payments/payments.screen.server";
import { LatePart } from "~/ui/late-part";
import { StatTiles } from "~/ui/stat-tiles";

export const loader = (args: LoaderFunctionArgs) => paymentsScreen(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function Payments() {
  const { totals } = useLoaderData<typeof loader>();
  if (!totals) return <ListScreen above={<LatePart what="The totals" />} />;
  const tiles = totals.map(({ label, amount, note }) => ({ label, figure: amount, note }));
  const above = tiles.length > 0 && (
    <div className="mb-6">
      <StatTiles label="Totals by status" tiles={tiles} />
      <p className="meta mt-3">
        <a href={ANALYTICS_PATH}>Numbers</a>: payers and revenue, by day and by plan.{" "}
        <a href="/admin/payments/access">Money and access</a>: payments compared with access
      </p>
    </div>
  );
  return <ListScreen above={above} />;
}
