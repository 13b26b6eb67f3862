import { BIN_DAYS } from "~/admin-kit/bin.rules";

const DAY_MS = 86_400_000;

/** When a deleted record is removed permanently. */
export const lastDayIn = (deletedAt: Date): Date => new Date(deletedAt.getTime() + BIN_DAYS * DAY_MS);
