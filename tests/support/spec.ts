import type { SentenceId } from "./specification";

type Marks = { meta: Record<never, never>; annotation: { type: "spec"; description: string }[] };

/**
 * Names the sentences of the specification that a test shows, also in Playwright:
 * `it("lists …", spec("2.3 news list"), () => …)`. docs/specification.md lists them.
 */
export const spec = (...ids: [SentenceId, ...SentenceId[]]): Marks => ({
  meta: {},
  annotation: ids.map((id) => ({ type: "spec", description: id })),
});
