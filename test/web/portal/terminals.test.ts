import assert from 'node:assert/strict'
import { listActivity } from '#use-cases/audit/list.ts'
import { findCashSession } from '#use-cases/cash-sessions/find.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { wordsOf } from '#test/support/payer.ts'
import { password } from '#test/support/people.ts'
import {
  type Answer,
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { asId, type CashSessionId, type TransactionId } from '#domain/ids.ts'
import { success } from '#test/support/ends.ts'

const list = '/portail/terminaux'
const fresh = '/portail/terminaux/nouveau'
const desks = '/portail/caisses'
const good = { type: 'pos', libelle: 'Caisse 1', point_de_vente: 'Ganhi' }

describe('terminals and cash sessions in the portal', () => {
  let reader: PortalReader
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    reader = await readerOf(merchant)
  })

  const readerOf = async (
    of: PortalMerchant,
    role: Parameters<typeof portalReader>[2] = 'developer',
  ) => {
    const opened = await portalReader(api, of, role)
    await opened.post('/portail/service', { vers: of.test.serviceEnvId })
    return opened
  }
  const add = async (fields: Readonly<Record<string, string>> = {}) => {
    const answer = await reader.send(fresh, { ...good, ...fields })
    assert.equal(answer.status, 200, wordsOf(answer))
    const [, path = ''] = /href="(\/portail\/terminaux\/[0-9a-f-]{36})"/.exec(answer.text) ?? []
    return { path, code: secretIn(answer), text: answer.text }
  }
  const activate = (code: string) =>
    call(api, {
      method: 'POST',
      path: '/v2/terminals/activate',
      body: { activation_code: code },
    })
  const act = (path: string, verb: string, fields: Readonly<Record<string, string>> = {}) =>
    reader.send(path, fields, `${path}/${verb}`)
  const open = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await act(path, 'ouvrir', {
      caissier: 'Sika',
      fond: '10 000',
      heures: '4',
      ...fields,
    })
    const [, session = ''] = /href="(\/portail\/caisses\/[0-9a-f-]{36})"/.exec(answer.text) ?? []
    return { answer, token: secretIn(answer), session }
  }
  const sell = async (token: string): Promise<void> => {
    const made = await call(api, collectionCall(token, { amount: 1000 }))
    assert.equal(made.status, 202, made.text)
    const transactionId = asId<TransactionId>(made.json.data.id)
    await settleTransaction(api.database, outboxOf(api.database), {
      transactionId,
      outcome: success,
    })
  }

  it('are added with a code that is shown once, with its end, and that activates the device', async () => {
    const { path, code, text } = await add({ serie: 'SN-9', modele: 'P5' })
    assert.match(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
    assert.match(text, /Il expire <time[^>]*>demain/)
    const activated = await activate(code)
    assert.equal(activated.status, 200)
    assert.deepEqual(
      [
        activated.json.data.label,
        activated.json.data.point_of_sale.name,
        activated.json.data.serial_number,
      ],
      ['Caisse 1', 'Ganhi', 'SN-9'],
    )
    const page = await reader.get(path)
    assert.ok(!page.text.includes(code))
    assert.match(wordsOf(page), /Caisse 1 Actif .* Point de vente Ganhi .* Numéro de série SN-9/)
    assert.match(wordsOf(await reader.get(list)), /Caisse 1 Ganhi Terminal/)
  })

  it('are refused with what is wrong, and the form keeps what was typed', async () => {
    const wrong = [
      { libelle: '' },
      { type: 'x' },
      { serie: 'x'.repeat(65) },
      { point_de_vente: 'x'.repeat(256) },
    ]
    for (const fields of wrong) {
      const { status, text } = await reader.send(fresh, { ...good, modele: 'Gardé', ...fields })
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(text, /Vérifiez votre saisie.*Gardé/s)
    }
  })

  it('are changed, disabled, enabled, given a new code and deleted', async () => {
    const { path, code } = await add()
    const { key } = (await activate(code)).json.data
    const works = async (): Promise<number> =>
      (await call(api, { path: '/v2/session', key })).status
    const changed = { libelle: 'Comptoir', point_de_vente: '', modele: 'P6' }
    assert.equal((await act(path, 'modifier', changed)).status, 303)
    assert.match(wordsOf(await reader.get(path)), /Comptoir Actif .* Modèle P6/)
    assert.equal(await works(), 200)
    await act(path, 'desactiver')
    assert.notEqual(await works(), 200)
    await act(path, 'activer')
    assert.equal(await works(), 200)
    const again = await act(path, 'code')
    assert.equal(await works(), 401)
    const second = await activate(secretIn(again))
    assert.equal(second.status, 200)
    const removed = await act(path, 'supprimer')
    assert.equal(removed.location, list)
    assert.equal((await reader.get(path)).status, 404)
    assert.equal((await call(api, { path: '/v2/session', key: second.json.data.key })).status, 401)
  })

  it('open a till with a token that is shown once and sells for its cashier, and close it with a Z report', async () => {
    const { path } = await add({ type: 'shop', libelle: 'Caisse Z' })
    const { token, session } = await open(path)
    assert.match(token, /^ts_/)
    await sell(token)
    await sell(token)
    const x = wordsOf(await reader.get(session))
    assert.match(x, /Lecture X Ouverte Sika Terminal Caisse Z/)
    assert.match(x, /MTN Mobile Money 2 ventes .*Encaissements 2 .*Total encaissé 2 040 F CFA/)
    const second = await open(path)
    assert.equal(second.answer.status, 422)
    assert.match(second.answer.text, /session/)
    const closed = await reader.send(
      session,
      { compte: '9 500', note: 'RAS' },
      `${session}/cloturer`,
    )
    assert.equal(closed.location, session)
    const z = wordsOf(await reader.get(session))
    assert.match(
      z,
      /N° \d{8}-[0-9A-F]{6} .*Clôture Z Clôturée .*Clôturée par (?!Le portail)\S+ .*Note RAS/,
    )
    assert.match(z, /Caissier : Sika _+ Responsable : _+/)
    const ticket = await reader.get(`${session}?papier=80`)
    assert.match(ticket.text, /class="stack printed ticket"/)
    assert.match(z, /Fond de caisse 10 000 F CFA .*Espèces comptées 9 500 F CFA Écart −500 F CFA/)
    assert.equal((await call(api, { path: '/v2/session', key: token })).status, 401)
    const { closedBy } = await findCashSession(
      api.database,
      { serviceEnvId: merchant.test.serviceEnvId },
      asId<CashSessionId>(session.slice(-36)),
    )
    assert.equal(closedBy, 'portal')
  })

  it('close a till once: what it counted stays, whoever comes second', async () => {
    const { path } = await add()
    const { session } = await open(path, { fond: '' })
    const form = { ...(await reader.formOf(session)), password }
    const other = { ...(await reader.formOf(session)), password }
    const answers = await Promise.all([
      reader.post(`${session}/cloturer`, { ...form, compte: '0' }),
      reader.post(`${session}/cloturer`, { ...other, compte: '0' }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 422],
    )
    const late = answers.find(({ status }) => status === 422)
    assert.match(late?.text ?? '', /Vérifiez votre saisie/)
    assert.match(wordsOf(await reader.get(session)), /Espèces comptées 0 F CFA Écart 0 F CFA/)
  })

  it('refuse cash that is none, a till without a cashier, and hours that nobody offered', async () => {
    const { path } = await add()
    for (const fields of [
      { caissier: '' },
      { fond: '1,5' },
      { fond: '-1' },
      { fond: '9'.repeat(14) },
      { heures: '24' },
      { heures: '' },
    ]) {
      const { answer } = await open(path, fields)
      assert.equal(answer.status, 422, JSON.stringify(fields))
    }
    const { session } = await open(path)
    const refused = await reader.send(session, { compte: 'beaucoup' }, `${session}/cloturer`)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /value="beaucoup"/)
  })

  it('list the tills of all terminals, open ones apart, and end with their terminal', async () => {
    const mine = await createPortalMerchant(api.database)
    reader = await readerOf(mine)
    assert.match((await reader.get(desks)).text, /Aucune session de caisse/)
    const first = await add({ libelle: 'Un' })
    const second = await add({ libelle: 'Deux' })
    await open(first.path, { caissier: 'Ablavi' })
    const { session } = await open(second.path, { caissier: 'Koffi' })
    assert.match(wordsOf(await reader.get(desks)), /Koffi Deux .* Ablavi Un/)
    await act(second.path, 'supprimer')
    assert.match(wordsOf(await reader.get(session)), /Clôturée par Le portail/)
    const opened = wordsOf(await reader.get(`${desks}?etat=ouvertes`))
    assert.ok(opened.includes('Ablavi') && !opened.includes('Koffi'))
    const one = wordsOf(await reader.get(first.path))
    assert.ok(one.includes('Ablavi') && !one.includes('Koffi'))
    reader = await readerOf(merchant)
  })

  it('are no business of collaborators, another merchant or the other mode', async () => {
    const { path } = await add()
    const { session } = await open(path)
    const collaborator = await readerOf(merchant, 'collaborator')
    const stranger = await readerOf(await createPortalMerchant(api.database))
    const real = await portalReader(api, merchant)
    for (const one of [path, `${path}/modifier`, session]) {
      assert.equal((await collaborator.get(one)).status, 403)
      assert.equal((await stranger.get(one)).status, 404)
      assert.equal((await real.get(one)).status, 404)
    }
    assert.equal((await collaborator.get(fresh)).status, 403)
    for (const verb of ['modifier', 'activer', 'desactiver', 'code', 'supprimer', 'ouvrir']) {
      const fields = { ...good, caissier: 'x' }
      const action = `${path}/${verb}`
      assert.equal((await collaborator.send(fresh, fields, action)).status, 403, verb)
      assert.equal((await stranger.send(fresh, fields, action)).status, 404, verb)
    }
    assert.equal((await stranger.send(fresh, {}, `${session}/cloturer`)).status, 404)
    assert.match(wordsOf(await reader.get(path)), /À activer/)
  })

  it('stand in the activity log, without code or token', async () => {
    const { path, code } = await add()
    const { token, session } = await open(path)
    await reader.send(session, {}, `${session}/cloturer`)
    await act(path, 'supprimer')
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 4 })
    assert.deepEqual(
      lines.map((line) => [line.act, line.outcome]),
      ['terminal.delete', 'cash_session.close', 'cash_session.open', 'terminal.create'].map(
        (verb) => [verb, 'done'],
      ),
    )
    const { text } = await onPool(api.database.pool).one<{ text: string }>(
      `select coalesce(string_agg(a::text, ' '), '') as text from activity_log a where merchant_id = $1`,
      [merchant.merchantId],
    )
    assert.ok(!text.includes(code) && !text.includes(token))
  })
})

function secretIn({ text }: Pick<Answer, 'text'>): string {
  return /<code class="secret">([^<]+)<\/code>/.exec(text)?.[1] ?? ''
}
