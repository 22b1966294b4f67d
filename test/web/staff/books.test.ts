import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import {
  freshReference,
  matchAll,
  namesOf,
  paidToday,
  statementOf,
  today,
} from '#test/support/statements.ts'
import { asId, type ReconciliationId } from '#domain/ids.ts'

const page = '/staff/rapprochements'
const form = `${page}/nouveau`

describe('statements and proofs, by the pages of the desk', () => {
  const api = given(() => startApiAlone())
  const agent = given(() => deskBrowser(api, 'agent', 'Yao Koffi'))

  const typed = (csv: string) => ({
    provider: 'mtn-benin',
    from: today,
    to: today,
    csv,
    kind_collection: 'oui',
    kind_payout: 'oui',
    kind_refund: 'oui',
  })
  const filed = (csv: string | Buffer) => ({
    ...typed(''),
    file: Buffer.from(csv).toString('base64url'),
  })
  const unknown = () => ({ operator_reference: freshReference() })
  const idOf = (path: string | null) => asId<ReconciliationId>(path?.slice(-36) ?? '')
  const imported = async () =>
    (await onPool(api.database.pool).rows('select id from reconciliation')).length
  const logOf = async (desk: DeskBrowser) =>
    (await actsOf(api.database, { member: desk.member, token: '' })).map(({ act }) => act)

  it('a file is imported once, followed to its end, and the same again leads to the same', async () => {
    const csv = statementOf([unknown(), unknown()])
    const first = await agent.send(form, form, filed(csv))
    assert.equal(first.status, 303)
    const path = first.location ?? ''
    const running = await agent.get(path)
    assert.match(running.text, /Relevé importé\. Le rapprochement est en cours/)
    assert.match(running.text, /<progress aria-label="Lignes lues" value="0" max="2"/)
    assert.match(running.text, new RegExp(`hx-get="${path}\\?"`))
    const again = await agent.send(form, form, typed(csv.replaceAll('\n', '\r\n')))
    assert.equal(again.location, path)
    assert.match((await agent.get(path)).text, /Ce relevé était déjà importé/)
    await matchAll(api.database, idOf(path))
    const { text } = await agent.get(path)
    assert.doesNotMatch(text, /hx-get|<progress/)
    assert.equal(text.match(/>Inconnu chez nous<\/a>/g)?.length, 2)
    assert.match(text, /workflows\/reconciliation%2F/)
    assert.match((await agent.get(page)).text, new RegExp(`href="${path}"`))
    assert.deepEqual(await logOf(agent), ['reconciliation.import'])
  })

  it('of two who import the same file at once both are led to one reconciliation', async () => {
    const [before, csv] = [await imported(), statementOf([unknown()])]
    const answers = await Promise.all([1, 2].map(() => agent.send(form, form, filed(csv))))
    const [one, other] = answers.map(({ location }) => location)
    assert.ok(one !== null && one === other)
    assert.equal(await imported(), before + 1)
  })

  it('a file that does not read is refused whole: each line and its column named, what was typed kept', async () => {
    const before = await imported()
    const bad = statementOf([
      { ...unknown(), amount: '12.5' },
      { ...unknown(), kind: '<b>' },
    ])
    const refused = await agent.send(form, form, typed(bad))
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Rien n’est importé/)
    assert.match(refused.text, /Ligne 2<\/b>.*<code>amount<\/code>.*Ligne 3<\/b>.*<code>kind</s)
    assert.match(refused.text, /1020|12\.5;XOF/)
    for (const csv of [
      '\u0000\u0001',
      Buffer.from([0xff, 0xfe, 0x00, 0x89, 0x50]),
      '"',
      'a,b\n1,2',
    ]) {
      const garbage = await agent.send(form, form, filed(csv))
      assert.equal(garbage.status, 422)
      assert.match(garbage.text, /Rien n’est importé|Choisissez un relevé CSV/)
    }
    const nothing = await agent.send(form, form, typed(''))
    assert.match(nothing.text, /href="#champ-csv">Choisissez un relevé CSV/)
    const forged = await agent.send(form, form, { ...typed(''), file: '€' })
    assert.equal(forged.status, 400)
    assert.equal(await imported(), before)
  })

  it('titles alone are booked as days without operations only once somebody has said that it was so', async () => {
    const before = await imported()
    const titles = statementOf([])
    for (const sent of [filed(titles), typed(titles), typed(`${titles}\n;;\n`)]) {
      const asked = await agent.send(form, form, sent)
      assert.equal(asked.status, 422)
      assert.match(asked.text, /Ce relevé n’a aucune ligne/)
      assert.match(asked.text, /<textarea[^>]*name="csv"[^>]*>operator_reference;/)
      assert.equal(await imported(), before)
    }
    const untitled = await agent.send(form, form, typed('a;b\n'))
    assert.match(untitled.text, /Rien n’est importé/)
    assert.doesNotMatch(untitled.text, /Ce relevé n’a aucune ligne/)
    const asked = await agent.send(form, form, filed(titles))
    const said = await agent.sendShown(asked.text, form, { ...typed(titles), sans_ligne: 'oui' })
    assert.equal(said.status, 303)
    assert.match((await agent.get(said.location ?? '')).text, /Relevé importé/)
    assert.equal(await imported(), before + 1)
  })

  it('a file is read as spreadsheets save it: in the letters of Windows, in UTF-16, with tabs', async () => {
    const amount = '1\u00A0020'
    const lines = (separator: string) => statementOf([{ ...unknown(), amount }], separator)
    const windows = Buffer.from(`${lines(';').replace('\n', ';libellé\n')}`, 'latin1')
    const wide = Buffer.from(`\uFEFF${lines('\t')}`, 'utf16le')
    for (const file of [windows, wide, Buffer.from(lines('\t'))]) {
      const { status, location } = await agent.send(form, form, filed(file))
      assert.equal(status, 303)
      const { amount: read } = await onPool(api.database.pool).one<{ amount: string }>(
        'select amount::text from operator_statement_line where reconciliation_id = $1',
        [idOf(location)],
      )
      assert.equal(read, '1020')
    }
  })

  it('a title that is missing is told as such, and a workbook as no table', async () => {
    const csv = statementOf([unknown()])
    const { text } = await agent.send(form, form, filed(csv.replace('amount', 'montant')))
    assert.match(text, /Ligne 1<.*<code>amount<.*Cette colonne manque dans la ligne de titres\./s)
    const empty = await agent.send(form, form, filed(csv.replace(';1020;', ';;')))
    assert.match(empty.text, /Ligne 2<.*<code>amount<.*Il manque cette valeur\.</s)
    const workbook = await agent.send(form, form, filed(Buffer.from('PK\u0003\u0004\u0000;1')))
    assert.match(workbook.text, /Choisissez un relevé CSV/)
  })

  it('says at each field what is wrong with it', async () => {
    const csv = statementOf([unknown()])
    for (const [changes, field] of [
      [{ provider: 'nobody' }, 'provider'],
      [{ from: 'hier' }, 'from'],
      [{ from: '2020-01-01' }, 'to'],
      [{ service_env_id: 'x' }, 'service_env_id'],
      [{ service_env_id: agent.member.id }, 'service_env_id'],
    ] as const) {
      const { status, text } = await agent.send(form, form, { ...typed(csv), ...changes })
      assert.equal(status, 422, field)
      assert.match(text, new RegExp(`href="#champ-${field}"`))
    }
  })

  it('a file of 12 MB is taken, and what is larger than the form may be is not', async () => {
    const [header = '', line = ''] = statementOf([unknown()]).split('\n')
    const large = `${header}\n${line}\n${'\n'.repeat(12_000_000 - header.length - line.length - 2)}`
    assert.equal((await agent.send(form, form, filed(large))).status, 303)
    const larger = await agent.send(form, form, filed(`${large}${'\n'.repeat(1_000_000)}`))
    assert.equal(larger.status, 413)
  })

  it('is for who moves money; everybody of the staff reads what differs', async () => {
    const administrator = await deskBrowser(api, 'administrator')
    assert.equal((await administrator.get(form)).status, 403)
    assert.equal((await administrator.post(form, typed('x'))).status, 403)
    const { text } = await administrator.get(page)
    assert.doesNotMatch(text, /Importer un relevé/)
    assert.equal((await administrator.get('/staff/ecarts')).status, 200)
  })

  it('a difference shows both sides and leads to our payment and its run; it is closed once, for a reason', async () => {
    const transactionId = await paidToday(api.database)
    const told = { ...(await namesOf(api.database, transactionId)), amount: 900 }
    const sent = await agent.send(form, form, filed(statementOf([told, unknown()])))
    const path = sent.location ?? ''
    await matchAll(api.database, idOf(path))
    const filtered = await agent.get(`${path}?sorte=amount_differs&etat=open`)
    const found = [...filtered.text.matchAll(/\/staff\/ecarts\/[0-9a-f-]{36}/g)]
    assert.equal(found.length, 1)
    const [[one = ''] = []] = found
    const stale = await agent.get(one)
    assert.match(stale.text, /1\u202F?020.*900/s)
    assert.match(stale.text, new RegExp(`href="/staff/transactions/${transactionId}"`))
    assert.match(stale.text, new RegExp(`/workflows/collection%2F${transactionId}"`))
    assert.equal((await agent.send(one, `${one}/a-moi`)).location, one)
    assert.equal((await agent.send(one, `${one}/note`, { note: 'Frais de MTN' })).location, one)
    assert.ok((await agent.get('/staff/ecarts?etat=moi')).text.includes(one))
    assert.match((await agent.send(one, `${one}/clore`)).text, /href="#champ-reason">Écrivez/)
    const [other, administrator] = [
      await deskBrowser(api, 'supervisor'),
      await deskBrowser(api, 'administrator'),
    ]
    const reason = 'régularisé par l’opérateur'
    assert.equal((await administrator.post(`${one}/clore`, { reason, vu: 'open' })).status, 403)
    const answers = await Promise.all(
      [agent, other].map((desk) => desk.send(one, `${one}/clore`, { reason })),
    )
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
    const late = await agent.sendShown(stale.text, `${one}/clore`, { reason })
    assert.equal(late.status, 409)
    assert.match(late.text, /La situation a changé/)
    assert.match(late.text, new RegExp(reason))
    assert.doesNotMatch((await agent.get(path)).text, new RegExp(one))
    assert.match((await agent.get(`${path}?etat=closed`)).text, new RegExp(one))
  })

  it('differences lead on within the list they were opened from, whatever it is narrowed to', async () => {
    const told = { ...(await namesOf(api.database, await paidToday(api.database))), amount: 900 }
    const lines = [unknown(), told, unknown(), unknown()]
    const { location } = await agent.send(form, form, filed(statementOf(lines)))
    const path = location ?? ''
    await matchAll(api.database, idOf(path))
    const list = `${path}?sorte=missing_here`
    const linksOf = async (address: string) => {
      const { text } = await agent.get(address)
      return [...text.matchAll(/<a href="([^"]+)"( rel="next")?/g)].map(([, href = '', rel]) => ({
        href: href.replaceAll('&amp;', '&'),
        isNext: rel !== undefined,
      }))
    }
    const isCase = ({ href }: { readonly href: string }) => /\/ecarts\/[0-9a-f-]{36}/.test(href)
    const rows = (await linksOf(list)).filter(isCase).map(({ href }) => href)
    assert.equal(rows.length, 3)
    for (const [at, row] of rows.entries()) {
      const links = await linksOf(row)
      assert.equal(links.find(({ isNext }) => isNext)?.href, rows[(at + 1) % 3])
      assert.ok(
        links.some(({ href }) => href === list),
        'back',
      )
    }
    const [one = ''] = rows
    const [bare = '', query = ''] = one.split('?')
    const closed = await agent.send(one, `${bare}/clore?${query}`, { reason: 'Vu avec MTN' })
    assert.deepEqual([closed.status, closed.location], [303, one])
    assert.equal((await linksOf(one)).find(({ isNext }) => isNext)?.href, rows[1])
    const mine = await agent.get(`${bare}?etat=moi`)
    assert.match(mine.text, /href="\/staff\/ecarts\?etat=moi"/)
  })

  it('differences page from the oldest on', async () => {
    const lines = Array.from({ length: 51 }, unknown)
    const { location } = await agent.send(form, form, filed(statementOf(lines)))
    await matchAll(api.database, idOf(location))
    const first = await agent.get(location ?? '')
    assert.match(first.text, />ligne 2,.*>ligne 41,/s)
    const [, next = ''] = /href="([^"]+suite=[^"]+)"/.exec(first.text) ?? []
    const rest = await agent.get(next.replaceAll('&amp;', '&'))
    assert.match(rest.text, />ligne 42,.*>ligne 52,/s)
    assert.doesNotMatch(rest.text, />ligne 41,/)
  })

  it('the books are proven when somebody asks, once at a time, and what does not hold is shown', async () => {
    const administrator = await deskBrowser(api, 'administrator')
    const proofs = '/staff/preuves'
    const answers = await Promise.all(
      [agent, administrator].map((desk) => desk.send(proofs, proofs)),
    )
    const [one, other] = answers.map(({ location }) => location)
    assert.ok(one && one === other)
    assert.match((await agent.get(one)).text, /Le contrôle est en cours/)
    const sql = onPool(api.database.pool)
    const subject = agent.member.id
    await sql.rows(
      `insert into ledger_proof_difference (proof_id, rule, subject, expected, found, currency)
       values ($1, 'balance_differs', $2, 1000, 900, 'XOF')`,
      [one.slice(-36), subject],
    )
    await sql.rows(
      `update ledger_proof set state = 'differs', differences = 1, completed_at = now() where id = $1`,
      [one.slice(-36)],
    )
    const { text } = await agent.get(one)
    assert.match(text, /Ne tombe pas juste/)
    assert.match(text, /Le solde de ce compte n’est pas la somme/)
    assert.ok(text.includes(subject))
    assert.doesNotMatch(text, /hx-get/)
  })
})
