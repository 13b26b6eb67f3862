import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RECORDED_LATER } from "~/features/calls/calls.rules";
import { logHead } from "~/features/calls/track-record/log.queries.server";
import { HashLine } from "~/features/calls/track-record/record-parts";
import { LedgerCheck } from "~/features/calls/verification/ledger-check";
import { publicLedgerCheck } from "~/features/calls/verification/ledger-checks.queries.server";
import { PageHead, Section } from "~/ui/head";
import { Prose } from "~/ui/prose";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { sidebar: 2, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "How to check the record",
    description: "How anybody can find out whether a call was changed after it was made.",
  });

export async function loader() {
  const [head, check] = await Promise.all([logHead(), publicLedgerCheck()]);
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
        meta="If anybody changes a call after it was made, even us, the log shows it."
      />
      <Prose>
        <p>
          An entry is added to the log when a call is made, when its terms change, and when it ends. Entries
          are only ever added. Each one contains the hash of the entry before it, so changing, removing or
          moving an entry changes every hash after it.
        </p>
        <h2>What to keep</h2>
        <p>
          Keep the number and the hash of the newest entry, shown below. Later, look up the entry with that
          number and compare. If the hash is the same, no earlier entry has been changed.
        </p>
        <h2>How to follow the chain</h2>
        <ol>
          <li>
            Read <a href="/track-record/log.json">the log</a> from its beginning. It comes in parts; request
            the next one with the number in <code>next</code>: <code>/track-record/log.json?after=500</code>.
          </li>
          <li>
            The <code>prev_hash</code> of the first entry is 64 zeros. For every other entry, it is the{" "}
            <code>hash</code> of the entry before, and its <code>seq</code> is one more.
          </li>
          <li>
            <code>hash</code> is the SHA-256 of <code>{'{"at","digest","prev_hash","seq"}'}</code> as
            canonical JSON (RFC 8785): keys sorted, no spaces.
          </li>
          <li>
            Once a call is public, its entries also have <code>call</code>, <code>kind</code>,{" "}
            <code>salt</code> and <code>body</code>. Their <code>digest</code> is the SHA-256 of{" "}
            <code>{'{"body","call","kind","salt"}'}</code>, in the same way.
          </li>
          <li>
            No <code>at</code> is earlier than that of the entry before it, except by a few minutes where
            clocks differ. A call’s <code>madeAt</code> is the time of its first entry, unless that entry says{" "}
            <code>recordedLater</code>. The day a call ended is never later than the entry that ended it.
          </li>
          <li>
            Compute the track record’s figures yourself from <a href="/track-record.csv">the file of calls</a>
            , with the formulas on the <a href="/track-record">track record</a> page.
          </li>
        </ol>
        <p>
          The salt stops anybody guessing what an entry says before it is public. The digest has been in the
          chain since the entry was made, which proves that the entry was not changed afterwards.
        </p>
        <h2 id="later">Calls that are older than the log</h2>
        <p>
          Some calls are older than the log. They were added later, as their records stood at the time, and
          are marked “{RECORDED_LATER}” wherever they are shown, <code>recorded_later</code> in the file and{" "}
          <code>recordedLater</code> in their entries. The log proves what we said about them from then on,
          but nothing about the time before.
        </p>
      </Prose>
      {(check.last || check.underWay) && (
        <Section title="Our own check" aside="Once a day, the whole log">
          <LedgerCheck {...check} zone={siteTz} />
          <p>
            This is only our own claim. To verify it, follow the chain to the same entry, as described above,
            and compare the hash.
          </p>
        </Section>
      )}
      <Section title="The newest entry of the log">
        <HashLine head={head} zone={siteTz} />
      </Section>
    </>
  );
}
