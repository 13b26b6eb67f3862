import type { Audience } from "~/access/access.server";
import { paywallText } from "~/access/audience.rules";
import { LockedPoster, Paywall } from "~/access/paywall";
import type { PriceNote } from "~/access/price-note";
import { Art } from "~/ui/art";
import { posterOf } from "./poster.rules";

type VideoLockProps = {
  id: string;
  audience: Audience;
  note?: PriceNote;
  /** The way in, for who is not signed in. */
  signIn?: string;
};

/** Stands where the player would. */
export function VideoLock({ id, audience, note, signIn }: VideoLockProps) {
  return (
    <>
      <LockedPoster drawing={<Art {...posterOf(id)} />} />
      <Paywall
        {...paywallText("video", audience)}
        points={["This film, from beginning to end", "Every other video for members"]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
