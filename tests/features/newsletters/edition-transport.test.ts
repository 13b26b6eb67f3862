import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
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
    const long = timers.mock.results.filter((_, nth) => timers.mock.calls[nth]?.[1] === 120_000);
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

/** A server that refuses, or breaks, in its own way. */
async function leadToServer(options: SMTPServerOptions): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.leadTo(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  return () => new Promise<void>((resolve) => server.close(() => resolve()));
}

it.each([
  550, 451,
])("a sender that the server refuses with %i is no refusal of the receiver", async (code) => {
  const close = await leadToServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error("Blocked"), { responseCode: code })),
  });
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken", cause: "sender", code });
  await close();
});

it("a server that cannot be reached has not taken the message", async () => {
  await sink.stop();
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken", cause: "connection" });
});

it("a server that breaks off at one message, and can be reached, has not taken this message", async () => {
  const close = await leadToServer({ onRcptTo: () => proxy.cut() });
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken", cause: "message" });
  await close();
});

it("a server that breaks off, and cannot be reached again, is away", async () => {
  const close = await leadToServer({ onRcptTo: () => proxy.refuse() });
  expect(await send("ada@demo.test")).toMatchObject({ outcome: "not taken", cause: "connection" });
  await close();
});

it("a server that breaks off after the message may have it", async () => {
  const close = await leadToServer({
    onData(stream) {
      stream.on("end", () => proxy.cut()).resume();
    },
  });
  expect(await send("ada@demo.test")).toEqual({ outcome: "unknown" });
  await close();
});
