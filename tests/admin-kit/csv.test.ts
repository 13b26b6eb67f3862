import { expect, it } from "vitest";
import { csvFile } from "~/admin-kit/csv.server";

const fieldOf = async (text: string) => {
  const file = await csvFile("things", [[text]]).text();
  return file.replace(/^\uFEFF/, "").replace(/\r\n$/, "");
};

it.each([
  "=1+1",
  "+cmd",
  "-cmd",
  "@SUM(A1)",
  "＝1+1",
  "＋cmd",
  "－cmd",
  "＠SUM(A1)",
  "﹢cmd",
  "﹣cmd",
  "﹦1+1",
  "﹫SUM(A1)",
  "⁼1+1",
  "－５",
])("%j is kept a text", async (text) => {
  expect(await fieldOf(text)).toBe(`'${text}`);
});

it.each(["\tcmd", "\r=1", "\n=1", '=a"b'])("%j is kept a text, whatever it begins with", async (text) => {
  expect((await fieldOf(text)).replace(/^"/, "")).toMatch(/^'/);
});

it.each(["-5", "+1.25%", "-1,024.80", "Ａ", "a=b", "", "Ünïcode"])("%j stays as it is", async (text) => {
  expect((await fieldOf(text)).replaceAll('"', "")).toBe(text);
});
