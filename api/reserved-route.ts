import { fail } from '#domain/errors/errors.ts'
import { type Route, route } from '#http/route.ts'

/** A route that is promised but not there yet: whoever holds the secret key is answered 501, whatever is asked. */
export function reservedRoute(address: Pick<Route, 'method' | 'path' | 'summary'>): Route {
  return route({
    ...address,
    keys: ['secret'],
    // Before the fields: none is known, and none is at fault.
    checkFields: refuse,
    handler: refuse,
  })
}

function refuse(): never {
  throw fail('not_implemented')
}
