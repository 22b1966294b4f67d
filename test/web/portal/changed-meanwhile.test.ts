import assert from 'node:assert/strict'
import { findPaymentLink } from '#use-cases/payment-links/find.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import { findTerminal } from '#use-cases/terminals/find.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { findEndpoint } from '#use-cases/webhooks/find-endpoints.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { fieldsIn } from '#test/support/form-fields.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createPortalMerchant, type PortalMerchant, portalReader } from '#test/support/portal.ts'

/** A form that two people have open. */
interface Shared {
  readonly path: string
  /** The field that both change. */
  readonly field: string
  /** What is stored. */
  readonly read: () => Promise<string | null>
}

describe('two people who change the same thing at once', () => {
  const api = given(() => startApiAlone())

  const forms: Readonly<Record<string, (merchant: PortalMerchant) => Promise<Shared>>> = {
    'the settings of a service': ({ live: { serviceEnvId } }) =>
      Promise.resolve({
        path: '/portail/reglages',
        field: 'nom',
        read: async () => (await readServiceSettings(api.database, serviceEnvId)).publicName,
      }),
    'a payment link': async ({ live }) => {
      const { id } = await createLink(api.database, live)
      return {
        path: `/portail/liens/${id}/modifier`,
        field: 'titre',
        read: async () => (await findPaymentLink(api.database, live.serviceEnvId, id)).title,
      }
    },
    'a terminal': async ({ live: { serviceEnvId, terminalId } }) => ({
      path: `/portail/terminaux/${terminalId}/modifier`,
      field: 'libelle',
      read: async () => (await findTerminal(api.database, serviceEnvId, terminalId)).label,
    }),
    'a webhook': async ({ live: { serviceEnvId } }) => {
      const url = 'https://boutique.example/hooks'
      const given = { url, label: 'Un', events: ['*'], isEnabled: true }
      const { endpoint } = await createWebhookEndpoint(api.database, serviceEnvId, given)
      const { id } = endpoint
      return {
        path: `/portail/webhooks/${id}/modifier`,
        field: 'libelle',
        read: async () => (await findEndpoint(api.database, serviceEnvId, id)).label,
      }
    },
  }

  for (const [name, open] of Object.entries(forms)) {
    it(`have one of them told, also if both send in the same moment: ${name}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const { path, field, read } = await open(merchant)
      const people = await Promise.all(
        ['A', 'B', 'C'].map(async (word) => ({ word, reader: await portalReader(api, merchant) })),
      )
      const [first] = people
      assert.ok(first)
      const shownToAll = fieldsIn((await first.reader.get(path)).text)
      const answers = await Promise.all(
        people.map(async ({ word, reader }) => ({
          word,
          ...(await reader.send(path, { ...shownToAll, [field]: word })),
        })),
      )
      const saved = answers.filter(({ status }) => status === 303)
      assert.deepEqual(
        [await read()],
        saved.map(({ word }) => word),
      )
      for (const { status, text } of answers.filter((answer) => !saved.includes(answer))) {
        assert.equal(status, 422)
        assert.match(text, /Quelqu’un d’autre a fait un changement ici.*Rien n’a été enregistré/s)
      }
    })

    it(`are told so, and nothing is lost: ${name}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const { path, field, read } = await open(merchant)
      const [one, other] = [await portalReader(api, merchant), await portalReader(api, merchant)]
      const shownToBoth = fieldsIn((await other.get(path)).text)
      assert.equal((await one.send(path, { ...shownToBoth, [field]: 'Premier' })).status, 303)
      const late = await other.send(path, { ...shownToBoth, [field]: 'Second' })
      assert.equal(late.status, 422)
      assert.match(
        late.text,
        /Quelqu’un d’autre a fait un changement ici.*Rien n’a été enregistré/s,
      )
      assert.match(late.text, /value="Second"/)
      assert.equal(await read(), 'Premier')
      const again = fieldsIn(late.text)
      assert.equal((await other.send(path, again)).status, 303)
      assert.equal(await read(), 'Second')
    })
  }
})
