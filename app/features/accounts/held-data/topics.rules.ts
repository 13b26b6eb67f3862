/** The privacy page's text on each kind of member data: the data, its purpose and its retention. */
export const TOPICS = {
  account: {
    label: "Account",
    what: "First and last name, email address and the addresses you had before, your plan and when it ends, your invitation code, and a profile picture if you add one. We store your password in a form that cannot be read.",
    why: "We use them to sign you in and to give you what your plan includes.",
    kept: "Kept until you delete the account.",
  },
  sessions: {
    label: "Sessions",
    what: "When you signed in, and from which IP address and browser.",
    why: "You can recognise your own sessions and end the others.",
    kept: "Kept until you sign out, at most 30 days.",
  },
  devices: {
    label: "Devices",
    what: "A code for each browser and program that you signed in with, and when you last used it.",
    why: "We use them to email you when a new device signs in to your account.",
    kept: "Kept for 400 days after its last use.",
  },
  purchases: {
    label: "Purchases, started or paid",
    what: "The plan, the amount, a coupon, the date, the payment provider’s reference, and the locked page that led you to the plans, if there was one. Card and bank details stay with the provider; we never see them.",
    why: "We use them to give you what you paid for, and to keep the accounting records that the law requires.",
    kept: "Kept as long as tax law requires. If you delete the account, we remove your name and addresses.",
  },
  trials: {
    label: "Free trials",
    what: "The plan and its days. So that each person gets only one trial, we also keep a code made from your email address and a secret key. The address cannot be recovered from the code, which contains nothing else.",
    why: "We use them to run your trial and to refuse a second one.",
    kept: "Kept until you delete the account. We keep the code after that.",
  },
  gifts: {
    label: "Gifts",
    what: "The address you sent each gift to, the sender’s name, your message, and who claimed it.",
    why: "We use them to deliver the gift.",
    kept: "We delete the addresses, the name and the message when you delete your account, or when the owner of an address deletes theirs. The payment record is kept, as for any purchase.",
  },
  referrals: {
    label: "Invitations",
    what: "Who invited whom, and the reward days each of you received.",
    why: "So that you and your friend both get your reward days, once for each friend.",
    kept: "Kept until one of the two accounts is deleted. If a payment was made, we keep the record but remove the name.",
  },
  emails: {
    label: "Emails from us",
    what: "The emails that we sent you and whether they arrived; if one did not, what the other mail server told us; whether you reported one as spam; which newsletters you chose; and who requested an email to your address in the last few days.",
    why: "When you ask for help, our staff can see which emails reached you. We send newsletters and reminders only where they arrive and are welcome.",
    kept: "Kept until you delete the account. Requests for an email are kept for at most eight days, and the list of newsletter emails we sent you for 90 days. The reason an address could not be reached is kept for at most two years, and a spam report indefinitely, so that we always respect it. If you have no account, we keep your address until 30 days after you unsubscribe from your last newsletter.",
  },
  notifications: {
    label: "Notifications on devices",
    what: "The browsers in which you turned notifications on, with the address and keys that each browser gave us, when it last received a notification, and which kinds you turned off.",
    why: "We send a notification through the service of your browser’s maker. It says only that there is something new, not what.",
    kept: "Kept until you remove the browser, sign out in it, or delete the account.",
  },
  marks: {
    label: "Watchlist",
    what: "The companies that you watch, the authors that you follow, and what you saved for later, each with its date; your price alerts and what triggered them; and when you last read your notifications.",
    why: "We use them to show prices and what we publish about these companies, and to tell you when a price reaches a level you set.",
    kept: "Kept until you remove them or delete the account. Triggered alerts are kept for 90 days.",
  },
  feeds: {
    label: "Private feeds",
    what: "The sections for which you have a private feed address, when you created it, and the day it was last used. We store the address in a form that cannot be read.",
    why: "We use them so that your feed reader can show what your plan includes.",
    kept: "Kept until you remove the address or delete the account.",
  },
  support: {
    label: "Support",
    what: "What our staff noted about you, the labels they gave you, and what they changed in your account.",
    why: "So that anyone on our staff can help you, and changes to your account can be checked.",
    kept: "Notes and labels are kept until you delete the account, changes for two years. After a deletion, the changes no longer show whose account it was.",
  },
  imports: {
    label: "Imported memberships",
    what: "If we imported your membership from another site: your row in that site’s file.",
    why: "Your membership continues here.",
    kept: "Kept until your membership is imported. A row that we could not use is kept for 30 days.",
  },
  limits: {
    label: "Counted attempts",
    what: "How often somebody tried to sign in or requested an email, stored under a code derived from the email or IP address.",
    why: "This limits how often anyone can try passwords.",
    kept: "Kept for two days at most.",
  },
} as const;

export type Topic = keyof typeof TOPICS;
