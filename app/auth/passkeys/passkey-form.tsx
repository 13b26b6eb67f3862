import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";

type PasskeyFormProps = {
  /** Makes a passkey, or signs in with one. */
  does: "new" | "use";
  action: string;
  button: string;
  /** Fields above the button. */
  children?: ReactNode;
};

/** A form for a passkey. Without script it is hidden. */
export function PasskeyForm({ does, action, button, children }: PasskeyFormProps) {
  const signsIn = does === "use";
  return (
    <div className="noscript:hidden">
      <form
        method="post"
        action={action}
        data-passkey={does}
        className={signsIn ? "form" : "form max-w-form"}
      >
        <input type="hidden" name="credential" />
        <div data-passkey-failed="" hidden>
          <Note
            tone="bad"
            title={signsIn ? "You were not signed in with a passkey." : "No passkey was made."}
          />
        </div>
        {children}
        <Button
          block={signsIn}
          size={signsIn ? "lg" : "md"}
          variant={signsIn ? "plain" : "brand"}
          busyText="One moment..."
        >
          {button}
        </Button>
        {/* The last one, for the enhance script. */}
        <div hidden>
          <Note tone="bad" title="This did not load. Check your connection and try again." />
        </div>
      </form>
    </div>
  );
}
