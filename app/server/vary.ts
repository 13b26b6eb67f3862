import type { ServerResponse } from "node:http";

/** What an answer depends on, with what was said of it before; who comes later must not forget that. */
export function variesBy(response: ServerResponse, names: string): string {
  const existing = response.getHeader("Vary");
  return existing === undefined ? names : [existing, names].flat().join(", ");
}

/** Says it. */
export function addVary(response: ServerResponse, names: string): void {
  response.setHeader("Vary", variesBy(response, names));
}
