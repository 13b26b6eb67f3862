import type { ReactNode } from "react";
import { SectionHead } from "~/ui/head";
import { HeaderCell, RowHeader, Table } from "~/ui/table";
import { curlCommand } from "./curl";
import { InlineCode } from "./inline-code";
import { FieldTable } from "./operation-view";
import type { apiReference } from "./reference.server";
import { Code, SideBySide } from "./reference-parts";

type Reference = ReturnType<typeof apiReference>;

/** The chapters before the addresses, as the table of contents names them. */
export const CHAPTERS = [
  { anchor: "authentication", title: "Authentication" },
  { anchor: "errors", title: "Errors" },
  { anchor: "paging", title: "Lists and pages" },
  { anchor: "caching", title: "Caching" },
  { anchor: "values", title: "Numbers and dates" },
] as const;

type ChapterProps = { anchor: (typeof CHAPTERS)[number]["anchor"]; code?: ReactNode; children: ReactNode };

function Chapter({ anchor, code, children }: ChapterProps) {
  const title = CHAPTERS.find((chapter) => chapter.anchor === anchor)?.title;
  return (
    <section className="section" aria-labelledby={anchor}>
      <SectionHead id={anchor} title={title} />
      <SideBySide code={code}>{children}</SideBySide>
    </section>
  );
}

/** The rules that apply to all addresses. */
export function Introduction({ publicUrl, refusals, paging }: Omit<Reference, "groups">) {
  return (
    <>
      <Authentication publicUrl={publicUrl} />
      <Errors refusals={refusals} />
      <Paging publicUrl={publicUrl} paging={paging} />
      <Caching publicUrl={publicUrl} />
      <Values />
    </>
  );
}

const SIGN_IN_REPLY = `{
  "message": "Logged in successfully!",
  "token": "Vq3nX0Jr8c1mYB7tKfLz5pWd2sHgQe9uAoRi4NxTkE6",
  "user": { "id": "…", "subscription": "Premium", … }
}`;

function Authentication({ publicUrl }: Pick<Reference, "publicUrl">) {
  const login = {
    method: "POST",
    url: `${publicUrl}/api/auth/user/login`,
    json: { email: "reader@demo.test", password: "…" },
  };
  const profile = { method: "GET", url: `${publicUrl}/api/user/profile`, token: "TOKEN" };
  return (
    <Chapter
      anchor="authentication"
      code={
        <>
          <Code label="Get a token" copy>
            {curlCommand(login)}
          </Code>
          <Code label="Answer">{SIGN_IN_REPLY}</Code>
          <Code label="Use it" copy>
            {curlCommand(profile)}
          </Code>
        </>
      }
    >
      <p>
        Reading needs no account. What is for paying members comes with <code>"locked": true</code> and null
        in its place, until you ask as a member who has paid.
      </p>
      <p>
        Sign in once, keep the token, and send it as <code>Authorization: Bearer</code>. A member’s token
        lasts 30 days, one of the staff 12 hours. It ends earlier when the password changes or the account is
        closed.
      </p>
      <p>
        Browsers of this site send their cookie instead. Where a Bearer token is sent, cookies are not looked
        at, and a token that is no longer good is a <a href="#status-401">401</a>, also where nobody need sign
        in. Members and staff are separate: a token of one is none of the other.
      </p>
      <p>
        A token opens nothing as a cookie. Before prices, staff accounts and lists of people, a browser’s
        session has to give its password once more (<a href="#status-403">403</a>); a token does not.
      </p>
      <p>
        Scripts of other sites may call only from origins the operator has allowed, and with a token, never
        with cookies.
      </p>
    </Chapter>
  );
}

const INVALID_REPLY = `HTTP/1.1 422 Unprocessable Entity

{
  "message": "Title is required",
  "errors": { "title": "Title is required" }
}`;

function Errors({ refusals }: Pick<Reference, "refusals">) {
  return (
    <Chapter anchor="errors" code={<Code label="Fields that are wrong">{INVALID_REPLY}</Code>}>
      <p>
        Every refusal is JSON with a <code>message</code> for people, and the status says what kind it is.
      </p>
      <Table label="Statuses" fixed>
        <thead>
          <tr>
            <HeaderCell>Status</HeaderCell>
            <HeaderCell>What it says</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ status, says }) => (
            <tr key={status} id={`status-${status}`}>
              <RowHeader>
                <strong>{status}</strong>
              </RowHeader>
              <td>
                <InlineCode text={says} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p>
        500 and 503 can come from every address, so they are not named again below. What answers GET answers
        HEAD as well, which changes nothing and tells the headers alone.
      </p>
    </Chapter>
  );
}

function Paging({ publicUrl, paging }: Pick<Reference, "publicUrl" | "paging">) {
  const next = "/api/news?since=2026-07-01T00%3A00%3A00Z&limit=20&after=mfP…WkiXQ";
  const response = `HTTP/1.1 200 OK\nX-Total-Count: 213\nLink: <${next}>; rel="next"`;
  return (
    <Chapter
      anchor="paging"
      code={
        <>
          <Code label="Twenty at a time" copy>
            {curlCommand({ method: "GET", url: `${publicUrl}/api/news?since=2026-07-01T00:00:00Z&limit=20` })}
          </Code>
          <Code label="Answer, its headers">{response}</Code>
        </>
      }
    >
      <p>A list is a plain array, newest first. Request a part of it, or only new records:</p>
      <FieldTable label="Parameters of every list" heading="Parameter" fields={paging} />
      <p>
        <code>X-Total-Count</code> says how many there are, counted up to 10,000. <code>Link</code> holds the
        next page: follow it until it is missing. Its <code>after</code> is a cursor of that list: nothing
        comes twice or is left out when records are added while you read, and the last page comes as fast as
        the first. Keep it only as long as you read: a cursor that the list did not make is a{" "}
        <a href="#status-400">400</a>.
      </p>
    </Chapter>
  );
}

function Caching({ publicUrl }: Pick<Reference, "publicUrl">) {
  const conditionalRequest = `curl -i '${publicUrl}/api/markets' \\\n  -H 'If-None-Match: "wQ8b…"'`;
  return (
    <Chapter
      anchor="caching"
      code={
        <Code label="Only if it has changed" copy>
          {conditionalRequest}
        </Code>
      }
    >
      <p>
        Records and lists carry an <code>ETag</code>. Send it back as <code>If-None-Match</code>: a 304
        without a body says that you have the newest. Ask again as often as you like.
      </p>
      <p>
        A record’s <code>version</code> does the same for changes: sent with a PUT, it is refused with{" "}
        <a href="#status-409">409</a> when somebody else was faster.
      </p>
    </Chapter>
  );
}

function Values() {
  return (
    <Chapter anchor="values">
      <ul className="ticks">
        <li>
          Ids are UUIDs; <code>{"{id}"}</code> in an address is the record’s. Every record carries its id
          twice, as <code>id</code> and <code>_id</code>.
        </li>
        <li>
          Figures are JSON numbers and kept as exact decimals: up to 15 digits before the point, 8 after it.
          Sent as text they may have commas, and nothing is rounded on the way.
        </li>
        <li>
          What is allowed but hardly meant is saved, and the answer has <code>warnings</code>: a sentence by
          field, for a price far from the last known one, for figures that contradict each other, and for
          figures that changed with those you sent. Without any, the key is missing.
        </li>
        <li>
          A figure sent as an empty text keeps its value; <code>null</code> empties it where it may be empty.
        </li>
        <li>Percentages are in per cent: 0.52 is 0.52 %. Money is in the currency’s unit: 29 is $29.</li>
        <li>
          Moments are UTC in ISO 8601 with milliseconds, <code>2026-07-16T06:40:00.000Z</code>.
        </li>
        <li>
          Words such as a status or a category are understood in any casing and answered in the one shown
          here.
        </li>
        <li>
          Pictures are sent as <code>multipart/form-data</code>, one of at most 5 MB. What comes back is a
          path on this site.
        </li>
        <li>What takes JSON also takes a form with the same names.</li>
      </ul>
    </Chapter>
  );
}
