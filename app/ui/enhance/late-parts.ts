/** What may wait until it comes near (`content-visibility`), in the order of the page; where and how wide, the stylesheets say. */
const MAY_WAIT = ".below > .section, .rail, .picks tbody tr, .operation";

/**
 * Lays out what waits far below, a part in each moment that the browser has to spare: the page comes to its height, and a picture
 * of all of it has all of it. What lies above by then stays, as it would move what is being read. Where a browser does not tell
 * of such moments, a part waits until it comes near.
 */
export function layOutWhenIdle(): void {
  if (!("requestIdleCallback" in window)) return;
  const parts = document.querySelectorAll<HTMLElement>(MAY_WAIT).values();
  const lookAtNext = () => {
    const { value } = parts.next();
    if (value) observer.observe(value);
  };
  // An observer tells where a part is when the browser knows; asked for, the page would be laid out once more.
  const observer = new IntersectionObserver((entries) => {
    for (const { target, boundingClientRect } of entries) {
      observer.unobserve(target);
      const waits = getComputedStyle(target).contentVisibility === "auto";
      if (!waits || boundingClientRect.top <= innerHeight) lookAtNext();
      else
        requestIdleCallback(() => {
          (target as HTMLElement).style.contentVisibility = "visible";
          lookAtNext();
        });
    }
  });
  lookAtNext();
}
