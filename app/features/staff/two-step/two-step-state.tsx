import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Input } from "~/ui/field";
import { pluralize } from "~/ui/format";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import type { QrSquare } from "./qr-square.server";

type State = {
  since: Date | null;
  codesLeft: number;
  codesMade: number;
  /** Nothing else is open without it. */
  required: boolean;
  /** What the app is told, while its first code is waited for. */
  app?: { square: QrSquare; letters: string };
  /** Why a code was not taken, and what it was typed for. */
  wrong?: { intent?: string; message: string };
};

/** Somebody's own two-step sign-in, and the one way on from where it stands. */
export function TwoStepState(state: State) {
  if (state.since) return <TwoStepOn {...state} since={state.since} />;
  return (
    <>
      {state.required && (
        <Note tone="warn" title="Set this up before you go on">
          For your role the password alone is not enough. It takes two minutes and a phone.
        </Note>
      )}
      {state.app ? <AppSetUp app={state.app} wrong={state.wrong?.message} /> : <TwoStepOff />}
    </>
  );
}

/** A form of one button. */
const Change = ({ intent, children }: { intent: string; children: ReactNode }) => (
  <form method="post">
    <input type="hidden" name="intent" value={intent} />
    {children}
  </form>
);

/** A form of one button, with the code that shows whose hand it is. */
function ChangeWithCode({
  intent,
  wrong,
  children,
}: Pick<State, "wrong"> & { intent: string; children: ReactNode }) {
  return (
    <form method="post" className="form max-w-form">
      <input type="hidden" name="intent" value={intent} />
      <Input
        name="code"
        id={`${intent}-code`}
        label="Code of your app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={64}
        error={wrong?.intent === intent ? wrong.message : undefined}
        required
      />
      <div className="actions">{children}</div>
    </form>
  );
}

const TwoStepOff = () => (
  <>
    <p>
      With two-step sign-in your password opens nothing by itself: each sign-in asks for a code that an app on
      your phone shows, too. Any authenticator app does.
    </p>
    <Change intent="begin">
      <Button variant="brand" busyText="One moment...">
        Set up two-step sign-in
      </Button>
    </Change>
  </>
);

function AppSetUp({ app: { square, letters }, wrong }: { app: NonNullable<State["app"]>; wrong?: string }) {
  return (
    <>
      <section className="qr-step" aria-labelledby="scan-title">
        <QrDrawing {...square} />
        <div>
          <h2 id="scan-title">Show this to your app</h2>
          <p>Open the authenticator app on your phone, choose to add an account, and point it here.</p>
          <p className="mt-3">Or type this into the app:</p>
          <p className="mt-2">
            <code className="secret">{letters}</code>
          </p>
        </div>
      </section>
      <section aria-labelledby="code-title">
        <h2 id="code-title">Then type the code it shows</h2>
        <form method="post" className="form max-w-form mt-3">
          <input type="hidden" name="intent" value="on" />
          <Input
            name="code"
            label="Code of your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            hint="Six digits. They change every half minute."
            error={wrong}
            required
          />
          <div className="actions">
            <Button variant="brand" busyText="Checking...">
              Turn on
            </Button>
          </div>
        </form>
      </section>
      <Change intent="begin">
        <Button variant="quiet" size="sm">
          Begin again with another code
        </Button>
      </Change>
    </>
  );
}

/** Dark dots on light in both themes: not every app reads them the other way round. */
const QrDrawing = ({ size, path }: QrSquare) => (
  <svg
    className="qr"
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label="Square of dots for your authenticator app"
  >
    <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
    <path fill="#000" d={path} shapeRendering="crispEdges" />
  </svg>
);

function TwoStepOn({ since, codesLeft, codesMade, required, wrong }: State & { since: Date }) {
  const { siteTz } = useRootData();
  return (
    <>
      <Facts
        items={[
          { label: "Two-step sign-in", value: "On" },
          { label: "Since", value: <Time at={since} style="datetime" zone={siteTz} /> },
          { label: "Recovery codes", value: `${codesLeft} of ${codesMade} left` },
        ]}
      />
      {codesLeft < 3 && (
        <Note tone="warn" title={`Only ${pluralize(codesLeft, "recovery code")} left`}>
          Make new ones before you need them.
        </Note>
      )}
      <section aria-labelledby="new-codes-title">
        <h2 id="new-codes-title">New recovery codes</h2>
        <p className="mt-2 mb-3">Ten new ones; those you have are worth nothing then.</p>
        <ChangeWithCode intent="codes" wrong={wrong}>
          <Button busyText="Making them...">Make new codes</Button>
        </ChangeWithCode>
      </section>
      <section aria-labelledby="off-title">
        <h2 id="off-title">Another phone</h2>
        <p className="mt-2 mb-3">
          {required
            ? "Turn it off here and set it up with the new one at once: nothing else is open to you in between."
            : "Turn it off here, then set it up with the new one."}
        </p>
        <ChangeWithCode intent="off" wrong={wrong}>
          <Button variant="danger-quiet" busyText="Turning off...">
            Turn off two-step sign-in
          </Button>
        </ChangeWithCode>
      </section>
    </>
  );
}
