import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BannerBar } from "~/features/banners/banner-bar";
import type { PictureSource } from "~/ui/picture";

const PICTURE: PictureSource = { src: "/a.webp", srcSet: "/a.webp 160w", width: 160, height: 80 };

const wordsOf = (title: string) =>
  /<p>(.*?)<\/p>/s.exec(
    renderToStaticMarkup(<BannerBar banners={[{ id: "1", title, url: null, picture: PICTURE }]} />),
  )?.[1];

it.each([
  [
    "Education, not advice. Prices fall. Ask.",
    'Education, not advice.<span class="notice-others"> Prices fall. Ask.</span>',
  ],
  ["Down 2.5 percent? Read on", 'Down 2.5 percent?<span class="notice-others"> Read on</span>'],
  ["One sentence alone.", "One sentence alone."],
  ["No end", "No end"],
])("keeps the first sentence of a notice where there is room for no more: %s", (title, words) => {
  expect(wordsOf(title)).toBe(words);
});
