import type { SentenceId } from "./specification";

type Marks = { meta: Record<never, never>; annotation: { type: "spec"; description: string }[] };

/**
 * Says which sentences of the specification a test shows: `it("lists …", spec("2.3 news list"), () => …)`, and the same in Playwright.
 * docs/specification.md lists them.
 */
export const spec = (...ids: [SentenceId, ...SentenceId[]]): Marks => ({
  meta: {},
  annotation: ids.map((id) => ({ type: "spec", description: id })),
});
