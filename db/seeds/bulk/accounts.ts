import { evenFraction, hash, id, moment, momentSince, oneOf, word } from "./columns";
import { needsMembers, numberedHash, rows, type Statement, withMembers } from "./statement";

const PENDING = "status = 'pending'";

/** Further registrations of unverified addresses. */
export const registrations: Statement = {
  table: "registrations",
  last: numberedHash("registrations", "browser_hash"),
  needs: needsMembers("Registrations", PENDING),
  inserts: [
    rows(
      "registrations",
      {
        id: id("registration"),
        created_at: momentSince(0, "registered_at"),
        member_id: "member_id",
        firstname: word("firstnames", 1),
        lastname: word("lastnames", 2),
        password_hash: "cast(:passwordHash as text)",
        browser_hash: hash("registration"),
      },
      withMembers(PENDING),
    ),
  ],
};

/** Links in emails. Some have expired and are due for deletion. */
export const links: Statement = {
  table: "single_use_tokens",
  last: numberedHash("single_use_tokens", "token_hash"),
  needs: needsMembers("Links"),
  inserts: [
    rows(
      "single_use_tokens",
      {
        id: id("link"),
        created_at: "sent_at",
        token_hash: hash("link"),
        member_id: "member_id",
        purpose: "purpose",
        expires_at:
          "sent_at + case purpose when 'verify-email' then interval '24 hours' else interval '30 minutes' end",
        used_at: `case when ${evenFraction(2)} < 0.8 then least(sent_at + interval '10 minutes', :now) end`,
        voided_at: `case when ${evenFraction(2)} >= 0.9 then least(sent_at + interval '20 minutes', :now) end`,
      },
      `(select n, member_id, ${moment(0, 45)} as sent_at,
          ${oneOf(1, [
            ["'verify-email'", 6],
            ["'reset-password'", 5],
          ])} as purpose from ${withMembers()}) as sent`,
    ),
  ],
};

/** Sign-ins of members on their devices. Some have expired. */
export const sessions: Statement = {
  table: "sessions",
  last: numberedHash("sessions", "token_hash"),
  needs: needsMembers("Sessions"),
  inserts: [
    rows(
      "sessions",
      {
        id: id("session"),
        created_at: "began_at",
        token_hash: hash("session"),
        kind: "'member'",
        member_id: "member_id",
        via: oneOf(1, [
          ["'cookie'", 4],
          ["'bearer'", 1],
        ]),
        user_agent: word("browsers", 2),
        ip: "'198.51.' || n % 256 || '.' || n / 256 % 256",
        last_seen_at: `least(${momentSince(3, "began_at")}, began_at + interval '30 days')`,
        expires_at: "began_at + interval '30 days'",
        password_confirmed_at: "began_at",
      },
      `(select n, member_id, ${moment(0, 40)} as began_at from ${withMembers()}) as begun`,
    ),
  ],
};
