import { connect } from "node:net";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MB = 1024 * 1024;

let app: TestApp;
let cookies: string;
beforeAll(async () => {
  app = await startTestApp();
  cookies = await app.cookiesOf("superadmin");
});
afterAll(() => app?.stop());

type Sent = { path: string; headers: string[]; bytes: number; version?: string };

/** Acts like a simple client: sends everything, and only then reads. */
function sendAll({ path, headers, bytes, version = "1.1" }: Sent): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const head = [
    `POST ${path} HTTP/${version}`,
    "Host: localhost:3000",
    ...headers,
    `Content-Length: ${bytes}`,
  ];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.setEncoding("utf8");
    socket.pause();
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, "x"), () => {
      socket.on("data", (chunk: string) => {
        text += chunk;
      });
      socket.resume();
    });
    socket.on("error", (error) => {
      text += `broken: ${error.message}`;
    });
    socket.on("close", () => resolve(text));
  });
}

const JSON_TYPE = "Content-Type: application/json";
const MULTIPART = "Content-Type: multipart/form-data; boundary=x";

describe("a reply to an unread body", () => {
  it.each([
    ["a closing connection", "1.1", ["Connection: close"]],
    ["HTTP/1.0", "1.0", []],
  ])("reaches a client that sends everything first: %s", async (_, version, more) => {
    for (const [type, bytes] of [
      [JSON_TYPE, 2 * MB],
      [MULTIPART, 24 * MB],
    ] as const) {
      const answer = await sendAll({
        path: "/api/news",
        version,
        bytes,
        headers: [type, `Cookie: ${cookies}`, ...more],
      });
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/"message":"At most \d MB can be sent at once\."}$/);
    }
  });

  it("reaches the client when it refuses the sender, not the size", async () => {
    for (const path of ["/api/news", "/admin/news/new", "/about", "/nowhere"]) {
      const answer = await sendAll({ path, headers: [MULTIPART, "Connection: close"], bytes: 5 * MB });
      expect([path, /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]]).toEqual([
        path,
        expect.stringMatching(/^[34]\d\d$/),
      ]);
      expect(answer).not.toContain("broken");
    }
  });

  it("reaches the client of a page's form", async () => {
    const answer = await sendAll({
      path: "/login",
      bytes: 3 * MB,
      headers: ["Content-Type: application/x-www-form-urlencoded", "Connection: close"],
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("</html>");
  });
});
