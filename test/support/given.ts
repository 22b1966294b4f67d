/**
 * Something that the surrounding tests share: created before them, and closed or stopped after them if possible.
 * Empty until then.
 */
export function given<Thing extends object>(make: () => Promise<Thing>): Thing {
  const thing = {} as Thing
  before(async () => fill(thing, await make()))
  after(async () => {
    for (const way of ['close', 'stop'] as const) {
      const leave: unknown = Reflect.get(thing, way)
      if (typeof leave === 'function') await Reflect.apply(leave, thing, [])
    }
  })
  return thing
}

/** The same, created again before each test. */
export function givenEach<Thing extends object>(make: () => Promise<Thing>): Thing {
  const thing = {} as Thing
  beforeEach(async () => fill(thing, await make()))
  return thing
}

function fill(thing: object, made: object): void {
  for (const key of Reflect.ownKeys(thing)) Reflect.deleteProperty(thing, key)
  Object.defineProperties(thing, Object.getOwnPropertyDescriptors(made))
}
