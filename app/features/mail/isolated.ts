const [FIRST_STRONG, POP] = ["\u2068", "\u2069"];
/** Characters that set a text direction. In a name they would reverse the sentence around it. */
const CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Isolates the text direction of a name inside a sentence. A name in left-to-right script stays unchanged.
 */
export function isolated(name: string): string {
  const plain = name.replace(CONTROLS, "");
  return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG + plain + POP : name;
}

/** The same for escaped HTML: email programs know the element, but not all of them the characters. */
export const withIsolates = (html: string): string =>
  html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, "<bdi>$1</bdi>");
