type Cookie = {
  name: string;
  /** As the privacy page describes it. */
  purpose: string;
  kept: string;
  /** Whether only staff get the cookie. */
  staffOnly?: true;
};

/** Every cookie that the site sets. A test searches the source for others. */
export const COOKIES: readonly Cookie[] = [
  { name: "openbell_member", purpose: "Keeps you signed in", kept: "for 30 days" },
  {
    name: "openbell_device",
    purpose: "Recognises this browser when you sign in again, so that we email you only about new devices",
    kept: "for 400 days",
  },
  { name: "openbell_theme", purpose: "Remembers the theme you chose", kept: "for 1 year" },
  { name: "openbell_banners", purpose: "Remembers which notices you dismissed", kept: "for 1 year" },
  { name: "openbell_ref", purpose: "Remembers who invited you", kept: "for 30 days" },
  {
    name: "openbell_registration",
    purpose: "Recognises the browser that registered an account",
    kept: "for 1 day",
  },
  {
    name: "openbell_passkey",
    purpose: "Holds the challenge that your passkey signs",
    kept: "for 10 minutes",
  },
  {
    name: "openbell_sign_in_link",
    purpose: "Recognises the browser that asked for a sign-in link",
    kept: "for 1 hour",
  },
  {
    name: "openbell_intent",
    purpose: "Remembers the plan you selected while you register",
    kept: "for 1 hour",
  },
  {
    name: "openbell_trial",
    purpose: "Remembers that you were about to start a free trial",
    kept: "for 2 days",
  },
  { name: "openbell_gift", purpose: "Remembers a gift that you were about to claim", kept: "for 2 days" },
  {
    name: "openbell_gift_form",
    purpose: "Keeps a gift that you were about to buy while you sign in",
    kept: "for 15 minutes",
  },
  { name: "openbell_toast", purpose: "Carries a message to the next page", kept: "until it is shown" },
  {
    name: "openbell_done",
    purpose: "Carries the last step of a form to the next page",
    kept: "for 10 minutes",
  },
  { name: "openbell_staff", purpose: "Keeps staff signed in", kept: "for 12 hours", staffOnly: true },
  {
    name: "openbell_second_step",
    purpose: "Remembers a sign-in that needs its second step",
    kept: "for 10 minutes",
    staffOnly: true,
  },
];
