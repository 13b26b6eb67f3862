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

it("keeps what it is given", async () => {
  await send("ada@example.com");
  expect(sink.received).toMatchObject([{ from: "us@example.com", to: ["ada@example.com"] }]);
  expect(sink.received[0]?.data).toContain("Its text.");
});

it("refuses the next mail to an address, and takes the one after", async () => {
  sink.refuseNext("ada@example.com", 451);
  await expect(send("ada@example.com")).rejects.toMatchObject({ responseCode: 451 });
  await send("ada@example.com");
  expect(sink.received).toHaveLength(1);
});

it("is down for a while, and listens at the same address again", async () => {
  await sink.stop();
  await expect(send("ada@example.com")).rejects.toMatchObject({ code: "ESOCKET" });
  await sink.start();
  await send("ada@example.com");
  expect(sink.received).toHaveLength(1);
});
