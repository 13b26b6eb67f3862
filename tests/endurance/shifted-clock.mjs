// Loaded before everything else (`node --import`): this process believes that it is CLOCK_SHIFT_MS later, as on a machine
// whose clock nobody set. Timers run as ever.
const RealDate = Date;
const shifted = () => RealDate.now() + Number(process.env.CLOCK_SHIFT_MS);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, self) => Reflect.construct(target, words.length ? words : [shifted()], self),
  apply: () => String(new RealDate(shifted())),
  get: (target, name, self) => (name === "now" ? shifted : Reflect.get(target, name, self)),
});
