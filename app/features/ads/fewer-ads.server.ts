import type { Viewer } from "~/features/auth/viewer.server";
import { readsAnything } from "~/features/entitlements/access.server";
import { config } from "~/platform/config.server";

/** Whether somebody is shown one advertisement where others are shown more: who pays, unless the owner wants it otherwise. */
export const seesFewerAds = (viewer: Viewer): boolean => config().fewerAdsForMembers && readsAnything(viewer);
