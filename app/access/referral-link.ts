/** Where a friend's link leads: the plans, with the code of who sent it. */
export const referralLink = (publicUrl: string, code: string) => `${publicUrl}/subscription?ref=${code}`;

/** Plain links that share it; nothing is loaded from those sites. */
export function shareLinks(link: string, siteName: string) {
  const words = `Join me on ${siteName}: we both get a month of membership free when you subscribe.`;
  return {
    email: `mailto:?subject=${encodeURIComponent(`An invitation to ${siteName}`)}&body=${encodeURIComponent(`${words}\n\n${link}`)}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}`,
    x: `https://x.com/intent/post?text=${encodeURIComponent(words)}&url=${encodeURIComponent(link)}`,
  };
}
