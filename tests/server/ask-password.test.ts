import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { askPassword } from "~/server/ask-password";

async function ask(typed: string, isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  const password = askPassword(input, output);
  input.end(typed);
  const answer = await password;
  output.end();
  return { answer, shown: await text(output) };
}

it.each([
  ["a typed password, which the terminal does not show", "long enough\r", "long enough"],
  ["nothing after Ctrl-C", "long\u0003", undefined],
  ["nothing after Ctrl-D", "\u0004", undefined],
])("the prompt for a password returns %s", async (_, typed, answer) => {
  expect(await ask(typed, true)).toEqual({ answer, shown: "Password: \n" });
});

it("a password from a pipe is its first line, without a prompt", async () => {
  expect(await ask("long enough\nmore\n", false)).toEqual({ answer: "long enough", shown: "" });
  expect(await ask("", false)).toEqual({ answer: "", shown: "" });
});
