import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { EventId } from '#domain/ids.ts'
import { languages } from '#domain/text/language.ts'
import { announceListener } from '#use-cases/webhooks/announce-listener.ts'
import { recordListenerResults } from '#use-cases/webhooks/record-listener-results.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import type { Merchant } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { makePayment, portalReader } from '#test/support/portal.ts'
import { sceneIn, pagesIn } from '#test/support/portal-languages.ts'

const path = '/portail/webhooks'

describe('developers’ listeners in the portal', () => {
  const api = given(() => sharedApiAlone())

  /** A listener that passed on the events of so many payments, and missed the last one. */
  async function listened({ serviceEnvId, ...place }: Merchant, count: number) {
    const { database } = api
    const { id } = await announceListener(database, { serviceEnvId, label: 'P-7' })
    for (let made = 1; made <= count; made += 1) {
      const reference = `L-${made}`
      const outcome = success
      const transactionId = await makePayment(
        database,
        { serviceEnvId, ...place },
        { reference, outcome },
      )
      const { eventId } = await onPool(database.pool).one<{ eventId: EventId }>(
        'select id as "eventId" from event where transaction_id = $1',
        [transactionId],
      )
      const answer =
        made === count
          ? ({ httpStatus: null, error: 'timeout' } as const)
          : { httpStatus: 200, error: null }
      const result = { eventId, ...answer, durationMs: 84, tries: 2, forwardedAt: new Date() }
      await recordListenerResults(database, { serviceEnvId, id, results: [result] })
    }
    return `${path}/ecoutes/${id}`
  }

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)

    it(`are shown with when they were last seen and what became of each event, 20 a page, in ${language}`, async () => {
      const { merchant, second } = await sceneIn(api, language)
      const reader = await second('collaborator')
      await opens(reader, path, {
        fr: 'Sur la machine d’un développeur',
        en: 'On a developer’s machine',
      })
      const address = await listened(merchant.test, 22)
      const list = await reader.get(path)
      assert.ok(list.text.includes(`href="${address}"`))
      speaks(list, 200, { fr: 'À l’écoute', en: 'Listening' })
      const first = await opens(
        reader,
        address,
        { fr: 'pas de réponse en 10 secondes', en: 'no response within 10 seconds' },
        { fr: 'Échouée', en: 'Failed' },
        { fr: 'HTTP 200', en: 'HTTP 200' },
        { fr: '84 ms', en: '84 ms' },
        { fr: 'L-22', en: 'L-22' },
      )
      const older = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&')
      const rest = await reader.get(older ?? '')
      assert.ok(rest.text.includes('L-1<') && !rest.text.includes('L-22<'))
      await onPool(api.database.pool).rows(
        `update webhook_listener set last_seen_at = now() - interval '3 minutes' where service_env_id = $1`,
        [merchant.test.serviceEnvId],
      )
      await opens(reader, path, { fr: 'Arrêtée', en: 'Stopped' })
    })
  }

  it('are of test mode, and of their own service', async () => {
    const { merchant, reader } = await sceneIn(api, 'fr')
    const address = await listened(merchant.test, 1)
    assert.equal((await reader.get(address)).status, 200)
    const stranger = await sceneIn(api, 'fr')
    assert.equal((await stranger.reader.get(address)).status, 404)
    const live = await portalReader(api, merchant, 'owner')
    assert.notEqual((await live.get(address)).status, 200)
    assert.doesNotMatch((await live.get(path)).text, /payments listen/)
    assert.equal((await reader.get(`${path}/ecoutes/x`)).status, 404)
  })
})
