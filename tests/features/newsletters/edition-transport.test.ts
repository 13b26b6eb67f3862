import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { type SmtpSink, startSmtpSink } from "tests/support/smtp-sink";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EditionTransport, openEditionTransport } from "~/features/newsletters/edition-transport.server";
import { readConfig, setConfig } from "~/platform/config.server";

let sink: SmtpSink;
let proxy: TcpProxy;
let transport: EditionTransport;
beforeEach(async () => {
  sink = await startSmtpSink();
  proxy = await tcpProxy(sink.url);
  const read = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: "postgres://127.0.0.1/unused",
    SMTP_URL: proxy.url,
    NEWSLETTER_CONNECTIONS: "2",
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  setConfig(read.config);
  transport = openEditionTransport();
});
afterEach(async () => {
  transport.close();
  await proxy.close();
  await sink.stop();
});

const RAW = "Subject: A\r\n\r\nB\r\n";
const send = (to: string) => transport.send({ from: "desk@site.test", to, raw: RAW });

it("a message that the server takes is sent", async () => {
  expect(await send("ada@demo.test")).toEqual({ outcome: "sent" });
  expect(sink.received).toMatchObject([{ from: "desk@site.test", to: ["ada@demo.test"] }]);
});

it("an email that has left keeps no timer", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const ended = vi.spyOn(globalThis, "clearTimeout");
  try {
    await Promise.all([send("ada@demo.test"), send("bob@demo.test")]);
    const long = timers.mock.results.filter((_, nth) => (timers.mock.calls[nth]?.[1] ?? 0) >= 120_000);
    expect(long).toHaveLength(2);
    for (const { value } of long) expect(ended).toHaveBeenCalledWith(value);
  } finally {
    timers.mockRestore();
    ended.mockRestore();
  }
});

it.each([550, 451])("a receiver that the server refuses with %i is refused with that code", async (code) => {
  sink.refuseNext("bad@demo.test", code);
  expect(await send("bad@demo.test")).toMatchObject({ outcome: "refused", code });
  expect(await send("good@demo.test")).toEqual({ outcome: "sent" });
});

it("a sender that the server refuses is no refusal of the receiver", async () => {
  const refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error("Blocked"), { responseCode: 550 })),
  });
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  proxy.leadTo(`smtp://127.0.0.1:${(refusing.server.address() as AddressInfo).port}`);
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken" });
  await new Promise<void>((resolve) => refusing.close(() => resolve()));
});

it("a server that cannot be reached has not taken the message", async () => {
  await sink.stop();
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken" });
});
