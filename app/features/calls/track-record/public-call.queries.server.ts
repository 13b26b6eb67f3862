import { settledCall } from "./settled-call.server";

/** A public settled call; undefined while it is not public, even for members. @param id a UUID */
export const publicCall = (id: string) => settledCall({ kind: "visitor" }, id);
