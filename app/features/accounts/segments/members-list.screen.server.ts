import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreenReply, loadList, MATCHING } from "~/admin-kit/list-screen.server";
import { isFiltered, withParam, writeListState } from "~/admin-kit/list-state";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { formatTotal } from "~/ui/format";
import { readBesideOr } from "~/web/optional-parts.server";
import { ALL_KINDS, BATCH_WORDS, BATCHES_PATH } from "../batches/batches.rules";
import { permissionsOf } from "../batches/run-batch.server";
import { members } from "../members.resource.server";
import { namesIn, segmentSearch } from "./segments.queries.server";
import { SEGMENTS_PATH } from "./segments.rules";

/** The list of members, with what can be done with those that are selected, or with all that match. */
export async function membersScreen(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("members.read"));
  const list = await loadList(members, args);
  const search = writeListState(list.state);
  const names = await readBesideOr(args, "names of filters not read", () => namesIn(search), undefined);
  const isFilteredBySegments = segmentSearch(list.state.filters) !== "";
  return listScreenReply({
    ...list,
    chips: list.chips.map((chip) => {
      const name = names?.[chip.label.toLowerCase()];
      return name ? { ...chip, label: `${chip.label}: ${name}` } : chip;
    }),
    selection: selectionOf(viewer, list, new URL(args.request.url).searchParams.get("ticked")),
    saveTo:
      isFilteredBySegments && can(viewer, "members.write")
        ? `${SEGMENTS_PATH}/new${writeListState({ ...list.state, page: 1 })}`
        : undefined,
    importTo: can(viewer, "member-imports.write") ? `/admin/${members.path}/import` : undefined,
  });
}

type List = Awaited<ReturnType<typeof loadList>>;

function selectionOf(
  viewer: StaffViewer,
  { state, search, base, total, capped, late, rows }: List,
  ticked: string | null,
) {
  const kinds = ALL_KINDS.filter((kind) =>
    permissionsOf(kind).every((permission) => can(viewer, permission)),
  );
  if (kinds.length === 0) return undefined;
  const isMatching = ticked === MATCHING;
  const noun = isFiltered(state) ? "matching rows" : "members";
  const all = late ? `all ${noun}` : `all ${formatTotal(total, capped)} ${noun}`;
  const kept = new URLSearchParams(writeListState({ ...state, page: 1 }));
  return {
    to: `${BATCHES_PATH}/new`,
    keep: { ...Object.fromEntries(kept), ...(isMatching ? { [MATCHING]: "on" } : {}) },
    changes: kinds.map((name) => ({ name: name as string, label: BATCH_WORDS[name].label })),
    options: [],
    label: "",
    ticked: ticked !== null,
    matching: isMatching ? all.replace("all", "All") : undefined,
    allTo: base + withParam(search, "ticked", "all"),
    matchingTo:
      total > rows.length
        ? {
            label: `Select ${all}`,
            to: base + withParam(search, "ticked", MATCHING),
          }
        : undefined,
    noneTo: base + search,
  };
}
