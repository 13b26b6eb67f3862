import { expect, it } from "vitest";
import { binariesIn } from "../../../db/embedded/platform.mjs";
import { signalAll, startAs } from "./processes";

it.each([0, -1, Number.NaN])("a signal to %s, which is no process, is refused", (pid) => {
  expect(() => signalAll([process.pid, pid], "SIGCONT")).toThrow(`${pid} is not the number of one process`);
});

it("a signal to a process that is gone does nothing", () => {
  expect(() => signalAll([4_194_000], "SIGCONT")).not.toThrow();
});

it("a program that cannot be started is reported by its name", () => {
  const account = { native: { ...binariesIn("/", ""), folder: "/" } };
  expect(() => startAs(account, "/no/such/program", [])).toThrow("/no/such/program cannot be started");
});
