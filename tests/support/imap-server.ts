import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mailbox of an IMAP server, of which only what reading needs is there. */
export type ImapServer = {
  /** For BOUNCE_MAILBOX. */
  url: string;
  /** The UID of the first message is 1; a removed one is undefined. */
  messages: (Buffer | undefined)[];
  uidValidity: number;
  /** UIDs that were marked as read, and every other change that was requested. */
  read: number[];
  changes: string[];
  /** Connections that signed in. */
  visits: number;
  /** The connection breaks when this UID is fetched. */
  breaksAt?: number;
  /** The server cannot give this UID. */
  refusesAt?: number;
  stop(): Promise<void>;
};

/** @returns a listening server without messages */
export async function startImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    let waiting = "";
    socket.on("data", (data) => {
      const lines = `${waiting}${data}`.split("\r\n");
      waiting = lines.pop() ?? "";
      for (const line of lines) answer(mailbox, socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mailbox: ImapServer = {
    url: `imap://reader:pass%2Fword@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    messages: [],
    uidValidity: 7,
    read: [],
    changes: [],
    visits: 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mailbox;
}

function answer(mailbox: ImapServer, socket: Socket, line: string): void {
  const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
  const uid = Number(/^UID \w+ (\d+)/.exec(command)?.[1]);
  if (command.startsWith("UID FETCH") && uid === mailbox.breaksAt) {
    socket.destroy();
    return;
  }
  if (command.startsWith("UID FETCH") && uid === mailbox.refusesAt) {
    socket.write(`${tag} NO [SERVERBUG] Internal error\r\n`);
    return;
  }
  socket.write(`${untagged(mailbox, command, uid)}${tag} OK done\r\n`);
}

function untagged(mailbox: ImapServer, command: string, uid: number): string | Buffer {
  const { messages } = mailbox;
  const uids = messages.flatMap((message, index) => (message ? [index + 1] : []));
  if (command === "CAPABILITY") return "* CAPABILITY IMAP4rev1\r\n";
  if (command.startsWith("LOGIN")) {
    mailbox.visits +=
      command === 'LOGIN "reader" "pass/word"' || command === "LOGIN reader pass/word" ? 1 : 0;
    return "";
  }
  if (command.startsWith("LIST")) return '* LIST (\\HasNoChildren) "/" "INBOX"\r\n';
  if (command.startsWith("SELECT"))
    return `* ${uids.length} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${mailbox.uidValidity}] x\r\n* OK [UIDNEXT ${messages.length + 1}] x\r\n`;
  if (command.startsWith("UID SEARCH")) {
    const from = Number(/(\d+):\*/.exec(command)?.[1]);
    const found = uids.filter((each) => each >= from);
    // A range that begins after the last message means the last message.
    return `* SEARCH ${(found.length > 0 ? found : uids.slice(-1)).join(" ")}\r\n`;
  }
  if (command.startsWith("UID FETCH")) {
    const text = messages[uid - 1]?.toString("latin1");
    const place = uids.indexOf(uid) + 1;
    return text === undefined
      ? ""
      : `* ${place} FETCH (UID ${uid} BODY[]<0> {${text.length}}\r\n${text})\r\n`;
  }
  if (/^UID STORE \d+ \+FLAGS(\.SILENT)? \(\\Seen\)$/.test(command)) mailbox.read.push(uid);
  else if (/STORE|EXPUNGE|COPY|MOVE|DELETE|APPEND/.test(command)) mailbox.changes.push(command);
  return "";
}
