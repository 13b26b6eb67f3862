import { describe, expect, it } from "vitest";
import { verdictOfRefusal, verdictOfStatus } from "~/features/mail/verdict.rules";

describe("a status code", () => {
  it.each([
    ["5.1.1", "hard", "no such mailbox"],
    ["5.1.2", "hard", "no such domain"],
    ["5.1.3", "hard", "an impossible address"],
    ["5.1.6", "hard", "moved without a new address"],
    ["5.1.10", "hard", "a domain without emails"],
    ["5.2.1", "hard", "a closed mailbox"],
    ["5.2.2", "soft", "a full mailbox"],
    ["5.4.1", "soft", "no answer from the host"],
    ["5.5.0", "soft", "what some servers say of a mailbox"],
    ["5.0.0", "soft", "no details"],
    ["4.1.1", "soft", "for now no such mailbox"],
    ["4.2.2", "soft", "for now a full mailbox"],
    ["5.3.0", "soft", "what some servers say when a mailbox's own rules fail"],
    ["5.7.1", "ours", "policy"],
    ["5.7.515", "ours", "unauthenticated"],
    ["4.7.0", "ours", "greylisted for days"],
    ["5.1.8", "ours", "a bad sender"],
    ["5.2.3", "ours", "too long"],
    ["5.3.4", "ours", "too big"],
    ["5.5.2", "ours", "syntax"],
    ["5.6.0", "ours", "contents"],
  ])("%s says %s: %s", (status, verdict) => {
    expect(verdictOfStatus(status)).toBe(verdict);
  });

  it.each([
    "2.1.5",
    "",
    "5.1",
    "5.1.1.1",
    "5.1.1111",
    "٥.1.1",
    "5.1.1 ",
  ])("%j is not one that reports a failure", (status) => expect(verdictOfStatus(status)).toBeUndefined());
});

it.each([
  ["4.3.0", "a server is away"],
  ["4.3.2", "it takes no emails now"],
  ["4.4.1", "no answer"],
  ["4.4.7", "expired in the queue"],
])("%s says nothing about the address: %s", (status) => expect(verdictOfStatus(status)).toBeUndefined());

describe("a refusal by SMTP", () => {
  const refusal = (answer: string, isAboutReceiver = true) =>
    verdictOfRefusal({ code: Number(/\d{3}/.exec(answer)?.[0]), answer, isAboutReceiver });

  it("an enhanced status decides, at any command", () => {
    expect(refusal("Can't send mail: 550 5.1.1 No such user")).toBe("hard");
    expect(refusal("550-5.1.1 The account that you tried\n550 5.1.1 does not exist", false)).toBe("hard");
    expect(refusal("550 5.7.515 Access denied")).toBe("ours");
    expect(refusal("452 4.2.2 Mailbox full")).toBe("soft");
  });

  it("without one is soft if it is about the receiver, otherwise nothing", () => {
    expect(refusal("550 No such user")).toBe("soft");
    expect(refusal("550 5.1.1.9 is not a status")).toBe("soft");
    expect(refusal("550 Rejected as spam", false)).toBeUndefined();
    expect(refusal("554 No service for you")).toBeUndefined();
  });
});
