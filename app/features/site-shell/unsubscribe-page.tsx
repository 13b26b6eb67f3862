import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { AuthLayout } from "./auth-layout";
import { AuthPanel } from "./bare-frame";

type UnsubscribePageProps = {
  /** Whether the link's token names somebody. */
  isKnown: boolean;
  /** Whether this was just changed. */
  isChanged?: boolean;
  /** What the reader gets now. */
  words: string;
  /** What else gets or does not get through. */
  children: ReactNode;
  /** Where the account has the same choice. */
  account: string;
  /** The button's choice; without it, nothing can be changed here. */
  button?: "stop" | "resume";
};

/** The page behind the link in an email that ends emails of its kind. */
export const UnsubscribePage = ({
  isKnown,
  isChanged,
  words,
  children,
  account,
  button,
}: UnsubscribePageProps) => (
  <AuthLayout>
    <AuthPanel title="Emails from us" closeTo="/">
      {isKnown ? (
        <>
          {isChanged ? <Note tone="good" title={`${words}.`} /> : <p>{words}.</p>}
          <p className="meta">
            {children} <a href={account}>in your account</a>.
          </p>
          {button && (
            <form method="post" className="actions">
              {button === "resume" && <input type="hidden" name="again" value="yes" />}
              <Button busyText="Saving..." variant={button === "stop" ? "brand" : "plain"}>
                {button === "stop" ? "Stop these emails" : "Turn them back on"}
              </Button>
            </form>
          )}
        </>
      ) : (
        <Note tone="bad" title="This link does not work.">
          <p>
            Open the link in our latest email, or turn these emails off <a href={account}>in your account</a>.
          </p>
        </Note>
      )}
    </AuthPanel>
  </AuthLayout>
);
