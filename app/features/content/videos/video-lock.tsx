import type { Audience } from "~/access/access.server";
import { lockWords } from "~/access/audience.rules";
import { LockedPoster, LockPanel } from "~/access/lock";
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
      <LockPanel
        {...lockWords("video", audience)}
        points={["This film, from beginning to end", "Every other video for members"]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
