import assert from 'node:assert/strict'

/**
 * Something that the surrounding tests share: created before them, and closed or stopped after them if possible. What
 * was created last ends first, so what stands on another thing comes after it. Empty until then.
 */
export function given<Thing extends object>(make: () => Promise<Thing>): Thing {
  return madeBetween(before, after, make)
}

/** The same, created again before each test and ended after it. */
export function givenEach<Thing extends object>(make: () => Promise<Thing>): Thing {
  return madeBetween(beforeEach, afterEach, make)
}

function madeBetween<Thing extends object>(
  begin: Mocha.HookFunction,
  finish: Mocha.HookFunction,
  make: () => Promise<Thing>,
): Thing {
  const thing = {} as Thing
  begin(async function () {
    fill(thing, await make())
    endsOf(this).push(thing)
  })
  finish(async function () {
    await end(endsOf(this).pop())
  })
  return thing
}

/** What the tests of each suite share, in the order in which it was created. */
const created = new WeakMap<object, object[]>()

function endsOf({ test }: Mocha.Context): object[] {
  const suite = test?.parent
  assert.ok(suite)
  const things = created.get(suite) ?? []
  created.set(suite, things)
  return things
}

async function end(thing: object | undefined): Promise<void> {
  if (thing === undefined) return
  for (const way of ['close', 'stop'] as const) {
    const leave: unknown = Reflect.get(thing, way)
    if (typeof leave === 'function') await Reflect.apply(leave, thing, [])
  }
}

function fill(thing: object, made: object): void {
  for (const key of Reflect.ownKeys(thing)) Reflect.deleteProperty(thing, key)
  Object.defineProperties(thing, Object.getOwnPropertyDescriptors(made))
}
