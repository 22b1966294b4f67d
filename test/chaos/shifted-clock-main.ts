// Loaded before a process of the service (`node --import`): its clock is wrong by CLOCK_SHIFT_MS, as a machine's may be.

const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const real = Date
const now = (): number => real.now() + shiftMs

globalThis.Date = new Proxy(real, {
  construct: (target, given: unknown[], called) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, called) as object,
  apply: () => new real(now()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
})
