import assert from 'node:assert/strict'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { claimRefund, flagRefund } from '#use-cases/refunds/sent.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { createMerchant } from '#test/support/books.ts'
import { failed, success } from '#test/support/ends.ts'
import { given, givenEach } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { importOne, matchAll, namesOf, statementOf } from '#test/support/statements.ts'
import { act as order, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { password } from '#test/support/people.ts'
import { operatorSays, say, silentPayout } from '#test/use-cases/closings/closings.ts'
import { settlingAt } from '#test/use-cases/contradictions/contradictions.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, paidCollection, refundOf, settle } from '#test/use-cases/refunds/refunds.ts'

describe('money out of which our books are contradicted, at the desk', () => {
  const api = given(() => startApiAlone())
  const desk = given(() => atDesk(api.database, 'supervisor'))
  const second = given(() => atDesk(api.database, 'supervisor'))
  const importer = given(() => atDesk(api.database, 'supervisor'))
  const browser = given(() => deskBrowser(api, 'supervisor'))
  const books = given(async () => ({ database: api.database, outbox: outboxOf(api.database) }))
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(() => openBalance(api.database, merchant, money(100_000n, 'XOF')))

  it('is a payout on the list of its queue, whoever was contradicted and by whom, and in no other list', async () => {
    for (const [source, id] of [
      ['verdict', await judgedPayout()],
      ['answer', await failedPayout()],
      ['statement', await failedPayout()],
    ] as const) {
      const page = `/staff/retraits/${id}`
      if (source !== 'verdict')
        assert.equal((await look(api, desk, `/payouts/${id}`)).status, 404, 'in no queue before')
      assert.ok(!(await isListed('/payouts?state=contradicted', id)))
      await contradict(source, id)
      assert.ok(await isListed('/payouts?state=contradicted', id), source)
      assert.ok(await isListed('/payouts?state=contradicted&mode=live', id), source)
      assert.ok(!(await isListed('/payouts?state=contradicted&mode=sandbox', id)), source)
      assert.ok(!(await isListed('/payouts', id)), source)
      assert.equal(await isListed('/payouts?state=closed', id), source === 'verdict')
      const { data } = (await look(api, desk, `/payouts/${id}`)).json
      assert.deepEqual(told(data), [['not_paid', source]])
      const list = await browser.get('/staff/retraits?vue=contradicted')
      assert.match(list.text, new RegExp(page))
      const { text, status } = await browser.get(page)
      assert.equal(status, 200)
      assert.match(text, says[source])
      assert.match(text, /à récupérer auprès de lui/)
      const { text: payment } = await browser.get(`/staff/transactions/${id}`)
      assert.match(payment, new RegExp(`href="${page}"`))
      await settled(id)
      assert.ok(!(await isListed('/payouts?state=contradicted', id)), 'once it is settled')
    }
  })

  it('is a refund on a list of its own, too', async () => {
    for (const [source, id] of [
      ['verdict', await refundThat('judged')],
      ['answer', await refundThat('failed')],
      ['statement', await refundThat('failed')],
    ] as const) {
      const page = `/staff/remboursements/${id}`
      assert.ok(!(await isListed('/refunds?state=contradicted', id)))
      await contradict(source, id)
      assert.ok(await isListed('/refunds?state=contradicted', id), source)
      assert.ok(await isListed('/refunds?state=contradicted&status=failed', id), source)
      assert.ok(!(await isListed('/refunds?state=contradicted&status=succeeded', id)), source)
      assert.ok(await isListed('/refunds?status=failed', id), source)
      const { data } = (await look(api, desk, `/refunds/${id}`)).json
      assert.deepEqual(told(data), [['not_paid', source]])
      const list = await browser.get('/staff/remboursements?vue=contradicted')
      assert.match(list.text, new RegExp(page))
      assert.match(list.text, />désaccord</)
      assert.match((await browser.get(page)).text, says[source])
      await settled(id)
      assert.ok(!(await isListed('/refunds?state=contradicted', id)), 'once it is settled')
    }
  })

  it('is a payout or refund that succeeded, and that its operator denies', async () => {
    const payout = await acceptPayoutOne(books, merchant)
    await settleTransaction(api.database, books.outbox, {
      transactionId: payout,
      outcome: success,
    })
    const refund = await refundThat('succeeded')
    for (const [id, path, page] of [
      [payout, '/payouts', `/staff/retraits/${payout}`],
      [refund, '/refunds', `/staff/remboursements/${refund}`],
    ] as const) {
      await contradict('answer', id, 'not_paid')
      assert.ok(await isListed(`${path}?state=contradicted`, id))
      assert.deepEqual(told((await look(api, desk, `${path}/${id}`)).json.data), [
        ['paid', 'answer'],
      ])
      const { text } = await browser.get(page)
      assert.match(text, says.answer)
      assert.match(text, /ne l’a pas été\u00A0: il reste dû/)
    }
    const { text } = await browser.get(`/staff/transactions/${payout}`)
    assert.match(text, /L’opérateur nie ce qui avait réussi/)
  })

  const says = {
    verdict: /L’opérateur a contredit cette clôture/,
    answer: /L’opérateur a dit le contraire de sa première réponse/,
    statement: /Un relevé a contredit nos livres/,
  }

  const told = ({ contradictions }: { contradictions: { ended_as: string; source: string }[] }) =>
    contradictions.map(({ ended_as, source }) => [ended_as, source])

  const isListed = async (path: string, id: string) => {
    const { json } = await look(api, desk, `${path}${path.includes('?') ? '&' : '?'}limit=100`)
    return json.data.some((each: { id: string }) => each.id === id)
  }

  const settled = async (id: string) => {
    const { ask, approve } = settlingAt(api)
    await ask(desk.member, id)
    await approve(second.member, id)
  }

  const judgedPayout = async () => {
    const transactionId = await silentPayout(books, merchant)
    await say(books, { transactionId })
    return transactionId
  }

  async function failedPayout(): Promise<TransactionId> {
    const transactionId = await acceptPayoutOne(books, merchant)
    await claimRequest(api.database, transactionId)
    await settleTransaction(api.database, books.outbox, { transactionId, outcome: failed })
    return transactionId
  }

  async function refundThat(end: 'judged' | 'failed' | 'succeeded'): Promise<RefundId> {
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 400n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(api.database, refundId)
    await flagRefund(api.database, refundId, 1)
    if (end === 'judged') await say(books, { transactionId, refundId })
    else await settle(books, refundId, end === 'failed' ? failed : success)
    return refundId
  }

  async function contradict(
    source: 'verdict' | 'answer' | 'statement',
    id: TransactionId | RefundId,
    said: 'paid' | 'not_paid' = 'paid',
  ): Promise<void> {
    if (source === 'statement') return confirmLine(id)
    const refund = await readRefund(api.database, id as RefundId).catch(() => null)
    const order = refund
      ? { transactionId: refund.transactionId, refundId: refund.id }
      : { transactionId: id as TransactionId }
    assert.ok(await operatorSays(api, order, said))
  }

  async function confirmLine(id: TransactionId | RefundId): Promise<void> {
    const { reference } = await namesOf(api.database, id)
    const isRefund = await readRefund(api.database, id as RefundId).catch(() => null)
    const line = isRefund ? { kind: 'refund', amount: 400 } : { kind: 'payout', amount: 1000 }
    const csv = statementOf([{ reference, ...line }])
    const at = await importOne(books, csv, { member: importer.member })
    await matchAll(api.database, at)
    const { json } = await look(api, desk, `/differences?reconciliation_id=${at}&limit=100`)
    const found = json.data.find(({ theirs }: { theirs: object | null }) => theirs !== null)
    const body = { reason: 'dit par l’opérateur au téléphone', password }
    for (const by of [desk, second] satisfies AtDesk[]) {
      const answer = await order(api, by, { path: `/differences/${found.id}/confirm`, body })
      assert.equal(answer.status, 200, answer.text)
    }
  }
})
