import type { TestService } from '#test/support/service.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import type { Recordings } from './recording.ts'
import { createTeller, type Tell } from './teller.ts'

/** A merchant in both modes about whom a story is told, with its secret key unless it says whose. */
export interface Story {
  readonly service: TestService
  readonly tell: Tell
  readonly tenant: Tenant
  readonly live: Tenant
}

/** Somebody new to tell of, in a file of this name. */
export async function beginStory(
  service: TestService,
  recordings: Recordings,
  name: string,
): Promise<Story> {
  const { baseUrl, database } = service
  const tenant = await createTenant(database)
  const { serviceId, keys } = tenant
  const live = await createTenant(database, { mode: 'live', serviceId })
  const by = { caller: 'secret', key: keys.secret }
  return { service, tell: createTeller({ baseUrl, recordings, name, ...by }), tenant, live }
}

let numbers = 0

/** A number of MTN that nobody else has here. */
export function nextPhone(ending = '1234'): string {
  numbers += 1
  return `2290196${String(numbers % 100).padStart(2, '0')}${ending}`
}
