import { renderToStaticMarkup as html } from "react-dom/server";
import { expect, it } from "vitest";
import { CompactPlan } from "~/features/content/alerts/alert-plan";

const clock = { now: "2026-11-27T10:00:00Z", zone: "UTC" };

const drawn = (pricedAt: string) =>
  html(
    <CompactPlan
      clock={clock}
      call={{
        ticker: "SHEL",
        companySymbol: "SHEL",
        name: "Shell",
        tag: "buy",
        targetPrice: "31.00",
        stopLoss: "25.00",
        currentPrice: "27.10",
        dailyChange: null,
        currency: "GBP",
        kind: "stock",
        pricedAt: pricedAt as unknown as Date,
        pricedOfDay: false,
        holdingPeriod: "2 weeks",
        ended: false,
        endsAt: null,
      }}
    />,
  );

it("CompactPlan does not break a day or a price's time in a narrow card", () => {
  expect(drawn("2026-11-26T09:00:00Z")).toMatch(
    /<span class="whitespace-nowrap">on <time[^>]*>26 Nov 2026<\/time><\/span>/,
  );
  expect(drawn("2026-11-27T09:00:00Z")).toMatch(
    /<span class="whitespace-nowrap"><time[^>]*>09:00 UTC<\/time><\/span>/,
  );
});
