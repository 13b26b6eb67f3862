import { Button } from "~/ui/button";
import { useRootData } from "~/web/root-data";

/** At the foot of every page while staff view the site as a member; otherwise null. */
export function MemberViewBar() {
  const { memberView } = useRootData();
  if (!memberView) return null;
  return (
    <aside className="band sticky bottom-0 z-50" aria-label="Viewing as a member">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p>
          You see the site as <strong>{memberView.of}</strong> does. You cannot change anything.
        </p>
        <form method="post" action="/admin/member-view/end">
          <Button size="sm">Back to the back-office</Button>
        </form>
      </div>
    </aside>
  );
}
