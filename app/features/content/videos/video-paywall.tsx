import type { Audience } from "~/access/access.server";
import { LockedPoster, Paywall } from "~/access/paywall";
import { paywallText } from "~/access/paywall-text";
import type { PriceNote } from "~/access/price-note";
import { Art } from "~/ui/art";
import { posterArt } from "./poster.rules";

type VideoPaywallProps = {
  id: string;
  audience: Audience;
  note?: PriceNote;
  /** The sign-in link, for visitors. */
  signIn?: string;
};

/** Replaces the player behind the paywall. */
export function VideoPaywall({ id, audience, note, signIn }: VideoPaywallProps) {
  return (
    <>
      <LockedPoster drawing={<Art {...posterArt(id)} />} />
      <Paywall
        {...paywallText("video", audience)}
        points={["This video in full", "Every other video for members"]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
