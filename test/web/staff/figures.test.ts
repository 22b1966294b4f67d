import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { eventually } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'

const page = '/staff/etat'

describe('the state of the service, at the desk', () => {
  const api = given(() => startApiAlone())
  const agent = given(() => deskBrowser(api, 'agent'))
  before(async () => {
    await api.database.pool.query(
      `insert into run_sweep (swept_at) values (now()); insert into ledger_proof (id, state, completed_at)
         values (gen_random_uuid(), 'holds', now())`,
    )
  })

  const rows = async () => {
    const { status, text } = await agent.get(page)
    assert.equal(status, 200)
    const plain = [...text.matchAll(/<tr role="row"><td[^]*?<\/tr>/g)].map(([row]) =>
      row
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    return { text, of: (name: string) => plain.find((row) => row.includes(name)) ?? '' }
  }

  it('is well where nothing waits or fails; each figure that has an alert stands there', async () => {
    const { text, of } = await rows()
    assert.match(text, /Tout va bien/)
    assert.match(of('Opérations sans exécution'), /0 Bien$/)
    assert.match(of('Dernière preuve des livres'), /min Bien Ouvrir$/)
    assert.equal((await deskBrowser(api, 'administrator').then((one) => one.get(page))).status, 200)
    assert.doesNotMatch(text, /runbook\.md/)
  })

  it('counts today’s live payments by operator, and what is open by its age', async () => {
    const { database } = api
    const outbox = outboxOf(database)
    const merchant = await createMerchant(api, { mode: 'live' })
    const test = await createMerchant(api, { mode: 'sandbox' })
    const ended = await acceptOne({ database, outbox }, merchant)
    await acceptOne({ database, outbox }, merchant)
    await acceptOne({ database, outbox }, test)
    await settleTransaction(database, outbox, {
      transactionId: asId<TransactionId>(ended),
      outcome: success,
    })
    await eventually(async () =>
      (await rows()).of('MTN Mobile Money').endsWith('encaissements 2 1 0 1 0 0 0'),
    )
  })

  it('leads from what is wrong to its entry in the runbook, and to the page that acts on it', async () => {
    await api.database.pool.query(
      `delete from outbox; insert into run_finding (kind, workflow_id, run_id, done, step, code)
         values ('attention', 'collection/x', 'r', 'waits', 'settle', 'P0001');
       insert into outbox (kind, subject_id, created_at)
         values ('collection', gen_random_uuid(), now() - interval '2 minutes')`,
    )
    await eventually(async () => (await rows()).text.includes('points demandent votre attention'))
    const { text, of } = await rows()
    assert.match(of('Plus ancien envoi dû'), /2 min À voir runbook\.md#outboxold$/)
    assert.match(of('demandent de l’aide'), /1 À voir Ouvrir runbook\.md#runsaskforattention$/)
    assert.match(text, /l’aide<[^]*?<a href="\/staff">Ouvrir<\/a> <code[^>]*>runbook/)
  })
})
