import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { banks } from '#domain/operators/operators.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { languages } from '#domain/text/language.ts'
import { languageName } from '#web/http/language.ts'
import { navigation } from '#web/portal/navigation.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { strayWords } from '#test/support/languages.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'

const paid = { status: 'succeeded', providerReference: 'REF-1' } as const

describe('each page of the portal’s navigation', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(async () => {
    const made = await createPortalMerchant(api.database)
    // Names of people and shops are of no language here.
    const name = `update service set public_name = 'Ganhi Shop' where merchant_id = $1`
    await onPool(api.database.pool).rows(name, [made.merchantId])
    for (const place of [made.live, made.test]) {
      const label = `update terminal set label = 'T0' where service_env_id = $1`
      await onPool(api.database.pool).rows(label, [place.serviceEnvId])
      const payment = { reference: `REF-${place.serviceEnvId}`, payer: 'Awa Mensah', outcome: paid }
      await makePayment(api.database, place, payment)
    }
    return made
  })

  const owner = given(async () => {
    const reader = await portalReader(api, merchant, 'owner')
    const name = `update person set name = 'Awa Mensah' where merchant_id = $1`
    await onPool(api.database.pool).rows(name, [merchant.merchantId])
    return reader
  })

  for (const { href, mode } of navigation.flatMap(({ entries }) => entries))
    for (const place of mode === 'sandbox' ? (['test'] as const) : (['live', 'test'] as const))
      it(`is in one language, the reader’s: ${href}, ${place}`, async () => {
        await owner.post('/portail/service', { vers: merchant[place].serviceEnvId })
        await owner.get('/portail')
        for (const language of languages) {
          owner.cookies.set(languageName, language)
          const { status, headers, text } = await owner.get(href)
          assert.equal(status, 200, href)
          assert.match(text, new RegExp(`^<!doctype html><html lang="${language}">`))
          assert.equal(headers.get('Content-Language'), language)
          assert.deepEqual(strayWords(withoutNames(text), language), [])
          const switches = text.match(/<a [^>]*hreflang="(?:fr|en)"[^>]*rel="nofollow">/g) ?? []
          // At the foot of each, and in the account menu of those that have it: a till has none.
          assert.equal(switches.length, text.includes('class="account"') ? 2 : 1)
        }
      })

  it('is open to the owner, who sees them all', () => {
    for (const { permission } of navigation.flatMap(({ entries }) => entries))
      assert.ok(permission === undefined || hasPortalPermission(owner.user, permission))
  })
})

/** The names of banks are the same in each language. */
function withoutNames(text: string): string {
  return banks.reduce((left, { name }) => left.replaceAll(name, ''), text)
}
