import type { Operation } from "~/admin-kit/api-operations.server";
import type { Repeats } from "~/web/described-operation";

/** What an `Idempotency-Key` does at an operation. */
export const repeatsOf = ({ method, repeats }: Operation): Repeats =>
  method === "POST" ? (repeats ?? "kept") : "harmless";
