import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { tellMonths } from '#use-cases/notifications/months.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { givenBooks, openAgain } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { createStaffMember } from '#test/support/people.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import {
  contradictedPayout,
  paymentTakenBack,
  settlingAt,
} from '#test/use-cases/contradictions/contradictions.ts'
import { lateDebit, paidCollection, payBack, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { peopleOf } from './told.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('what merchants’ people are told because it is due', function () {
  this.timeout(60_000)
  const books = givenBooks()

  const { member, sentTo, told } = peopleOf(books)

  it('each month of what came in, went out and was kept, from six on the first, once', async () => {
    const merchant = await createPortalMerchant(books.database)
    const owner = await member(merchant, 'owner')
    const developer = await member(merchant, 'developer')
    for (const [reference, at] of [
      ['M-1', '2026-02-28T22:59:59Z'],
      ['M-2', '2026-01-31T23:00:00Z'],
      ['M-3', '2026-02-28T23:00:00Z'],
    ] as const) {
      const price = money(10_000n, 'XOF')
      const paid = { reference, price, outcome: success }
      const id = await makePayment(books.database, merchant.live, paid)
      await books.rows('update transaction set created_at = $2 where id = $1', id, at)
    }
    await foldFigures(books.database)
    for (const [now, count] of [
      ['2026-03-01T05:00:00Z', 0],
      ['2026-03-01T05:00:01Z', 1],
      ['2026-03-01T18:00:00Z', 1],
      ['2026-03-03T18:00:00Z', 1],
      ['2026-03-04T05:00:01Z', 1],
    ] as const) {
      await at(now, gatherNotifications)
      assert.equal((await told(merchant, owner, 'monthly_statement')).length, count, now)
    }
    const [statement] = await told(merchant, owner, 'monthly_statement')
    assert.equal(statement?.title, 'Votre mois de février 2026')
    assert.equal(
      statement?.text.replaceAll(/\s/g, ' '),
      '2 paiements reçus : 20 000 F CFA. Retraits : 0 F CFA. Frais, ceux de vos clients compris : 380 F CFA.',
    )
    assert.deepEqual(await sentTo(owner), ['email'])
    assert.deepEqual(await told(merchant, developer, 'monthly_statement'), [], 'not theirs to know')
  })

  it('each month with what ended and is not summed up yet', async () => {
    const [summed, behind] = [
      await createPortalMerchant(books.database),
      await createPortalMerchant(books.database),
    ]
    const owner = await member(summed, 'owner')
    const other = await member(behind, 'owner')
    const pay = async (merchant: PortalMerchant, reference: string) => {
      const id = await makePayment(books.database, merchant.live, { reference, outcome: success })
      await books.rows(
        `update transaction set created_at = '2026-08-31T22:00:00Z' where id = $1`,
        id,
      )
    }
    await pay(summed, 'S-1')
    await foldFigures(books.database)
    await pay(summed, 'S-2')
    await pay(behind, 'S-3')
    await at('2026-09-01T06:00:00Z', gatherNotifications)
    const [statement] = await told(summed, owner, 'monthly_statement')
    assert.match(statement?.text ?? '', /^2 paiements reçus/)
    assert.equal((await told(behind, other, 'monthly_statement')).length, 1)
  })

  it('each month so that it adds up to the balance, with refunds and settled contradictions', async () => {
    const merchant = await createPortalMerchant(books.database)
    const owner = await member(merchant, 'owner')
    const { live } = merchant
    const transactionId = await paidCollection(books, live)
    for (let more = 0; more < 2; more += 1) await paidCollection(books, live)
    const { id: refundId } = await refundOf(books, live, { transactionId, amount: 400n })
    await payBack(books, refundId, success)
    const { ask, approve } = settlingAt(books)
    const contradicted = [
      [await contradictedPayout(books, live, 'paid'), {}],
      [await paymentTakenBack(books, live), {}],
      // The service bears 600 of the 1000: only the rest is taken from the merchant.
      [await contradictedPayout(books, live), { written_off: 600 }],
    ] as const
    for (const [id, body] of contradicted) {
      await ask(await createStaffMember(books.database, 'supervisor'), id, body)
      await approve(await createStaffMember(books.database, 'supervisor'), id)
    }
    await at(nextMonth(), gatherNotifications)
    const [statement] = await told(merchant, owner, 'monthly_statement')
    assert.equal(
      statement?.text.replaceAll(/\s/g, ' '),
      '4 paiements reçus : 4 000 F CFA. Retraits : 1 000 F CFA. Frais, ceux de vos clients compris : 100 F CFA. Remboursés : 400 F CFA. ' +
        'Règlements de désaccords avec l’opérateur : \u2212380 F CFA.',
    )
    // Of the fees, those of the payout are the merchant's; those of payments were taken beforehand.
    const { available } = await readBalance(books.database, live.serviceEnvId)
    assert.equal(available, 4000n - 1000n - 20n - 400n - 380n)
  })

  it('each month, also one with nothing but refunds, or nothing but settled contradictions', async () => {
    const refunding = await createPortalMerchant(books.database)
    const settled = await createPortalMerchant(books.database)
    const unmoved = await createPortalMerchant(books.database)
    const late = await createPortalMerchant(books.database)
    const transactionId = await paidCollection(books, refunding.live)
    const { id: refundId } = await refundOf(books, refunding.live, { transactionId, amount: 400n })
    await payBack(books, refundId, success)
    const { ask, approve } = settlingAt(books)
    const denied = await lateDebit(books, late.live)
    await operatorSays(books, { transactionId: denied }, 'not_paid')
    for (const [id, body] of [
      [await paymentTakenBack(books, settled.live), {}],
      [await paymentTakenBack(books, unmoved.live), { written_off: 1000 }],
      [denied, {}],
    ] as const) {
      await ask(await createStaffMember(books.database, 'supervisor'), id, body)
      await approve(await createStaffMember(books.database, 'supervisor'), id)
    }
    const own = [refunding, settled, unmoved, late].map(({ live }) => live.serviceEnvId)
    await books.rows(
      `update transaction set created_at = '2025-05-02' where service_env_id = any($1)`,
      own,
    )
    await foldFigures(books.database)
    const texts = async (merchant: PortalMerchant) =>
      (await told(merchant, await member(merchant, 'owner'), 'monthly_statement')).map(({ text }) =>
        text.replaceAll(/\s/g, ' '),
      )
    for (let pass = 0; pass < 2; pass += 1) await at(nextMonth(), gatherNotifications)
    const nothing =
      '0 paiement reçu : 0 F CFA. Retraits : 0 F CFA. Frais, ceux de vos clients compris : 0 F CFA.'
    assert.deepEqual(await texts(refunding), [`${nothing} Remboursés : 400 F CFA.`])
    assert.deepEqual(await texts(settled), [
      `${nothing} Règlements de désaccords avec l’opérateur : \u22121 000 F CFA.`,
    ])
    assert.deepEqual(await texts(unmoved), [], 'nothing of theirs moved')
    assert.deepEqual(await texts(late), [], 'what was kept for a payer was never theirs')
  })

  it('each month with what of it is still in progress, which no other month has', async () => {
    const merchant = await createPortalMerchant(books.database)
    const owner = await member(merchant, 'owner')
    const paid = await makePayment(books.database, merchant.live, {
      reference: 'U-1',
      outcome: success,
    })
    const open = await makePayment(books.database, merchant.live, { reference: 'U-2' })
    const later = await makePayment(books.database, merchant.live, { reference: 'U-3' })
    for (const [id, at] of [
      [paid, '2026-06-20T10:00:00Z'],
      [open, '2026-06-30T22:59:59Z'],
      [later, '2026-06-30T23:00:00Z'],
    ])
      await books.rows('update transaction set created_at = $2 where id = $1', id, at)
    await foldFigures(books.database)
    await at('2026-07-01T06:00:00Z', gatherNotifications)
    const [statement] = await told(merchant, owner, 'monthly_statement')
    assert.match(
      statement?.text ?? '',
      /^1 paiement reçu.* Sans compter 1 opération de ce mois encore en cours\.$/s,
    )
  })

  it('each month out of the figures of its days, however many others there are', async () => {
    const { live } = await createPortalMerchant(books.database)
    await books.rows(
      `insert into day_figure (service_env_id, day, dimension, value, type, status, charged_currency,
         net_currency, count, charged, fees, net)
       select $1, date '2020-01-01' + n % 2000, dimension, n::text, 'collection', 'succeeded', 'XOF', 'XOF', 1, 100, 0, 100
       from generate_series(1, 10000) n, unnest(array['all', 'provider', 'hour']) dimension`,
      live.serviceEnvId,
    )
    await books.rows('analyze day_figure')
    const plans: object[][] = []
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      plans.push(await books.rows(`explain ${text}`, ...values))
      return { rows: [] }
    }
    const pool = { query } as unknown as Database['pool']
    await tellMonths({ ...books.database, pool })
    await books.rows('delete from day_figure where service_env_id = $1', live.serviceEnvId)
    assert.match(JSON.stringify(plans), /day_figure_by_operator/)
    assert.doesNotMatch(JSON.stringify(plans), /Seq Scan on day_figure/)
  })

  it('not of a month that passed without anybody looking in its first days', async () => {
    const merchant = await createPortalMerchant(books.database)
    const owner = await member(merchant, 'owner')
    const id = await makePayment(books.database, merchant.live, {
      reference: 'L',
      outcome: success,
    })
    await books.rows(`update transaction set created_at = '2026-04-10' where id = $1`, id)
    await foldFigures(books.database)
    await at('2026-05-04T10:00:00Z', gatherNotifications)
    assert.deepEqual(await told(merchant, owner, 'monthly_statement'), [])
  })

  /** Six in the morning of the next first of a month. */
  const nextMonth = (): string => {
    const today = new Date()
    return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1, 6)).toISOString()
  }

  /** Works on the same books at a moment of the test's choice: `now()` of its connections is a function of ours. */
  async function at(now: string, work: (database: Database) => Promise<void>): Promise<void> {
    await books.rows('create schema if not exists clock')
    await books.rows(
      `create or replace function clock.now() returns timestamptz language sql stable as $$ select '${now}'::timestamptz $$`,
    )
    const url = new URL(books.url)
    url.searchParams.set('options', '-c search_path=clock,pg_catalog,public -c timezone=UTC')
    const database = await openAgain(url.href)
    try {
      await work(database)
    } finally {
      await database.close()
    }
  }
})
