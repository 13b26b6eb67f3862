import { Fragment, type ReactNode } from "react";
import { SectionHead } from "~/ui/head";
import { HeaderCell, RowHeader, Table } from "~/ui/table";
import { API_CHANGES, DEPRECATIONS } from "./changelog";
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
  { anchor: "webhooks", title: "Webhooks" },
  { anchor: "values", title: "Numbers and dates" },
  { anchor: "versions", title: "Versions" },
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
export function Introduction({ publicUrl, refusals, paging, isDemo }: Omit<Reference, "groups">) {
  return (
    <>
      <Authentication publicUrl={publicUrl} />
      <Errors refusals={refusals} />
      <Paging publicUrl={publicUrl} paging={paging} />
      <Caching publicUrl={publicUrl} />
      <Webhooks isDemo={isDemo} />
      <Values />
      <Versions />
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
          <Code label="Response">{SIGN_IN_REPLY}</Code>
          <Code label="Use it" copy>
            {curlCommand(profile)}
          </Code>
        </>
      }
    >
      <p>
        Reading needs no account. Records with content for paying members have <code>"locked": true</code> and
        null in those fields, unless you sign in as a paying member.
      </p>
      <p>
        Sign in once, keep the token, and send it as <code>Authorization: Bearer</code>. A member’s token is
        valid for 30 days, a staff token for 12 hours. Either expires earlier if the password changes or the
        account is closed.
      </p>
      <p>
        A program that works without a person has an API key: a superadmin makes it in the back-office under
        Settings, and chooses its scopes. Send it the same way. It can do what its scopes say until it expires
        or is revoked, and never what is a person’s own or asks people for their password. Each operation
        below names the scope that it needs.
      </p>
      <p>
        Browsers on this site send a session cookie instead. If a request has a Bearer token, the server
        ignores cookies. If the token is not valid, the response is <a href="#status-401">401</a>, even if the
        endpoint needs no sign-in. Member and staff tokens are separate: one does not work in place of the
        other.
      </p>
      <p>
        A token does not work as a cookie. For prices, staff accounts and lists of people, a browser session
        must confirm its password first (<a href="#status-403">403</a>); a token does not need this.
      </p>
      <p>
        Scripts on other sites can call the API only from origins that the operator allows, and only with a
        token, never with cookies.
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
    <Chapter anchor="errors" code={<Code label="Invalid fields">{INVALID_REPLY}</Code>}>
      <p>
        Every error is JSON with a human-readable <code>message</code>. The status shows the kind of error. If{" "}
        <code>Accept</code> contains <code>application/problem+json</code>, the error also has{" "}
        <code>type</code>, <code>title</code>, <code>status</code> and <code>detail</code>.
      </p>
      <Table label="Statuses" fixed>
        <thead>
          <tr>
            <HeaderCell>Status</HeaderCell>
            <HeaderCell>Meaning</HeaderCell>
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
        A field or parameter that does not exist is a <a href="#status-422">422</a> with the nearest name. A
        record from a GET can be sent back as it is: fields that only the server sets are ignored.
      </p>
      <p>
        Every endpoint can return 500 and 503, so they are not listed again below. Every endpoint that accepts
        GET also accepts HEAD, which changes nothing and returns only the headers.
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
          <Code label="Response headers">{response}</Code>
        </>
      }
    >
      <p>A list is a plain array, newest first. Request a part of it, or only new records:</p>
      <FieldTable label="Parameters of every list" heading="Parameter" fields={paging} />
      <p>
        Many lists take filters as well, such as <code>category=Energy</code> or <code>ticker=NWSH</code>.
        They are listed with each operation. A record must match all of them. A value that no record can have
        is a <a href="#status-422">422</a>, and a filter by a field that is locked for you a{" "}
        <a href="#status-403">403</a>.
      </p>
      <p>
        <code>X-Total-Count</code> is the number of records, counted up to 10,000. <code>Link</code> contains
        the next page: follow it until it is missing. Its <code>after</code> is a cursor of that list: no
        record is repeated or skipped if others are added while you read, and the last page is as fast as the
        first. A single record takes <code>fields</code>, too. Use a cursor only while you read: for a cursor
        that is not from this list, the response is <a href="#status-400">400</a>.
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
        Records and lists have an <code>ETag</code>. Send it back as <code>If-None-Match</code>: a 304 without
        a body means that nothing has changed. You can repeat the request as often as you like.
      </p>
      <p>
        Send the <code>ETag</code> of a record as <code>If-Match</code> with a PUT or DELETE: if somebody else
        changed the record first, the response is <a href="#status-412">412</a> and nothing changes. Or send
        its <code>version</code> in the body of a PUT: then it is <a href="#status-409">409</a>. Both contain
        the <code>current</code> record.
      </p>
      <p>
        Send a new <code>Idempotency-Key</code> with each POST, and the same one when you repeat it after a
        broken connection: for 24 hours you get the first answer again, with{" "}
        <code>Idempotency-Replayed: true</code>. If you send another body with the same key, the response is{" "}
        <a href="#status-422">422</a>.
      </p>
    </Chapter>
  );
}

const MESSAGE = `POST /your/address HTTP/1.1
webhook-id: msg_0d3c1a52-…
webhook-timestamp: 1784209200
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQm…

{
  "type": "news.saved",
  "timestamp": "2026-07-16T13:40:00.000Z",
  "data": { "kind": "news", "id": "…", "record": { … } }
}`;

function Webhooks({ isDemo }: Pick<Reference, "isDemo">) {
  return (
    <Chapter anchor="webhooks" code={<Code label="A message">{MESSAGE}</Code>}>
      <p>
        The site can tell a program what changes. A superadmin makes a webhook in the back-office under
        Settings, and chooses its address, what it gets, and an API key: <code>record</code> is what a GET
        with that key returns. After a deletion there is none.
      </p>
      <p>
        Messages are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes,
        whose libraries exist for most languages. Check the exact text of the body, and refuse a message that
        is more than five minutes old.
      </p>
      <p>
        Answer with a 2xx within 15 seconds. Otherwise the message is sent again for three days, with the same{" "}
        <code>webhook-id</code>: ignore an ID that you have had. Messages can overtake each other. A 410 turns
        the webhook off.
      </p>
      {isDemo && (
        <p>
          This site is a demo: a new webhook can use its own receiver, which shows what arrives. A purchase at
          the simulated PayPal sends <code>payments.saved</code> and <code>members.saved</code>, if the key
          may read them.
        </p>
      )}
    </Chapter>
  );
}

function Values() {
  return (
    <Chapter anchor="values">
      <ul className="ticks">
        <li>
          IDs are UUIDs; <code>{"{id}"}</code> in a path is the record’s ID. Every record has its ID twice, as{" "}
          <code>id</code> and <code>_id</code>.
        </li>
        <li>
          Numbers are stored as exact decimals, with up to 15 digits before the point and 24 after it. You can
          also send them as a string, with commas; nothing is rounded.
        </li>
        <li>
          Valid but unlikely values are saved, and the response has <code>warnings</code>: one message per
          field, for a price far from the last known one, for figures that contradict each other, and for
          figures that changed with those you sent. If there are none, the key is missing.
        </li>
        <li>
          If you send an empty string for a number, the saved value does not change. Send <code>null</code> to
          clear an optional number.
        </li>
        <li>Percentages are plain numbers: 0.52 means 0.52%. Money is in the currency’s unit: 29 is $29.</li>
        <li>
          Times are UTC in ISO 8601 with milliseconds, <code>2026-07-16T06:40:00.000Z</code>.
        </li>
        <li>
          Values such as a status or a category are not case-sensitive. Responses use the spelling shown here.
        </li>
        <li>
          Send a picture as <code>multipart/form-data</code>: one per request, at most 5 MB. The response
          contains its path on this site.
        </li>
        <li>
          Every endpoint that accepts JSON also accepts a form with the same field names. Bodies can be
          compressed: <code>Content-Encoding: gzip</code>.
        </li>
      </ul>
    </Chapter>
  );
}

function Versions() {
  return (
    <Chapter anchor="versions">
      <p>
        Within version 1 the API only grows: new endpoints, optional parameters, fields of responses, and
        values of a field. Ignore what your program does not know.
      </p>
      <p>
        A request that was wrong and had no effect may be refused. Anything else that ends is announced here
        at least 180 days before. Until it is gone, the description marks it with <code>deprecated</code>, and
        answers to requests that use it have <code>Deprecation</code> (RFC 9745, since when),{" "}
        <code>Sunset</code> (RFC 8594, until when) and a <code>Link</code> with <code>rel="deprecation"</code>{" "}
        to the replacement.
        {Object.keys(DEPRECATIONS).length === 0 && " Nothing is deprecated today."}
      </p>
      {API_CHANGES.map(({ version, date, changes }) => (
        <Fragment key={version}>
          <h3>
            Version {version}, <time dateTime={date}>{date}</time>
          </h3>
          <ul className="ticks">
            {changes.map((change) => (
              <li key={change}>
                <InlineCode text={change} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </Chapter>
  );
}
