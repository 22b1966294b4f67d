import assert from 'node:assert/strict'
import { decideSandboxPayment } from '#use-cases/sandbox/decide-payment.ts'
import { noteRequest } from '#use-cases/sandbox/requests.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { failureCodes } from '#domain/errors/failure-codes.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxEndings } from '#domain/sandbox/numbers.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { wordsOf } from '#test/support/payer.ts'
import { cause } from '#test/support/people.ts'
import {
  createPortalMerchant,
  makePayment,
  portalReader,
  testModeReader,
} from '#test/support/portal.ts'

const tools = '/portail/outils'
const payment = '/portail/outils/paiement'
const asked = { montant: '2 500', operateur: 'moov-benin', numero: '0005' }

describe('the tools of test mode', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const reader = given(() => testModeReader(api, merchant))

  /** A payment that its operator has taken and nobody has decided. */
  const waiting = async (closesInMs = 60_000): Promise<TransactionId> => {
    const { database } = api
    const id = await makePayment(database, merchant.test, { reference: `ATTEND-${(number += 1)}` })
    const { operatorRequestId, price } = await readTransaction(database, id)
    const request = { id: operatorRequestId, scenario: 'decided_in_portal', amount: price } as const
    await noteRequest(database, { ...request, closesInMs, decidesInMs: 0 })
    return id
  }
  let number = 0
  const pathOf = (id: string): string => `/portail/transactions/${id}`
  const decisionOf = (id: string): string => `/portail/outils/decision/${id}`
  const decide = (id: string, fields: Readonly<Record<string, string>>) =>
    reader.send(pathOf(id), fields, decisionOf(id))
  const requestOf = (id: string) =>
    onPool(api.database.pool).one<{ status: string; failure_code: string | null; signals: number }>(
      `select r.status, r.failure_code, (select count(*)::int from outbox where subject_id = t.id and signal is not null) as signals
       from transaction t join sandbox_operator.request r on r.id = t.operator_request_id where t.id = $1`,
      [id],
    )

  it('list every number and card that the sandbox knows, as it knows them, each to be copied', async () => {
    const { text } = await reader.get(tools)
    const { scenarios, cards } = sandboxOutcomes.fr
    for (const type of ['collection', 'payout', 'refund'] as const) {
      for (const { ending, scenario } of sandboxEndings(type)) {
        const row = `<code>${ending}</code> <span class="soft small">${scenarios[scenario]}<`
        assert.ok(text.includes(row), row)
        assert.match(text, new RegExp(`data-copy="22901\\d{4}${ending}"`))
      }
    }
    const paying = text.slice(text.indexOf('Paiements par Mobile Money'), text.indexOf('Cartes</'))
    assert.match(
      paying,
      /<code>0012<\/code> <span class="soft small">Réussit, mais son remboursement échoue/,
    )
    for (const { number: card } of sandboxCards) assert.ok(text.includes(`data-copy="${card}"`))
    for (const said of [...Object.values<string>(scenarios), ...Object.values<string>(cards)]) {
      const [, code] = /\((\w+)\)$/.exec(said) ?? []
      if (code !== undefined) assert.ok(Object.hasOwn(failureCodes, code), code)
    }
  })

  it('make a payment of the operator, amount and number that were chosen, once for a form', async () => {
    const form = { ...(await reader.formOf(tools)), ...asked }
    const answers = await Promise.all([reader.post(payment, form), reader.post(payment, form)])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 409],
    )
    const path = answers.find(({ location }) => location !== null)?.location ?? ''
    const made = await readTransaction(api.database, asId<TransactionId>(path.slice(-36)))
    assert.deepEqual(
      [made.mode, made.channel, made.provider, made.price.minor, made.serviceEnvId],
      ['sandbox', 'dashboard', 'moov-benin', 2500n, merchant.test.serviceEnvId],
    )
    assert.match(made.customer.phone ?? '', /^22901\d{4}0005$/)
    assert.match(wordsOf(await reader.get(path)), /Client de test/)
  })

  it('say what is wrong with a payment, and keep what was chosen', async () => {
    const wrong = [{ montant: '0' }, { montant: 'x' }, { montant: '50' }, { montant: '9 000 000' }]
    for (const fields of wrong) {
      const { status, text } = await reader.send(tools, { ...asked, ...fields }, payment)
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(text, /champ-montant-erreur/)
      assert.match(text, /value="0005" selected/)
    }
    for (const fields of [{ operateur: 'card-sandbox' }, { numero: '0099' }]) {
      assert.equal((await reader.send(tools, { ...asked, ...fields }, payment)).status, 400)
    }
  })

  it('show what waits for a decision, on a list and on the payment’s own page', async () => {
    const id = await waiting()
    assert.ok((await reader.get(tools)).text.includes(pathOf(id)))
    assert.match((await reader.get(pathOf(id))).text, /À vous de décider/)
    const plain = await makePayment(api.database, merchant.test, { reference: 'SANS-DECISION' })
    assert.doesNotMatch((await reader.get(pathOf(plain))).text, /À vous de décider/)
  })

  it('let a payment succeed, fail for a reason, or expire, as its operator would say it', async () => {
    const rows = [
      [{ fin: 'succeeded' }, 'succeeded', null],
      [{ fin: 'failed', raison: 'payer_limit_reached' }, 'failed', 'payer_limit_reached'],
      [{ fin: 'expired' }, 'expired', 'approval_timeout'],
    ] as const
    for (const [fields, status, code] of rows) {
      const id = await waiting()
      assert.equal((await decide(id, fields)).location, pathOf(id))
      assert.deepEqual(await requestOf(id), { status, failure_code: code, signals: 1 })
      const [line] = await listActivity(api.database, merchant.merchantId, { limit: 1 })
      assert.deepEqual(
        [line?.act, line?.subject?.id, line?.details],
        ['sandbox_payment.decide', id, { status, failureCode: code }],
      )
    }
  })

  it('of two who decide at once one decides, and the payment hears of it once', async () => {
    const id = await waiting()
    const both = ['succeeded', 'failed', 'succeeded', 'failed'] as const
    const decided = await Promise.all(
      both.map((status) =>
        decideSandboxPayment(api.database, outboxOf(api.database), {
          place: { serviceEnvId: merchant.test.serviceEnvId, id },
          verdict: { status, failureCode: status === 'failed' ? 'payer_rejected' : null },
          person: { actor: reader.user, cause: cause() },
        }),
      ),
    )
    assert.equal(decided.filter(Boolean).length, 1)
    const { status, signals } = await requestOf(id)
    assert.deepEqual([status, signals], [both[decided.indexOf(true)], 1])
    const form = { ...(await reader.formOf(tools)), fin: 'succeeded' }
    const late = await reader.post(decisionOf(id), form)
    assert.equal(late.status, 303)
    assert.match((await reader.get(pathOf(id))).text, /n’attendait plus de décision/)
  })

  it('ask for no password, and decide nothing too late, too early, or that no form says', async () => {
    const late = await waiting(0)
    const form = () => reader.formOf(tools)
    await reader.post(decisionOf(late), { ...(await form()), fin: 'succeeded' })
    assert.deepEqual(await requestOf(late), { status: 'pending', failure_code: null, signals: 0 })
    const early = await makePayment(api.database, merchant.test, { reference: 'TROP-TOT' })
    const answer = { ...(await form()), fin: 'succeeded' }
    assert.equal((await reader.post(decisionOf(early), answer)).status, 303)
    const id = await waiting()
    for (const fields of [{ fin: 'cancelled' }, { fin: 'failed', raison: 'x' }, {}]) {
      assert.equal((await decide(id, fields)).status, 400)
    }
    assert.equal((await requestOf(id)).status, 'pending')
  })

  it('are refused in live, wherever they are asked for', async () => {
    const id = await waiting()
    const real = await portalReader(api, merchant)
    const closed = await real.get(tools)
    assert.equal(closed.status, 409)
    assert.match(closed.text, /n’existe qu’en mode test/)
    const form = { place: merchant.test.serviceEnvId, ...asked, fin: 'succeeded' }
    assert.equal((await real.send('/portail/liens/nouveau', form, payment)).status, 409)
    const decision = decisionOf(id)
    assert.equal((await real.send('/portail/liens/nouveau', form, decision)).status, 409)
    assert.equal((await requestOf(id)).status, 'pending')
    assert.doesNotMatch((await real.get('/portail')).text, /Outils de test/)
    assert.match((await reader.get('/portail')).text, /Outils de test/)
  })

  it('know nothing of another merchant’s payments', async () => {
    const id = await waiting()
    const other = await createPortalMerchant(api.database)
    const stranger = await portalReader(api, other)
    await stranger.post('/portail/service', { vers: other.test.serviceEnvId })
    assert.ok(!(await stranger.get(tools)).text.includes(id))
    const answer = await stranger.send(tools, { fin: 'succeeded' }, decisionOf(id))
    assert.equal(answer.status, 404)
    assert.deepEqual(await listSandboxDecisions(api.database, other.test.serviceEnvId), [])
    assert.equal((await requestOf(id)).status, 'pending')
  })
})
