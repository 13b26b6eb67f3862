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
  /** The role requires it before anything else. */
  required: boolean;
  /** The app's setup, until its first code. */
  app?: { square: QrSquare; letters: string };
  /** Why a code was refused, and for which form. */
  wrong?: { intent?: string; message: string };
};

/** The own two-step sign-in, and the possible next step. */
export function TwoStepState(state: State) {
  if (state.since) return <TwoStepOn {...state} since={state.since} />;
  return (
    <>
      {state.required && (
        <Note tone="warn" title="Set up two-step sign-in to continue">
          Your role requires more than a password. Setting this up takes two minutes, and you need a phone.
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

/** A form with a code and one button. */
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
        label="App code or recovery code"
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
      With two-step sign-in, each sign-in also needs a code from an app on your phone. Any authenticator app
      works.
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
          <h2 id="scan-title">Scan this with your app</h2>
          <p>Open the authenticator app on your phone, add an account, and scan this code.</p>
          <p className="mt-3">Or enter this in the app:</p>
          <p className="mt-2">
            <code className="secret">{letters}</code>
          </p>
        </div>
      </section>
      <section aria-labelledby="code-title">
        <h2 id="code-title">Then enter the code from the app</h2>
        <p>Your passkeys are deleted when you turn this on. Then you can add them again with a code.</p>
        <form method="post" className="form max-w-form mt-3">
          <input type="hidden" name="intent" value="on" />
          <Input
            name="code"
            label="App code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            hint="Six digits. They change every 30 seconds."
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
          Start again with a new code
        </Button>
      </Change>
    </>
  );
}

/** Dark on light in both themes: not every app reads inverted codes. */
const QrDrawing = ({ size, path }: QrSquare) => (
  <svg
    className="qr"
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label="QR code for your authenticator app"
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
          Create new ones before you need them.
        </Note>
      )}
      <section aria-labelledby="new-codes-title">
        <h2 id="new-codes-title">New recovery codes</h2>
        <p className="mt-2 mb-3">Creates ten new codes. Your old ones stop working.</p>
        <ChangeWithCode intent="codes" wrong={wrong}>
          <Button busyText="Creating...">Create new codes</Button>
        </ChangeWithCode>
      </section>
      <section aria-labelledby="off-title">
        <h2 id="off-title">New phone</h2>
        <p className="mt-2 mb-3">
          {required
            ? "Turn two-step sign-in off here, then set it up on the new phone. Until then, you cannot use the rest of the back-office."
            : "Turn two-step sign-in off here, then set it up on the new phone."}
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
