import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RECORDED_LATER } from "~/features/calls/calls.rules";
import { logHead } from "~/features/calls/record/log.queries.server";
import { HashLine } from "~/features/calls/record/record-parts";
import { LedgerCheck } from "~/features/calls/verification/ledger-check";
import { toldLedgerCheck } from "~/features/calls/verification/ledger-checks.queries.server";
import { PageHead, Section } from "~/ui/head";
import { Prose } from "~/ui/prose";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { sidebar: 2 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "How to check the record",
    description: "How anybody can find out whether a call was changed after it was made.",
  });

export async function loader() {
  const [head, check] = await Promise.all([logHead(), toldLedgerCheck()]);
  return { head, check };
}

export default function VerifyRecord() {
  const { head, check } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Track record", to: "/track-record" }]}
        title="How to check the record"
        meta="Nobody can change a call that was made without it showing, and that includes us."
      />
      <Prose>
        <p>
          Each call is an entry of the log when it is made, when its terms change, and when it ends. Entries
          are only ever added. Each carries the hash of the one before, so changing, removing or moving one
          changes every hash after it.
        </p>
        <h2>What to keep</h2>
        <p>
          Keep the number and the hash of the head, as they stand below. Whatever is in the log today can then
          never be changed without you finding out: look at the entry with that number again, at any time, and
          compare.
        </p>
        <h2>How to follow the chain</h2>
        <ol>
          <li>
            Read <a href="/track-record/log.json">the log</a> from its beginning; <code>next</code> is the
            number to ask for the next part with: <code>/track-record/log.json?after=500</code>.
          </li>
          <li>
            The first entry follows on 64 zeros, each other one on the one before: its <code>prev_hash</code>{" "}
            is the <code>hash</code> of that, and its <code>seq</code> is one more.
          </li>
          <li>
            <code>hash</code> is the SHA-256 of <code>{'{"at","digest","prev_hash","seq"}'}</code> as
            canonical JSON (RFC 8785): keys in order, no blanks.
          </li>
          <li>
            Once a call is public, its entries also tell <code>call</code>, <code>kind</code>,{" "}
            <code>salt</code> and <code>body</code>. Their <code>digest</code> is the SHA-256 of{" "}
            <code>{'{"body","call","kind","salt"}'}</code>, in the same way.
          </li>
          <li>
            Times only go on: no <code>at</code> is before that of the entry before it, but for a few minutes
            by which clocks may differ. A call’s <code>madeAt</code> is the time of its first entry unless
            that says <code>recordedLater</code>, and no call ended on a day after the entry that says so.
          </li>
          <li>
            The figures of the record can be computed from <a href="/track-record.csv">the file of calls</a>,
            by the formulas <a href="/track-record">beside them</a>.
          </li>
        </ol>
        <p>
          The salt keeps what an entry says from being guessed before it is public. That its digest stands in
          the chain since the entry was made proves that nothing was written into it afterwards.
        </p>
        <h2 id="later">Calls that are older than the log</h2>
        <p>
          Some calls were made before there was a log. They were entered into it afterwards, as their records
          stood then, and are marked “{RECORDED_LATER}” wherever they are shown, <code>recorded_later</code>{" "}
          in the file and <code>recordedLater</code> in their entries. Of these the log proves what has been
          said since they were entered, and nothing about the time before.
        </p>
      </Prose>
      {(check.last || check.underWay) && (
        <Section title="Our own check" aside="Once a day, all of it">
          <LedgerCheck {...check} zone={siteTz} />
          <p>
            It proves nothing to you: follow the chain to the same entry as said above, and compare the hash.
          </p>
        </Section>
      )}
      <Section title="The head of the log">
        <HashLine head={head} zone={siteTz} />
      </Section>
    </>
  );
}
