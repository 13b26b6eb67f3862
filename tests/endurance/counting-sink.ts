import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An SMTP server that keeps addresses only, refuses receivers and cuts lines. */
export type CountingSink = {
  /** For SMTP_URL. */
  url: string;
  /** How often it took a message to each address. */
  taken: ReadonlyMap<string, number>;
  /** Lines cut after the message was taken, without an answer. */
  cuts: number;
  /** Receivers refused with 451; each is refused once. */
  refused: number;
  close(): Promise<void>;
};

/** How often it fails: every `refuses`th receiver is refused once, and every `cuts`th message's line is cut. */
type Faults = { refuses: number; cuts: number };

/** @returns a listening server */
export async function startCountingSink({ refuses, cuts }: Faults): Promise<CountingSink> {
  const taken = new Map<string, number>();
  const refused = new Set<string>();
  let [asked, count] = [0, 0];
  const sink = { url: "", taken, cuts: 0, refused: 0, close: async () => {} };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      asked += 1;
      if (asked % refuses !== 0 || refused.has(address)) return done(null);
      refused.add(address);
      sink.refused += 1;
      return done(Object.assign(new Error("Come again"), { responseCode: 451 }));
    },
    onData(stream, { envelope, id }, done) {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1);
        count += 1;
        if (count % cuts !== 0) return done(null);
        sink.cuts += 1;
        return cutLine(server, id);
      });
    },
  });
  // A sender killed in the middle of an email is no failure of this server.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sink.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  sink.close = () => new Promise((resolve) => server.close(() => resolve()));
  return sink;
}

/** Ends a session's connection without an answer. */
function cutLine(server: SMTPServer, sessionId: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ session: { id: string }; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.session.id === sessionId) connection._socket.destroy();
}
