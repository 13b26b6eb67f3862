import type { Audience } from "~/features/entitlements/access.server";
import { lockWords } from "~/features/entitlements/audience.rules";
import { LockedPoster, LockPanel } from "~/features/entitlements/lock";
import type { PriceNote } from "~/features/entitlements/price-note";
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
      <LockPanel
        {...lockWords("video", audience)}
        points={["This film, from beginning to end", "Every other video for members"]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
