import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { failed, success } from '#test/support/ends.ts'

const pageBytesMax = 80_000
const dayMs = 86_400_000

describe('the first page of the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    await sell('T-1', { minor: 9000n, agoMs: 0 })
    await sell('T-2', { minor: 2500n, agoMs: 0 })
    await sell('T-3', { minor: 700n, agoMs: 0, outcome: failed })
    await sell('H-1', { minor: 5000n, agoMs: dayMs + 1000 })
    await sell('M-1', { minor: 40_000n, agoMs: 40 * dayMs })
  })
  const reader = given(() => portalReader(api, merchant))

  it('says at once how today is against yesterday at the same hour', async () => {
    const text = await words('')
    assert.match(text, /Encaissé aujourd’hui, à \d\d:\d\d 11 500 F CFA/)
    assert.match(text, /▲ 6 500 F CFA de plus qu’hier à la même heure \(\+130 %\)/)
    assert.match(
      text,
      /2 paiements réussis \(avant : 1\) · 67 % de réussite · 5 750 F CFA en moyenne/,
    )
    assert.match(text, /Le solde du compte du payeur est insuffisant\. 1/)
    assert.match(text, /Par opérateur MTN Mobile Money 11 500 F CFA 2 paiements réussis/)
    assert.match(text, /Par canal API 11 500 F CFA/)
  })

  it('says what each point of sale took, of all its terminals; of a single one nothing', async () => {
    const { database } = api
    const shop = await createPortalMerchant(database)
    const owner = await portalReader(api, shop)
    const told = async () => {
      const { text } = await owner.get('/portail')
      return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
    }
    const open = async (label: string, pointOfSale: string) =>
      createTerminal(database, shop.live.serviceEnvId, {
        type: 'pos',
        label,
        pointOfSale,
        serialNumber: null,
        deviceType: null,
      })
    const take = async (label: string, pointOfSale: string, minor: bigint) => {
      const { terminal } = await open(label, pointOfSale)
      const price = money(minor, 'XOF')
      const id = await makePayment(database, shop.live, {
        reference: label,
        price,
        outcome: success,
      })
      await onPool(database.pool).rows('update transaction set terminal_id = $2 where id = $1', [
        id,
        terminal.id,
      ])
    }
    await take('Caisse A', 'Ganhi', 3000n)
    assert.doesNotMatch(await told(), /Par point de vente/)
    await take('Caisse B', 'Dantokpa', 4000n)
    await take('Caisse C', 'Ganhi', 2000n)
    assert.match(
      await told(),
      /Par point de vente Ganhi 5 000 F CFA 2 paiements réussis · 100 % de réussite Dantokpa 4 000 F CFA 1 paiement réussi /,
    )
  })

  it('shows yesterday, seven days, thirty, this month, the last and a range, each beside the same days before', async () => {
    assert.match(
      await words('?periode=hier'),
      /Encaissé hier 5 000 F CFA ▲ 5 000 F CFA de plus qu’avant-hier /,
    )
    assert.match(await words('?periode=7'), /Encaissé en 7 jours, à \d\d:\d\d 16 500 F CFA/)
    assert.match(
      await words('?periode=30'),
      /16 500 F CFA ▼ 23 500 F CFA de moins que les 30 jours d’avant à la même heure \(−59 %\)/,
    )
    assert.match(
      await words('?periode=mois'),
      /Encaissé ce mois.* que le mois dernier, le même jour à la même heure/,
    )
    assert.match(
      await words('?periode=mois-dernier'),
      /Encaissé le mois dernier .* que le mois d’avant /,
    )
    const day = dayOf(40 * dayMs)
    assert.match(await words(`?du=${day}&au=${day}`), /Encaissé par heure ; en clair, la veille/)
    const quiet = dayOf(20 * dayMs)
    assert.match(await words(`?du=${quiet}&au=${quiet}`), / Rien, et rien avant non plus /)
    const { text } = await reader.get(`/portail?du=${day}&au=${dayOf(0)}`)
    assert.match(text, /Encaissé par jour/)
    assert.match(text, /56\u202F500\u00A0/)
  })

  it('answers a range of a hundred years, and any that is none, in words', async () => {
    const faults = {
      '?du=1926-01-01&au=2026-01-01': /C’est trop long pour un seul écran/,
      '?du=2026-02-30&au=2026-03-01': /Cette date n’existe pas/,
      '?du=<b>&au=': /Cette date n’existe pas/,
      '?du=2026-03-02&au=2026-03-01': /Les dates sont à l’envers/,
      '?du=2999-03-02&au=2999-03-03': /Ces jours ne sont pas encore là/,
    }
    for (const [query, fault] of Object.entries(faults)) {
      const { status, text } = await reader.get(`/portail${query}`)
      assert.equal(status, 200, query)
      assert.match(text, fault)
      assert.doesNotMatch(text, /<b>&/)
    }
    assert.equal((await reader.get(`/portail?periode=${'x'.repeat(2000)}`)).status, 200)
  })

  it('asks again for its figure by itself, for an hour at most', async () => {
    const asks = async (query: string): Promise<boolean> =>
      (await reader.get(`/portail${query}`)).text.includes('hx-get')
    assert.equal(await asks(''), true)
    assert.equal(await asks(`?ouvert=${Date.now() - 3_590_000}`), true)
    assert.equal(await asks(`?ouvert=${Date.now() - 3_610_000}`), false)
    assert.equal(await asks('?periode=hier'), false)
  })

  it('sends nothing while its figures are the same', async () => {
    const { text } = await reader.get('/portail?periode=30')
    const path = /id="resume"[^>]*hx-get="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    for (const part of ['solde', 'courbes', 'parts', 'dernieres'])
      assert.match(text, new RegExp(`hx-select-oob="[^"]*#${part}\\b.* id="${part}"`, 's'))
    assert.equal((await reader.get(path)).status, 204)
    await sell('N-1', { minor: 100n, agoMs: 35 * dayMs })
    assert.equal((await reader.get(path)).status, 200)
  })

  it('is light, also with a year of bars', async () => {
    for (const query of ['', '?periode=30', `?du=${dayOf(365 * dayMs)}&au=${dayOf(0)}`]) {
      const { text } = await reader.get(`/portail${query}`)
      assert.ok(Buffer.byteLength(text) < pageBytesMax, `${query}: ${Buffer.byteLength(text)}`)
    }
  })

  async function words(query: string): Promise<string> {
    const { text } = await reader.get(`/portail${query}`)
    return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
  }

  async function sell(
    reference: string,
    { minor, agoMs, outcome = success }: { minor: bigint; agoMs: number; outcome?: Outcome },
  ) {
    const price = money(minor, 'XOF')
    const id = await makePayment(api.database, merchant.live, { reference, price, outcome })
    const at = new Date(Date.now() - agoMs)
    await onPool(api.database.pool).rows('update transaction set created_at = $2 where id = $1', [
      id,
      at,
    ])
  }
})

function dayOf(agoMs: number): string {
  return new Date(Date.now() - agoMs + 3_600_000).toISOString().slice(0, 10)
}
