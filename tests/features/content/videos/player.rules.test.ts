import { describe, expect, it } from "vitest";
import { embedUrl, readYoutubeId } from "~/features/content/videos/player.rules";
import { posterArt } from "~/features/content/videos/poster.rules";

describe("readYoutubeId", () => {
  it.each([
    "https://www.youtube.com/watch?v=OBdemo52wkR",
    "http://youtube.com/watch?t=10&v=OBdemo52wkR&list=x",
    "https://m.youtube.com/watch?v=OBdemo52wkR#t=3",
    "https://youtu.be/OBdemo52wkR?si=abc",
    "https://www.youtube.com/embed/OBdemo52wkR",
    "https://www.youtube-nocookie.com/embed/OBdemo52wkR?rel=0",
    "https://www.youtube.com/shorts/OBdemo52wkR",
    "https://www.youtube.com/live/OBdemo52wkR",
    "https://www.youtube.com/v/OBdemo52wkR",
  ])("finds the id in %s", (link) => expect(readYoutubeId(link)).toBe("OBdemo52wkR"));

  it.each([
    "https://www.youtube.com/watch?v=OBdemo52wk",
    "https://www.youtube.com/watch?v=OBdemo52wkRR",
    "https://www.youtube.com/watch?v=OBdemo52w/R",
    'https://www.youtube.com/watch?v=OBdemo"wkR',
    "https://www.youtube.com/watch",
    "https://www.youtube.com/",
    "https://youtu.be/",
    "https://youtube.com.example.net/watch?v=OBdemo52wkR",
    "https://example.com/watch?v=OBdemo52wkR",
    "https://vimeo.com/12345678901",
    "javascript:OBdemo52wkR",
    "OBdemo52wkR",
    "",
  ])("finds no id in %s", (link) => expect(readYoutubeId(link)).toBeUndefined());

  it("gives a player address on the host without cookies", () => {
    expect(embedUrl("OBdemo52wkR")).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/OBdemo52wkR\?/);
  });
});

describe("a video's drawing", () => {
  const ids = Array.from({ length: 200 }, (_, i) => `0e354611-e4b3-87dc-84c6-${String(i).padStart(12, "0")}`);
  it("is stable", () => {
    for (const id of ids) expect(posterArt(id)).toEqual(posterArt(id));
  });
  it("differs between videos, and every motif and tone occurs without dominating", () => {
    const count = (what: "motif" | "tone") => {
      const seen: Record<string, number> = {};
      for (const id of ids) seen[posterArt(id)[what]] = (seen[posterArt(id)[what]] ?? 0) + 1;
      return Object.values(seen);
    };
    expect(count("motif")).toHaveLength(9);
    expect(count("tone")).toHaveLength(5);
    expect(Math.max(...count("motif"))).toBeLessThan(60);
  });
});
