// What the figures of advertisements, of reading and of locks are made of. A view counts when half of an advertisement's box, or
// of a lock's button, or the mark at the beginning of an article, was in sight for one second (the Media Rating Council's viewable impression), once for
// each page; a click when the link is followed.

const VISIBLE_SHARE = 0.5;
const VISIBLE_MS = 1000;

export function startAds(): void {
  for (const link of document.querySelectorAll<HTMLElement>("a[ping]")) countClicks(link);
  countViews(document.querySelectorAll("[data-views]"));
}

/** Not every browser sends pings. A beacon from all of them counts each click once, so the attribute must go. */
function countClicks(link: HTMLElement): void {
  const address = link.getAttribute("ping") ?? "";
  link.removeAttribute("ping");
  const count = ({ button }: MouseEvent) => {
    // The third button opens a menu and follows nothing.
    if (button < 2) navigator.sendBeacon(address);
  };
  link.addEventListener("click", count);
  link.addEventListener("auxclick", count);
}

function countViews(marks: Iterable<Element>): void {
  /** Not counted yet, each with the timer that will do it. */
  const unseen = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  for (const mark of marks) unseen.set(mark, undefined);

  const count = (mark: Element) => {
    observer.unobserve(mark);
    unseen.delete(mark);
    navigator.sendBeacon((mark as HTMLElement).dataset.views ?? "");
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        clearTimeout(unseen.get(target));
        const seen = intersectionRatio >= VISIBLE_SHARE && !document.hidden;
        if (seen) unseen.set(target, setTimeout(count, VISIBLE_MS, target));
      }
    },
    { threshold: VISIBLE_SHARE },
  );
  // In the background, or rendered ahead, nobody looks: what is in sight is asked anew when the page is shown.
  const checkVisible = () => {
    observer.disconnect();
    for (const [mark, timer] of unseen) {
      clearTimeout(timer);
      if (!document.hidden) observer.observe(mark);
    }
  };
  document.addEventListener("visibilitychange", checkVisible);
  checkVisible();
}
