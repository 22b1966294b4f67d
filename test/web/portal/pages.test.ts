import assert from 'node:assert/strict'
import { readSheet } from 'read-excel-file/node'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import type { SheetCell } from '#http/spreadsheet.ts'
import type { TableLines } from '#web/portal/export-table.ts'
import { exportLines } from '#web/portal/transactions/export.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createMerchant, createPortalUser, loggedIn } from '#test/support/people.ts'
import { createPortalMerchant, makePayment, portalReader, readerOf } from '#test/support/portal.ts'
import { exportOf, searched } from '#test/support/typed-forms.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { failed, success } from '#test/support/ends.ts'

describe('the pages of the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const other = given(() => createPortalMerchant(api.database))

  it('say what to do first where nothing was paid yet', async () => {
    const reader = await portalReader(api, await createPortalMerchant(api.database))
    const live = await reader.get('/portail')
    assert.match(live.text, /Votre premier paiement/)
    assert.match((await reader.get('/portail/transactions')).text, /Aucun paiement/)
    assert.doesNotMatch(live.text, /aucun argent réel<\/aside>/)
  })

  it('show test mode as such, and keep its payments apart from real ones', async () => {
    const { database } = api
    const real = await makePayment(database, merchant.live, {
      reference: 'VRAI-1',
      outcome: success,
    })
    const test = await makePayment(database, merchant.test, {
      reference: 'TEST-1',
      outcome: success,
    })
    const reader = await portalReader(api, merchant)
    const live = await reader.get('/portail/transactions')
    assert.ok(live.text.includes('VRAI-1') && !live.text.includes('TEST-1'))
    const vers = merchant.test.serviceEnvId
    assert.equal((await reader.post('/portail/service', { vers })).location, '/portail')
    const home = await reader.get('/portail')
    assert.match(home.text, /Mode test[^<]*: aucun argent réel<\/aside>/)
    assert.ok(home.text.includes('TEST-1') && !home.text.includes('VRAI-1'))
    assert.equal((await reader.get(`/portail/transactions/${test}`)).status, 200)
    assert.equal((await reader.get(`/portail/transactions/${real}`)).status, 404)
  })

  it('never show another merchant’s data: by id, by search, by cursor, by place', async () => {
    const id = await makePayment(api.database, other.live, { reference: 'AUTRUI-1' })
    const reader = await portalReader(api, merchant)
    for (const path of [id, randomUUID(), 'x', '%00', id.toUpperCase()])
      assert.equal((await reader.get(`/portail/transactions/${path}`)).status, 404, path)
    for (const q of [id, 'AUTRUI-1']) {
      const { text } = await searched(reader, '/portail/transactions', { q })
      assert.match(text, /Aucun paiement ne correspond/)
    }
    const file = await reader.get('/portail/transactions/export')
    assert.ok(!file.text.includes('AUTRUI-1'))
    const moved = await reader.post('/portail/service', { vers: other.live.serviceEnvId })
    assert.equal(moved.status, 400)
    reader.cookies.set('portal_place', other.live.serviceEnvId)
    assert.ok(!(await reader.get('/portail/transactions')).text.includes('AUTRUI-1'))
    assert.equal((await reader.get(`/portail/transactions/${id}`)).status, 404)
  })

  it('list page after page, each payment once, and refuse a cursor of another place', async () => {
    const shop = await createPortalMerchant(api.database)
    for (let made = 0; made < 27; made += 1)
      await makePayment(api.database, shop.live, { reference: `PAGE-${made}` })
    const reader = await portalReader(api, shop)
    const first = await reader.get('/portail/transactions?statut=pending')
    const next = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(next, /statut=pending/)
    const second = await reader.get(next)
    const seen = [first, second].map(({ text }) => new Set(text.match(/PAGE-\d+/g)))
    assert.deepEqual(
      seen.map(({ size }) => size),
      [25, 2],
    )
    assert.equal(new Set(seen.flatMap((references) => [...references])).size, 27)
    const stranger = await portalReader(api, other)
    assert.equal((await stranger.get(next)).status, 422)
    assert.equal((await reader.get('/portail/transactions?suite=x.y')).status, 422)
  })

  it('find by reference, id, status and day', async () => {
    const shop = await createPortalMerchant(api.database)
    const paid = await makePayment(api.database, shop.live, { reference: 'A-1', outcome: success })
    await makePayment(api.database, shop.live, { reference: 'B-2', outcome: failed })
    const reader = await portalReader(api, shop)
    const found = async (query: string): Promise<string[]> => {
      const { text } = await searched(reader, '/portail/transactions', query)
      return [...text.matchAll(/data-copy="([AB]-\d)"/g)].map(([, reference = '']) => reference)
    }
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    assert.deepEqual(await found('q=A-1'), ['A-1'])
    assert.deepEqual(await found(`q=${paid}`), ['A-1'])
    assert.deepEqual(await found('statut=failed'), ['B-2'])
    assert.deepEqual(await found(`du=${today}&au=${today}`), ['B-2', 'A-1'])
    assert.deepEqual(await found('au=2020-01-01'), [])
    assert.deepEqual(await found('statut=rubbish&du=31/12&canal=api'), ['B-2', 'A-1'])
  })

  it('give the list as a table in which nothing is a formula', async () => {
    const shop = await createPortalMerchant(api.database)
    const payer = '=HYPERLINK("https://evil.example";"x")'
    await makePayment(api.database, shop.live, { reference: 'CSV-1', payer, outcome: success })
    const reader = await portalReader(api, shop)
    const { status, headers, text } = await reader.get(await exportOf(reader, 'q=CSV-1'))
    assert.equal(status, 200)
    assert.match(headers.get('Content-Type') ?? '', /^text\/csv/)
    assert.match(
      headers.get('Content-Disposition') ?? '',
      /^attachment; filename="transactions-reel/,
    )
    assert.equal(headers.get('Cache-Control'), 'no-store')
    const [head = '', line = '', end] = text.split('\r\n')
    assert.match(head, /Date;Identifiant;Référence/)
    assert.ok(line.includes(`;"'=HYPERLINK(""https://evil.example"";""x"")";`), line)
    assert.match(line, /;CSV-1;Encaissement;Réussi;/)
    assert.equal(end, '')
  })

  it('give that table as an Excel file too: amounts are numbers, a formula stays a text', async () => {
    const shop = await createPortalMerchant(api.database)
    const payer = '=HYPERLINK("https://evil.example";"x")'
    await makePayment(api.database, shop.live, { reference: 'XLS-1', payer, outcome: success })
    const reader = await portalReader(api, shop)
    const { cookies } = reader
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const path = `${await exportOf(reader, 'q=XLS-1')}&format=xlsx`
    const answer = await fetch(new URL(path, api.baseUrl), { headers: { Cookie: cookie } })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('Content-Type') ?? '', /spreadsheetml\.sheet$/)
    assert.match(answer.headers.get('Content-Disposition') ?? '', /transactions-reel\.xlsx/)
    const [titles = [], row = [], ...others] = await readSheet(
      Buffer.from(await answer.arrayBuffer()),
    )
    const of = (title: string): unknown => row[titles.indexOf(title)]
    assert.deepEqual(
      [of('Référence'), of('Payeur'), of('Montant'), of('Téléphone')],
      ['XLS-1', payer, 12_500, '00229 01 96 00 00 42'],
    )
    // As clocks in Benin show it, which is how a spreadsheet without time zones keeps it.
    const local = new Date(Date.now() + 3_600_000)
    for (const title of ['Date', 'Fin']) {
      const at = of(title)
      assert.ok(at instanceof Date, title)
      assert.ok(Math.abs(at.getTime() - local.getTime()) < 120_000, at.toISOString())
    }
    assert.equal(others.length, 0)
  })

  it('give that table part after part, up to a limit that it tells, and note who took it', async () => {
    const shop = await createPortalMerchant(api.database)
    for (let made = 0; made < 7; made += 1)
      await makePayment(api.database, shop.live, { reference: `LONG-${made}` })
    const scope = { serviceEnvId: shop.live.serviceEnvId }
    const given = {
      scope,
      filter: { createdAfter: new Date(0) },
      rowsAtOnce: 2,
      language: 'fr' as const,
    }
    const whole = await partsOf(exportLines(api.database, given))
    assert.equal(new Set(whole.join('').match(/LONG-\d/g)).size, 7)
    const cut = await partsOf(exportLines(api.database, { ...given, rowsMax: 4 }))
    assert.equal(cut.join('').match(/LONG-\d/g)?.length, 4)
    assert.match(cut.at(-1) ?? '', /^Liste limitée à 4 lignes/)
    const reader = await portalReader(api, shop)
    await reader.get('/portail/transactions/export')
    const acts = await onPool(api.database.pool).rows(
      'select act, service_env_id from activity_log where portal_user_id = $1 order by id desc limit 1',
      [reader.user.id],
    )
    assert.deepEqual(acts, [{ act: 'transactions.export', service_env_id: shop.live.serviceEnvId }])
  })

  it('let every role see payments, and tell a merchant without a service so', async () => {
    for (const role of ['administrator', 'developer', 'collaborator'] as const) {
      const reader = await portalReader(api, merchant, role)
      for (const path of ['', '/transactions', '/compte', '/service'])
        assert.equal((await reader.get(`/portail${path}`)).status, 200, role + path)
    }
    const merchantId = await createMerchant(api.database)
    const user = await createPortalUser(api.database, { merchantId })
    const { name, value } = sessionCookie(await loggedIn(api.database, 'portal', user))
    const refused = await readerOf(api, user, new Map([[name, value]])).get('/portail')
    assert.equal(refused.status, 403)
    assert.match(refused.text, /Aucun service/)
  })

  it('tell what happened to a payment, and refresh while something is awaited, an hour at most', async () => {
    const shop = await createPortalMerchant(api.database)
    const pending = await makePayment(api.database, shop.live, { reference: 'T-1' })
    const old = await makePayment(api.database, shop.live, { reference: 'T-0' })
    await onPool(api.database.pool).rows(
      `update transaction set created_at = now() - interval '2 hours' where id = $1`,
      [old],
    )
    const refused = await makePayment(api.database, shop.live, {
      reference: 'T-2',
      outcome: failed,
    })
    const reader = await portalReader(api, shop)
    const waiting = await reader.get(`/portail/transactions/${pending}`)
    assert.match(waiting.text, /hx-trigger="every 3s"/)
    assert.match(waiting.text, /Demande créée.*Réponse de MTN Mobile Money attendue/s)
    const ended = await reader.get(`/portail/transactions/${refused}`)
    assert.doesNotMatch(ended.text, /hx-get/)
    assert.match(ended.text, /Paiement échoué/)
    assert.doesNotMatch((await reader.get(`/portail/transactions/${old}`)).text, /hx-get/)
  })
})

function sheetText(cell: SheetCell): string {
  if (typeof cell === 'string' || cell === null) return cell ?? ''
  return 'decimal' in cell ? cell.decimal : cell.localTime
}

async function partsOf(lines: TableLines): Promise<string[]> {
  const parts: string[] = []
  for await (const cells of lines) parts.push(cells.map(sheetText).join(';'))
  return parts
}
