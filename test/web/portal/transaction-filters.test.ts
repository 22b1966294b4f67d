import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { searched } from '#test/support/typed-forms.ts'

describe('the filters of the list of payments', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    for (const [reference, outcome] of [
      ['V-1', success],
      ['V-2', failed],
      ['V-3', success],
    ] as const)
      await makePayment(api.database, merchant.live, { reference, outcome })
  })
  const reader = given(() => portalReader(api, merchant))

  it('are in sight: nothing is folded away but amounts and dates', async () => {
    const { text } = await reader.get('/portail/transactions?type=collection&statut=failed')
    const [seen = ''] = text.split('<h1>').slice(1).join('').split('<details')
    for (const chip of ['Aujourd’hui', 'Encaissements', 'Retraits', 'Échoués', 'MTN'])
      assert.match(seen, new RegExp(`class="chip"[^>]*>[^<]*(<[^>]*>)?[^<]*${chip}`), chip)
    assert.equal(seen.match(/class="chip"[^>]*aria-current/g)?.length, 3)
  })

  it('answer a range of a hundred years, and one that is none', async () => {
    const all = ['V-3', 'V-2', 'V-1']
    const within = (days: string) => found(`${days}&type=collection`)
    assert.deepEqual(await within('du=1926-01-01&au=2026-01-01'), [])
    assert.deepEqual(await within('du=1926-01-01&au=2126-01-01'), all)
    assert.match(
      await words('du=1926-01-01&au=2126-01-01&type=collection'),
      /3 opérations · encaissé/,
    )
    assert.deepEqual(await within('du=2126-01-01&au=1926-01-01'), [])
    assert.deepEqual(await within('du=2026-02-30&au=demain'), all)
    assert.deepEqual(await within(`du=${'9'.repeat(2000)}`), all)
  })

  it('take an amount however its thousands are separated, and say which one is none', async () => {
    const list = '/portail/transactions'
    const within = async (typed: Record<string, string>) =>
      referencesIn((await searched(reader, list, { type: 'collection', ...typed })).text)
    for (const amount of ['13,500', '13.500', '13 500', '13500', '13\u202F500\u00A0F CFA']) {
      assert.deepEqual(await within({ max: amount }), ['V-3', 'V-2', 'V-1'], amount)
      assert.deepEqual(await within({ min: amount }), [], amount)
    }
    for (const min of ['12,50', 'beaucoup', '-5', '9'.repeat(13)]) {
      const { text } = await searched(reader, list, { min })
      assert.match(text, /id="champ-min"[^>]*aria-invalid="true"/, min)
      assert.match(text, /Ce montant ne se lit pas\u00A0: écrivez-le comme 12\u00A0500\./, min)
    }
    assert.doesNotMatch((await searched(reader, list, { max: '12,500' })).text, /aria-invalid/)
  })

  async function found(query: string): Promise<string[]> {
    const { text } = await reader.get(`/portail/transactions?${query}`)
    return referencesIn(text)
  }

  function referencesIn(text: string): string[] {
    return [...text.matchAll(/data-copy="([^"]*)"/g)].map(([, reference = '']) => reference)
  }

  async function words(query: string): Promise<string> {
    const { text } = await reader.get(`/portail/transactions?${query}`)
    return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
  }
})
