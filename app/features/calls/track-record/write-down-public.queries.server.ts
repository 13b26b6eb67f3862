import { countAllPublic } from "./count-calls.server";

/**
 * Writes down of every call that is public now that it is: whatever delay is set afterwards, it stays so. To be asked for before the
 * delay changes.
 */
export const writeDownPublicCalls = (): Promise<void> => countAllPublic();
