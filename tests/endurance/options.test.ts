import { describe, expect, it } from "vitest";
import { readOptions } from "./options";

const KNOWN = { scenarios: ["kills", "payments"], plays: ["switchover", "rebuild"] };

describe("command-line options", () => {
  it("default to all scenarios for the promised time, except the mail server's", () => {
    expect(readOptions([], KNOWN)).toEqual({
      names: [],
      markdown: false,
      minutes: 10,
      rate: 50,
      recipients: 100_000,
      mailMinutes: 1,
      only: [],
    });
  });

  it("select scenarios and durations", () => {
    const words = ["payments", "--minutes", "0.5", "--rate", "100", "--mail-minutes", "10", "--markdown"];
    words.push("--only", "switchover", "--only", "rebuild", "--recipients", "2000");
    expect(readOptions(words, KNOWN)).toEqual({
      names: ["payments"],
      markdown: true,
      minutes: 0.5,
      rate: 100,
      recipients: 2_000,
      mailMinutes: 10,
      only: ["switchover", "rebuild"],
    });
  });

  it.each([
    [["killz"], "There is no scenario killz; there are kills, payments"],
    [["--only", "swichover"], "There is no play swichover; there are switchover, rebuild"],
    [["--fast"], "Unknown option '--fast'"],
    [["--minutes", "ten"], "--minutes takes a number above 0"],
    [["--rate", "0"], "--rate takes a number above 0"],
    [["--mail-minutes=-1"], "--mail-minutes takes a number above 0"],
  ])("reject %j with a message", (words, sentence) => {
    expect(() => readOptions(words, KNOWN)).toThrow(sentence);
  });
});
