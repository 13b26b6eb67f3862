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
])("the CSV cell %j stays text", async (text) => {
  expect(await fieldOf(text)).toBe(`'${text}`);
});

it.each([
  "\tcmd",
  "\r=1",
  "\n=1",
  '=a"b',
])("the CSV cell %j stays text whatever it begins with", async (text) => {
  expect((await fieldOf(text)).replace(/^"/, "")).toMatch(/^'/);
});

it.each([
  "-5",
  "+1.25%",
  "-1,024.80",
  "Ａ",
  "a=b",
  "",
  "Ünïcode",
])("the CSV cell %j is unchanged", async (text) => {
  expect((await fieldOf(text)).replaceAll('"', "")).toBe(text);
});
