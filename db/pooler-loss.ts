/**
 * Whether a pooler ended the session: it lost its database, has no session left, or shuts down. PgBouncer
 * uses one SQLSTATE for all of them, "protocol violation". PostgreSQL's own errors of that name end no
 * session: they mean that one of our statements is wrong.
 */
export const isPoolerLoss = (error: Error & { code?: unknown; severity?: unknown }): boolean =>
  error.code === "08P01" && error.severity === "FATAL";
