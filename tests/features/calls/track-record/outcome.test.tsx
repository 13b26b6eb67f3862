import { renderToStaticMarkup as html } from "react-dom/server";
import { expect, it } from "vitest";
import { Outcome } from "~/features/calls/track-record/outcome";

it.each([
  [12.34, "outcome outcome--win", "+12.3%"],
  [0.046, "outcome outcome--win", "+0.05%"],
  [-0.046, "outcome outcome--loss", "−0.05%"],
])("a result of %s has the shape and text: %s %s", (result, look, figure) => {
  const markup = html(<Outcome reason="target" result={result} />);
  expect(markup).toContain(`class="${look}"`);
  expect(markup).toContain("<circle");
  expect(markup).toContain(`<b>${figure}</b>`);
});

it("a result of zero has neither shape nor colour", () => {
  expect(html(<Outcome reason="period" result={0} />)).toBe(
    '<span class="outcome">Last day <b>0.0%</b></span>',
  );
});
