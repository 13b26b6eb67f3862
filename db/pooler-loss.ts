/**
 * Whether an error is how a pooler takes its leave: it has lost its database, has no session left, or was told to go. PgBouncer
 * has one SQLSTATE for all of it, "protocol violation". PostgreSQL's own of that name end no session: they tell of
 * a statement of ours that is wrong.
 */
export const isPoolerLoss = (error: Error & { code?: unknown; severity?: unknown }): boolean =>
  error.code === "08P01" && error.severity === "FATAL";
