import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { navigation } from '#web/portal/navigation.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { strayWords } from '#test/support/languages.ts'
import {
  createPortalMerchant,
  makePayment,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'

const paid = { status: 'succeeded', providerReference: 'REF-1' } as const

describe('each page of the portal’s navigation', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(async () => {
    const made = await createPortalMerchant(api.database)
    // Names of people and shops are of no language here.
    const name = `update service set public_name = 'Ganhi Shop' where merchant_id = $1`
    await onPool(api.database.pool).rows(name, [made.merchantId])
    for (const place of [made.live, made.test]) {
      const payment = { reference: `REF-${place.serviceEnvId}`, payer: 'Awa Mensah', outcome: paid }
      await makePayment(api.database, place, payment)
    }
    return made
  })

  const readerIn = async (mode: 'live' | 'test', language: string): Promise<PortalReader> => {
    const reader = await portalReader(api, merchant, 'owner')
    const name = `update person set name = 'Awa Mensah' where merchant_id = $1`
    await onPool(api.database.pool).rows(name, [merchant.merchantId])
    reader.cookies.set('langue', language)
    await reader.post('/portail/service', { vers: merchant[mode].serviceEnvId })
    await reader.get('/portail')
    return reader
  }

  for (const { href, mode } of navigation.flatMap(({ entries }) => entries))
    for (const place of mode === 'sandbox' ? (['test'] as const) : (['live', 'test'] as const))
      it(`is in one language, the reader’s: ${href}, ${place}`, async () => {
        for (const language of ['en', 'fr'] as const) {
          const reader = await readerIn(place, language)
          const { status, headers, text } = await reader.get(href)
          assert.equal(status, 200, href)
          assert.match(text, new RegExp(`^<!doctype html><html lang="${language}">`))
          assert.equal(headers.get('Content-Language'), language)
          assert.deepEqual(strayWords(text, language), [])
          const switches = text.match(/<a [^>]*hreflang="(?:fr|en)"[^>]*rel="nofollow">/g) ?? []
          assert.equal(switches.length, 2, 'one with the account, one at the foot')
        }
      })

  it('is open to the owner, who sees them all', async () => {
    const { user } = await portalReader(api, merchant, 'owner')
    for (const { permission } of navigation.flatMap(({ entries }) => entries))
      assert.ok(permission === undefined || hasPortalPermission(user, permission))
  })
})
