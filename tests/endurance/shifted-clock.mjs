// Loaded before everything else (`node --import`): shifts this process's clock by CLOCK_SHIFT_MS, as on a
// machine with a wrong clock. Timers are unchanged.
const RealDate = Date;
const shifted = () => RealDate.now() + Number(process.env.CLOCK_SHIFT_MS);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, self) => Reflect.construct(target, words.length ? words : [shifted()], self),
  apply: () => String(new RealDate(shifted())),
  get: (target, name, self) => (name === "now" ? shifted : Reflect.get(target, name, self)),
});
