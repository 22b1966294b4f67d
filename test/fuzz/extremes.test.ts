import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addedVersion } from '#http/added-version.ts'
import { samples } from '#test/route-table/samples.ts'
import { call, type CallAnswer } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { dereferenced } from '#test/support/openapi.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { extremes } from './extremes.ts'
import { type FieldPath, fieldsOf, withValue } from './fields.ts'
import type { Schema } from './values.ts'

/**
 * `FUZZ_EXTREMES=1` puts each value into each field; otherwise each field gets every so many of them, others each time.
 */
const step = Number(process.env['FUZZ_EXTREMES'] ?? 9)
const cpuMicrosMax = 1_000_000

describe('a field of a good request with a value that no form or library sends', () => {
  const service = given(() =>
    startTestService({ RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_IP_PER_MINUTE: '1000000' }),
  )

  it('is taken, or refused by its name and at once', async function () {
    this.timeout(600_000)
    let [tried, refused] = [0, 0]
    for (const { route, schema } of await routesWithBody()) {
      const { ask, body } = await readyFor(route)
      for (const field of fieldsOf(schema)) {
        for (let at = tried % step; at < extremes.length; at += step) {
          const value = extremes[at] ?? ''
          const isRefused = await holds(() => ask(withValue(body, field, value)), field)
          if (isRefused) refused += 1
          tried += 1
        }
      }
    }
    assert.ok(refused > tried / 3, `${refused} of ${tried}`)
    assert.deepEqual(await checkInvariants(service.database), [])
  })

  /** A good body for a route, and how it is sent, for a merchant that nobody else has. */
  async function readyFor(route: string) {
    const tenant = await createTenant(service.database)
    const sample = await samples[route]?.({ service, tenant })
    assert.ok(sample, `${route} has no sample in test/route-table/samples.ts`)
    const { params = {}, body = {} } = sample
    const [method = '', template = ''] = route.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const asked = { method, path, key: tenant.keys.secret }
    const ask = (json: string) => call(service, { ...asked, body: json, headers: headersOf(path) })
    return { ask, body }
  }

  /** Fails where the answer is a fault, takes long, or does not name the field; true if it is refused. */
  async function holds(ask: () => Promise<CallAnswer>, field: FieldPath): Promise<boolean> {
    const before = process.cpuUsage()
    const answer = await ask()
    const { user } = process.cpuUsage(before)
    const what = `${field.join('.')}: ${answer.text}`
    assert.ok(answer.status < 500 && user < cpuMicrosMax, `${user} µs ${what}`)
    if (!isOfFields(answer)) return false
    assert.ok(isNamed(answer, field), what)
    return true
  }

  async function routesWithBody() {
    const answer = await fetch(`${service.baseUrl}/openapi.json`)
    const description: Schema = dereferenced(await answer.json())
    return Object.entries<Schema>(description.paths).flatMap(([path, methods]) =>
      Object.entries<Schema>(methods).flatMap(([method, { requestBody }]) => {
        const schema: Schema = requestBody?.content?.['application/json']?.schema
        return schema === undefined ? [] : [{ route: `${method.toUpperCase()} ${path}`, schema }]
      }),
    )
  }
})

function headersOf(path: string) {
  const takesKey = /\/(?:collections|payouts|checkouts|payment-links)$/.test(path)
  const version = { 'Service-Version': addedVersion }
  return takesKey ? { ...version, 'Idempotency-Key': randomUUID() } : version
}

/** A code that activates a terminal does so once, whatever else comes along the next time. */
function isOfFields({ status, json }: CallAnswer): boolean {
  const { type, code } = json?.error ?? {}
  return status === 422 && type === 'validation_error' && code !== 'invalid_activation_code'
}

/** Names the field, what is in it, or what it is in. */
function isNamed({ json }: CallAnswer, field: FieldPath): boolean {
  const { details } = json.error
  const named = [details.field, ...(details.fields ?? []).map((one: Schema) => one.field)]
  const wanted = field.join('.')
  return named.some(
    (name: string | undefined) =>
      name !== undefined &&
      (name === wanted || name.startsWith(`${wanted}.`) || wanted.startsWith(`${name}.`)),
  )
}
