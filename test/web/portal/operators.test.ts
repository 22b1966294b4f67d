import assert from 'node:assert/strict'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { onPool } from '#db/sql.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { failed, success } from '#test/support/ends.ts'

describe('operators in the portal', () => {
  let api: ApiAlone
  beforeEach(async () => {
    api = await startApiAlone()
  })
  afterEach(() => api?.stop())

  const broken: Outcome = {
    status: 'failed',
    failureCode: 'operator_unavailable',
    providerReference: null,
  }

  /** What the page says of an operator, without tags. */
  async function said(name: string): Promise<string> {
    const reader = await portalReader(api, await createPortalMerchant(api.database), 'collaborator')
    const { text } = await reader.get('/portail/operateurs')
    const card = new RegExp(`<h2>${name}.*?</section>`, 's').exec(text)?.[0] ?? ''
    return card.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '|').replaceAll(/\|+/g, '|')
  }

  async function pay(outcomes: readonly Outcome[]): Promise<void> {
    const { live, test } = await createPortalMerchant(api.database)
    for (const [at, outcome] of outcomes.entries())
      await makePayment(api.database, live, { reference: `A-${at}`, outcome })
    await makePayment(api.database, test, { reference: 'TEST', outcome: broken })
    await onPool(api.database.pool).rows(
      `update transaction set created_at = completed_at - interval '12 seconds' where status <> 'pending'`,
    )
  }

  it('are normal while payers are what payments fail by; figures are of all merchants, in this mode', async () => {
    await pay([success, success, failed, failed, failed, failed])
    assert.match(
      await said('MTN'),
      /\|Normal\|Dernière heure\|33\u00A0% réussis, en 12\u00A0s\|Échecs dus à l’opérateur\|0\u00A0%\|24 heures\|33\u00A0% réussis, en 12\u00A0s\|/,
    )
    assert.match(await said('Moov'), /\|Normal\|Dernière heure\|Aucun paiement terminé\|/)
  })

  it('have no rate of so few payments that it says nothing', async () => {
    await pay([broken, failed, failed, failed])
    assert.match(await said('MTN'), /\|Normal\|Dernière heure\|(Trop peu[^|%]*)\|24 heures\|\1\|/)
  })

  it('are disturbed where more than one payment in five fails by the operator', async () => {
    await pay([success, success, success, broken, broken])
    assert.match(
      await said('MTN'),
      /\|Perturbé\|Dernière heure\|60\u00A0% réussis[^|]*\|Échecs[^|]*\|40\u00A0%\|/,
    )
    const merchant = await createPortalMerchant(api.database)
    await makePayment(api.database, merchant.live, { outcome: success })
    const reader = await portalReader(api, merchant, 'owner')
    // Before the takings and the balance, which fill the first screen of a phone.
    assert.match(
      (await reader.get('/portail')).text,
      /MTN[^<]*\u00A0: perturbé.*id="resume".*id="solde"/s,
    )
  })

  it('are closed as soon as the staff says so', async () => {
    assert.match(await said('Moov'), /Normal/)
    const member = await createStaffMember(api.database, 'supervisor')
    await setOperatorState(api.database, member, {
      provider: 'moov-benin',
      mode: 'live',
      isOpen: false,
      cause: { ...cause(), reason: 'panne chez l’opérateur' },
    })
    assert.match(await said('Moov'), /Fermé/)
    assert.doesNotMatch(await said('Moov'), /panne chez/)
  })
})
