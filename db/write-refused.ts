/** Whether a server was asked to write and only reads: a standby, or what was the primary once. SQLSTATE 25006. */
export const isWriteRefused = (error: Error & { code?: unknown }): boolean => error.code === "25006";
