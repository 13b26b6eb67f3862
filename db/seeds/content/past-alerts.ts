import { AUTHORS, NO_POSITION } from "./authors";
import { ALERTS_OF_ACHTERBERG } from "./past-alerts/achterberg";
import { ALERTS_OF_CALLOWAY } from "./past-alerts/calloway";
import { ALERTS_OF_HOLT } from "./past-alerts/holt";
import { ALERTS_OF_OKONJO } from "./past-alerts/okonjo";
import type { PastAlert, PastAlertContent } from "./past-alerts/past-alert";
import { ALERTS_OF_SANDOVAL } from "./past-alerts/sandoval";

const WRITTEN: Record<keyof typeof AUTHORS, readonly PastAlertContent[]> = {
  holt: ALERTS_OF_HOLT,
  calloway: ALERTS_OF_CALLOWAY,
  sandoval: ALERTS_OF_SANDOVAL,
  achterberg: ALERTS_OF_ACHTERBERG,
  okonjo: ALERTS_OF_OKONJO,
};

/** The alerts of the demo's first two years, all of them over. */
export const PAST_ALERTS: readonly PastAlert[] = (Object.keys(WRITTEN) as (keyof typeof AUTHORS)[]).flatMap(
  (author) =>
    WRITTEN[author].map((alert) => ({ disclosure: NO_POSITION, ...alert, author: AUTHORS[author] })),
);
