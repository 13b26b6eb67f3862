import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type SmtpSink, startSmtpSink } from "./smtp-sink";

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.stop());

const send = (to: string) =>
  createTransport({ url: sink.url, ignoreTLS: true } as never).sendMail({
    from: "us@example.com",
    to,
    subject: "Hello",
    text: "Its text.",
  });

it("the SMTP sink keeps received emails", async () => {
  await send("ada@example.com");
  expect(sink.received).toMatchObject([{ from: "us@example.com", to: ["ada@example.com"] }]);
  expect(sink.received[0]?.data).toContain("Its text.");
});

it("the SMTP sink refuses the next email to an address, and accepts the one after", async () => {
  sink.refuseNext("ada@example.com", 451);
  await expect(send("ada@example.com")).rejects.toMatchObject({ responseCode: 451 });
  await send("ada@example.com");
  expect(sink.received).toHaveLength(1);
});

it("the SMTP sink can go down, and returns at the same address", async () => {
  await sink.stop();
  await expect(send("ada@example.com")).rejects.toMatchObject({ code: "ESOCKET" });
  await sink.start();
  await send("ada@example.com");
  expect(sink.received).toHaveLength(1);
});
