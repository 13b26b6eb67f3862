/** Whether a read-only server refused a write: a standby, or a former primary. SQLSTATE 25006. */
export const isWriteRefused = (error: Error & { code?: unknown }): boolean => error.code === "25006";
