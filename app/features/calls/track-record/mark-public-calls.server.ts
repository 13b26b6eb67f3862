import { admitAllPublic } from "./admit-calls.server";

/** Marks all public calls, so they stay public under any later delay. Run this before the delay changes. */
export const markPublicCalls = (): Promise<void> => admitAllPublic();
