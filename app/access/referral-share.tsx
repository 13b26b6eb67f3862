import { LinkButton } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Input, Textarea } from "~/ui/field";
import { useRootData } from "~/web/root-data";
import { REFERRAL_DAYS } from "./referrals.rules";

/** Where a friend's link leads: the plans, with the sender's code. */
const referralLink = (publicUrl: string, code: string) => `${publicUrl}/subscription?ref=${code}`;

/** Plain links that share it; nothing is loaded from those sites. */
function shareLinks(link: string, siteName: string) {
  const words = `Join me on ${siteName}: we both get a month of membership free when you subscribe.`;
  return {
    email: `mailto:?subject=${encodeURIComponent(`An invitation to ${siteName}`)}&body=${encodeURIComponent(`${words}\n\n${link}`)}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}`,
    x: `https://x.com/intent/post?text=${encodeURIComponent(words)}&url=${encodeURIComponent(link)}`,
  };
}

/** A member's code and link, to copy or share. The fields can be read and selected without script. */
export function ReferralShare({ code, publicUrl }: { code: string; publicUrl: string }) {
  const { siteName } = useRootData();
  const link = referralLink(publicUrl, code);
  const share = shareLinks(link, siteName);
  return (
    <div className="grid gap-5">
      <p className="max-w-measure">
        Send your link to a friend. When they make their first payment, you both get {REFERRAL_DAYS} days of
        membership free.
      </p>
      <div className="form max-w-form">
        <Input name="referralCode" label="Your code" value={code} readOnly />
        <Textarea name="referralLink" label="Your link" value={link} rows={2} readOnly />
      </div>
      <div className="actions">
        <CopyButton text={link} label="Copy link" copied="Link copied!" />
        <LinkButton to={share.email}>Share by email</LinkButton>
        <LinkButton to={share.facebook} target="_blank" rel="noopener noreferrer">
          Share on Facebook
        </LinkButton>
        <LinkButton to={share.x} target="_blank" rel="noopener noreferrer">
          Share on X
        </LinkButton>
      </div>
    </div>
  );
}
