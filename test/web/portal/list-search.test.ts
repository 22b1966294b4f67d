import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import {
  createPortalMerchant,
  makePayment,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { searched, searchedAt } from '#test/support/typed-forms.ts'

const list = '/portail/transactions'

describe('the search in the list of payments', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())

  async function scene() {
    const merchant = await createPortalMerchant(api.database)
    const make = (payment: Parameters<typeof makePayment>[2]) =>
      makePayment(api.database, merchant.live, payment)
    return { make, merchant, reader: await portalReader(api, merchant) }
  }
  const referencesIn = (text: string, like: RegExp) => [...new Set(text.match(like))]
  const found = async (reader: PortalReader, q: string, more: Record<string, string> = {}) =>
    referencesIn((await searched(reader, list, { q, ...more })).text, /CMD-\d+/g)

  const olderIn = (text: string): string | undefined =>
    [...text.matchAll(/<a [^>]*href="([^"]*suite=[^"]*)"/g)]
      .map(([, href = '']) => href.replaceAll('&amp;', '&'))
      .find((href) => !href.includes('langue'))

  it('takes a number, its end, a name, an amount, a reference and an id, like the search above', async () => {
    const { make, reader } = await scene()
    const id = await make({ reference: 'CMD-1', payer: 'Sènan Hounkpè', phone: '2290197123456' })
    await make({ reference: 'CMD-2', payer: 'Awa Dossou', price: money(7_350n, 'XOF') })
    for (const q of [
      '01 97 12 34 56',
      '+229 01 97 12 34 56',
      '3456',
      'hounkpe',
      'Hou',
      'CMD-1',
      id,
    ])
      assert.deepEqual(await found(reader, q), ['CMD-1'], q)
    for (const q of ['7350', '7 350', '7 350 F', '7,350', 'dossou awa', 'cmd-2'])
      assert.deepEqual(await found(reader, q), ['CMD-2'], q)
    assert.deepEqual(await found(reader, 'Zinsou'), [])
    assert.deepEqual(await found(reader, '?'), [])
    assert.deepEqual(await found(reader, 'x'.repeat(150)), [])
  })

  it('goes with the other filters, and with the totals of what it finds', async () => {
    const { make, reader } = await scene()
    await make({ reference: 'CMD-1', payer: 'Awa Dossou', outcome: success })
    await make({ reference: 'CMD-2', payer: 'Awa Dossou' })
    assert.deepEqual(await found(reader, 'Dossou'), ['CMD-2', 'CMD-1'])
    assert.deepEqual(await found(reader, 'Dossou', { statut: 'succeeded' }), ['CMD-1'])
    assert.deepEqual(await found(reader, 'Dossou', { canal: 'pos' }), [])
    assert.deepEqual(await found(reader, 'Dossou', { type: 'payout' }), [])
    assert.deepEqual(await found(reader, 'Dossou', { min: '20000' }), [])
    assert.deepEqual(await found(reader, 'Dossou', { du: '2099-01-01' }), [])
    assert.deepEqual(await found(reader, 'Dossou', { au: '2020-01-01' }), [])
    const { text } = await searched(reader, list, { q: 'Dossou' })
    assert.match(text, /class="totals"[^>]*>2 opérations · /)
  })

  it('shows each hit once, page after page and in the export, with what was typed sealed', async () => {
    const { make, merchant, reader } = await scene()
    const all = Array.from({ length: 130 }, (_, at) => `CMD-${1000 + at}`)
    for (const reference of all) await make({ reference, payer: 'Awa Dossou' })
    // All at the same moment: only the ids tell them apart.
    await api.database.pool.query(
      `update transaction set created_at = date_trunc('hour', now()) - interval '1 hour' where service_env_id = $1`,
      [merchant.live.serviceEnvId],
    )
    await make({ reference: 'AUTRE', payer: 'Sènan Hounkpè', phone: '2290197123456' })
    for (const q of ['Dossou', '12500', '0042']) {
      const seen: string[] = []
      const addresses: string[] = []
      const texts: string[] = []
      let path: string | undefined = await searchedAt(reader, list, { q })
      while (path !== undefined) {
        addresses.push(path)
        const { text } = await reader.get(path)
        texts.push(text)
        seen.push(...referencesIn(text, /CMD-\d+|AUTRE/g))
        path = olderIn(text)
      }
      assert.match(texts[0] ?? '', /class="totals"[^>]*>[^<]*parmi les 100 plus récents/)
      const wanted = q === '12500' ? [...all, 'AUTRE'] : all
      assert.deepEqual(seen.toSorted(), wanted.toSorted(), q)
      assert.ok(addresses.every((address) => !address.includes(q)))
      const [first = ''] = addresses
      const file = await reader.get(first.replace(list, `${list}/export`))
      const rows = referencesIn(file.text, /CMD-\d+|AUTRE/g)
      assert.deepEqual(rows.toSorted(), wanted.toSorted(), q)
    }
  })
})
