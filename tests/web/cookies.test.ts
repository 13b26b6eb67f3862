import { beforeEach, describe, expect, it } from "vitest";
import { readConfig, setConfig } from "~/platform/config.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { themeCookie } from "~/web/theme-cookie.server";

const servedAt = (PUBLIC_URL: string) => {
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgresql://nobody@localhost/none",
    PUBLIC_URL,
  });
  if ("config" in read) setConfig(read.config);
};

describe("a cookie to set", () => {
  beforeEach(() => servedAt("https://openbell.test"));

  it("is sent to every page over TLS only, and hidden from scripts", () => {
    expect(cookieHeader("kept", "a-token", 60)).toBe(
      "kept=a-token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  it("is sent over plain HTTP if the site uses that", () => {
    servedAt("http://localhost:3000");
    expect(cookieHeader("kept", "a-token", 60)).toBe(
      "kept=a-token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  it("cannot inject another header or attribute", () => {
    expect(cookieHeader("kept", "a; Domain=evil.test\r\nX: y", 60)).toMatch(/^kept=[\w%.-]+; Max-Age=60;/);
  });

  it("keeps a theme for a year, and is deleted for the system theme", () => {
    expect(themeCookie("dark")).toBe(
      "openbell_theme=dark; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(themeCookie("system")).toContain("Max-Age=0");
  });
});

describe("a cookie to read", () => {
  it.each([
    ["kept=1", "1"],
    ["other=2; kept=1;third=3", "1"],
    ["kept=1; kept=2", "1"],
    ["kept=a%20b", "a b"],
    ["kept=%", "%"],
    ["kept=", ""],
    ["xkept=1; keptx=2; kept", undefined],
    ["", undefined],
    [null, undefined],
    [undefined, undefined],
  ])("in %j is %j", (header, value) => expect(readCookie(header, "kept")).toBe(value));

  it("is not a property that every object has", () => {
    expect(readCookie("a=1", "toString")).toBeUndefined();
    expect(readCookie("__proto__=1", "kept")).toBeUndefined();
  });
});
