import type { ReactNode } from "react";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";

/** A `<meta>` that leads to the sign-in page after some seconds, with or without script. */
export const loginRefreshMeta = (seconds: number) => ({
  httpEquiv: "refresh",
  content: `${seconds};url=/login`,
});

/** What was done, and that the sign-in page comes by itself; it leads on who is signed in. */
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
            ? `You are signed in, and go on in ${seconds} seconds.`
            : `You are taken to the sign-in page in ${seconds} seconds.`}
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
