/** The privacy page's text on each kind of member data: the data, its purpose and its retention. */
export const TOPICS = {
  account: {
    label: "Account",
    what: "First and last name, email address and the addresses you had before, your plan and when it ends, your invitation code, and a profile picture if you add one. Your password is stored in a form that nobody can read back.",
    why: "You sign in with it and read what your plan opens.",
    kept: "Kept until you delete the account.",
  },
  sessions: {
    label: "Sessions",
    what: "When, from which network address and with which browser you signed in.",
    why: "You can recognise your own sessions and end the others.",
    kept: "Kept until you sign out, at most 30 days.",
  },
  devices: {
    label: "Devices",
    what: "A code for each browser and program that you signed in with, and when you used it last.",
    why: "We write to you when a new device signs in to your account.",
    kept: "Kept for 400 days after its last use.",
  },
  purchases: {
    label: "Purchases, begun or paid",
    what: "The plan, the amount, a coupon, the date, the payment provider’s reference, and the locked page from which you came to the plans, if you did. Card and bank details stay with the provider; we never see them.",
    why: "You get what you paid for, and we keep the books that the law asks for.",
    kept: "Kept as long as tax law asks for, also when you delete the account: then without your name and addresses.",
  },
  trials: {
    label: "Free trials",
    what: "The plan and its days. So that everybody has one, we also keep a code that is made from your email address with a secret of ours. Nobody can read the address from it, and it says nothing else.",
    why: "Each person has one free trial.",
    kept: "Kept until you delete the account. The code stays.",
  },
  gifts: {
    label: "Gifts",
    what: "To which address you had one sent, in whose name and with which words, and who claimed it.",
    why: "The gift reaches its owner.",
    kept: "The addresses, the name and the words go when you delete the account, or when the owner of an address does. The payment stays, as for a purchase.",
  },
  referrals: {
    label: "Invitations",
    what: "Who invited whom, and the days that both received.",
    why: "Both get their days, once for each friend.",
    kept: "Kept until one of the two accounts is deleted. If something was paid, it stays without a name.",
  },
  emails: {
    label: "Emails from us",
    what: "The emails that we sent you, whether they arrived, and who asked for one with your address in the last days.",
    why: "Our staff can see what reached you when you ask for help.",
    kept: "Kept until you delete the account. A request for an email stays for eight days at most.",
  },
  support: {
    label: "Support",
    what: "What our staff noted about you, and what they changed in your account.",
    why: "Anyone on our staff can help you, and account changes can be checked.",
    kept: "Notes are kept until you delete the account, changes for two years. After a deletion they no longer say whose account it was.",
  },
  imports: {
    label: "Memberships from elsewhere",
    what: "If your membership came here from another site: the line about you in its file.",
    why: "Your membership continues here.",
    kept: "Kept until it is written. A line that we could not use stays for 30 days.",
  },
  limits: {
    label: "Counted attempts",
    what: "How often somebody tried to sign in or asked for an email, under a code made from the email or network address.",
    why: "Nobody can try passwords without end.",
    kept: "Kept for two days at most.",
  },
} as const;

export type Topic = keyof typeof TOPICS;
