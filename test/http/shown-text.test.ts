import assert from 'node:assert/strict'
import { formOf } from '#web/http/form.ts'
import { payHeaders, readJson, refusal, startToyService, type ToyService } from './toy-service.ts'

/** A control character of each kind, and characters that turn the order in which a text is read. */
const unshown = [
  '\u0001',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]
/** Line ends, an accent of its own, letters from right to left, a joined sign. */
const shown = ['Sènami\nAdjavon', 'Se\u0300nami', 'عائشة', '👩‍🌾', 'Ɖɔ̀nù']

describe('a text that people read', () => {
  let service: ToyService
  before(async () => (service = await startToyService()))
  after(() => service.close())

  const pay = (fields: object) =>
    fetch(`${service.url}/v2/payments`, {
      method: 'POST',
      headers: payHeaders,
      body: JSON.stringify({ amount: 1, currency: 'XOF', ...fields }),
    })
  const customer = (name: string) => ({ customer: { name, email: 'awa@example.com' } })

  for (const character of unshown) {
    const code = `U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    it(`is refused with ${code}, at its field`, async () => {
      const named = await refusal(pay(customer(`Awa ${character}Dossou`)))
      assert.deepEqual(
        [named.status, named.details.fields?.map(({ field, code }) => [field, code])],
        [422, [['customer.name', 'invalid_customer_name']]],
      )
      const described = await refusal(pay({ description: `Deux${character}` }))
      assert.deepEqual(
        described.details.fields?.map(({ field, code }) => [field, code]),
        [['description', 'invalid_description']],
      )
      const form = formOf(new URLSearchParams({ nom: `Awa ${character}Dossou` }))
      assert.equal(form.text('nom'), 'Awa Dossou')
    })
  }

  it('keeps everything else, in every script', async () => {
    for (const text of shown) {
      const { status } = await readJson(pay({ ...customer(text), description: text }))
      assert.equal(status, 202, text)
    }
  })
})
