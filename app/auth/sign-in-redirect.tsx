import type { ReactNode } from "react";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";

/** A `<meta>` that opens the sign-in page after some seconds, with or without script. */
export const loginRefreshMeta = (seconds: number) => ({
  httpEquiv: "refresh",
  content: `${seconds};url=/login`,
});

/** A success note before the automatic redirect to the sign-in page, which forwards signed-in people. */
export function LoginRedirectNote({
  title,
  seconds,
  signedIn = false,
  children,
}: {
  title: string;
  seconds: number;
  signedIn?: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <Note tone="good" title={title}>
        {children && <p>{children}</p>}
        <p>
          {signedIn
            ? `You are signed in. The next page opens in ${seconds} seconds.`
            : `The sign-in page opens in ${seconds} seconds.`}
        </p>
      </Note>
      <GoToLogin />
    </>
  );
}

export const GoToLogin = () => (
  <LinkButton to="/login" block>
    Go to Login
  </LinkButton>
);
