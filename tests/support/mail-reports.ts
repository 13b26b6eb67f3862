type Fields = Record<string, string>;

const lines = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");

const multipart = (type: string, parts: string[], head: Fields) =>
  Buffer.from(
    [
      lines({
        ...head,
        "MIME-Version": "1.0",
        "Content-Type": `multipart/report; report-type=${type}; boundary="cut"`,
      }),
      "",
      ...parts.flatMap((part) => ["--cut", part]),
      "--cut--",
      "",
    ].join("\r\n"),
  );

const part = (type: string, body: string) => `Content-Type: ${type}\r\n\r\n${body}\r\n`;

type Bounce = { to: string; receivers: Fields[]; head?: Fields; prose?: string };

/** A delivery report (RFC 3464). @param to the address that it was sent to, ours */
export const deliveryReport = ({ to, receivers, head = {}, prose = "text/plain" }: Bounce) =>
  multipart(
    "delivery-status",
    [
      part(prose, "Your message could not be delivered. 550 5.1.1 is only an example of a status."),
      part(
        "message/delivery-status",
        [{ "Reporting-MTA": "dns; mx.receiver.test" }, ...receivers].map(lines).join("\r\n\r\n"),
      ),
      part("message/rfc822", "From: no-reply@example.com\r\nSubject: News\r\n\r\nIts text."),
    ],
    { From: "Mail Delivery <mailer-daemon@receiver.test>", To: to, Subject: "Undelivered", ...head },
  );

/** One receiver of such a report. */
export const receiver = (address: string, status: string, more: Fields = {}): Fields => ({
  "Final-Recipient": `rfc822; ${address}`,
  Action: "failed",
  Status: status,
  "Diagnostic-Code": `smtp; 550 ${status} refused`,
  ...more,
});

/** A feedback report (RFC 5965). @param original headers of the email that it is about @param head its own */
export const feedbackReport = (
  original: Fields,
  feedback: Fields = {},
  head: Fields = { Date: new Date().toUTCString() },
) =>
  multipart(
    "feedback-report",
    [
      part("text/plain", "This is an abuse report."),
      part(
        "message/feedback-report",
        lines({ "Feedback-Type": "abuse", "User-Agent": "Test/1", Version: "1", ...feedback }),
      ),
      part("message/rfc822", `${lines({ Subject: "News", ...original })}\r\n\r\nIts text.`),
    ],
    { From: "fbl@receiver.test", To: "abuse@example.com", Subject: "Abuse report", ...head },
  );
