import type { ServerResponse } from "node:http";

/** Adds to what an answer depends on; who comes later must not forget what was said before. */
export function addVary(response: ServerResponse, names: string): void {
  const existing = [response.getHeader("Vary") ?? []].flat().map(String);
  response.setHeader("Vary", [...existing, names].join(", "));
}
