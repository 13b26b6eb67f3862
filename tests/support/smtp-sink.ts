import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; data: string };

/** An SMTP server that keeps its emails, and can go down. */
export type SmtpSink = {
  /** For SMTP_URL; unchanged after it was down. */
  url: string;
  /** In order of arrival. */
  received: readonly ReceivedMail[];
  /** Refuses the next email to this address with a code (RFC 5321, 4.2.3). */
  refuseNext(address: string, code: number): void;
  /** Listens again. */
  start(): Promise<void>;
  /** Refuses connections. No effect if it is down already. */
  stop(): Promise<void>;
};

/** @returns a listening server */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  let server: SMTPServer | undefined;
  let port = 0;
  const start = async () => {
    server = receiveMails(received, refusals);
    port = await listen(server, port);
  };
  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseNext: (address, code) => void refusals.set(address, code),
    start,
    async stop() {
      const ending = server;
      server = undefined;
      if (ending) await new Promise<void>((resolve) => ending.close(() => resolve()));
    },
  };
}

function receiveMails(received: ReceivedMail[], refusals: Map<string, number>): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const code = refusals.get(address);
      refusals.delete(address);
      done(code ? Object.assign(new Error("refused by the test"), { responseCode: code }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, data: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  // A sender killed in the middle of an email is no failure of this server.
  server.on("error", () => {});
  return server;
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve((server.server.address() as AddressInfo).port));
  });
}
