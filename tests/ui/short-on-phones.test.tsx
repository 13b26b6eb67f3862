import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ShortOnPhones } from "~/ui/short-on-phones";

const drawn = (count: number) =>
  renderToStaticMarkup(
    <ShortOnPhones count={count} of="calls" first={3}>
      <ul />
    </ShortOnPhones>,
  );

it("a shortened list offers its rest, if any", () => {
  expect(drawn(4)).toContain(">All 4 calls<");
  expect(drawn(3)).toBe("<ul></ul>");
});

it("a shortened list never labels some as all", () => {
  const some = renderToStaticMarkup(
    <ShortOnPhones count={8} of="calls" all="The 8 nearest" first={3}>
      <ul />
    </ShortOnPhones>,
  );
  expect(some).toContain(">The 8 nearest<");
  expect(some).not.toContain("All 8");
});
