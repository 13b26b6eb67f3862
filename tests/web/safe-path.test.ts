import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { safePath } from "~/web/safe-path";

describe("a return path", () => {
  it.each([
    ["/", "/"],
    ["/news?category=Tech&page=2#top", "/news?category=Tech&page=2#top"],
    ["/search?q=🚀", "/search?q=%F0%9F%9A%80"],
    ["/a/../b", "/b"],
  ])("%s is accepted", (text, path) => {
    expect(safePath(text)).toBe(path);
  });

  it.each([
    [null],
    [""],
    ["news"],
    ["//evil.example"],
    ["/\\evil.example"],
    ["/a\\b"],
    ["https://evil.example/"],
    ["javascript:alert(1)"],
    ["/\t/evil.example"],
    ["/\n//evil.example"],
    ["/.//evil.example"],
    ["/x/..//evil.example"],
    [" /news"],
    ["/search?q=".padEnd(2_001, "x")],
    [`/search?q=${"'".repeat(1_000)}`],
  ])("%j is rejected", spec("beyond hostile text search ways"), (text) => {
    expect(safePath(text)).toBeUndefined();
  });

  it("cannot inject a line end into a header", () => {
    expect(safePath("/news\r\nSet-Cookie: a=b")).not.toMatch(/[\r\n]/);
  });
});
