import type { ServerResponse } from "node:http";

/** Adds to the `Vary` header without losing earlier entries. */
export function variesBy(response: ServerResponse, names: string): string {
  const existing = response.getHeader("Vary");
  return existing === undefined ? names : [existing, names].flat().join(", ");
}

/** Sets it. */
export function addVary(response: ServerResponse, names: string): void {
  response.setHeader("Vary", variesBy(response, names));
}
