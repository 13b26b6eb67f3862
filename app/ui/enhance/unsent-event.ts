/** Of the window, from a form that React would have sent as a document: its own submit was prevented, so nobody hears of it. */
export const UNSENT_EVENT = "openbell:unsent";
