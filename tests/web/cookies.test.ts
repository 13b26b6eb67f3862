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

describe("a cookie that is set", () => {
  beforeEach(() => servedAt("https://openbell.test"));

  it("is sent back to every page, over TLS alone, and read by no script", () => {
    expect(cookieHeader("kept", "a-token", 60)).toBe(
      "kept=a-token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });

  it("crosses plain HTTP where the site itself does", () => {
    servedAt("http://localhost:3000");
    expect(cookieHeader("kept", "a-token", 60)).toBe(
      "kept=a-token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  it("cannot carry another header or another attribute", () => {
    expect(cookieHeader("kept", "a; Domain=evil.test\r\nX: y", 60)).toMatch(/^kept=[\w%.-]+; Max-Age=60;/);
  });

  it("keeps a theme for a year and forgets the system's", () => {
    expect(themeCookie("dark")).toBe(
      "openbell_theme=dark; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(themeCookie("system")).toContain("Max-Age=0");
  });
});

describe("a cookie that is read", () => {
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
  ])("%j is %j", (header, value) => expect(readCookie(header, "kept")).toBe(value));

  it("is nothing of what every object has", () => {
    expect(readCookie("a=1", "toString")).toBeUndefined();
    expect(readCookie("__proto__=1", "kept")).toBeUndefined();
  });
});
