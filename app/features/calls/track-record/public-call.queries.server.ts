import { settledCall } from "./settled-call.server";

/** A settled call as everybody may know it: undefined for whoever asks as long as it is not public. @param id a UUID */
export const publicCall = (id: string) => settledCall({ kind: "visitor" }, id);
