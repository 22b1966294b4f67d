import assert from 'node:assert/strict'
import { asId, type RefundId } from '#domain/ids.ts'
import { languages } from '#domain/text/language.ts'
import { claimRefund, flagRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { act } from '#test/use-cases/refunds/refunds.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import type { Merchant } from '#test/support/books.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { makePayment, type NewPayment } from '#test/support/portal.ts'
import { assertLanguage, sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'

const list = '/portail/transactions'
const refunds = '/portail/remboursements'

describe('the pages of refunds, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => sharedApiAlone())
  const books = () => ({ ...api, outbox: outboxOf(api.database) })
  let made = 0
  const pay = (place: Merchant, changes: Partial<NewPayment> = {}) => {
    made += 1
    const payer = 'Awa Dossou'
    return makePayment(api.database, place, {
      reference: `B-${made}`,
      payer,
      outcome: success,
      ...changes,
    })
  }

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)

    it(`the form of a refund, with what it refuses: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const id = await pay(merchant.live)
      const form = `${list}/${id}/remboursement`
      await opens(
        reader,
        form,
        { fr: 'Rembourser Awa Dossou', en: 'Refund Awa Dossou' },
        { fr: 'Votre solde baisse de', en: 'Your balance goes down by' },
        {
          fr: 'Les frais du paiement ne vous sont pas rendus.',
          en: 'The payment fees are not returned to you.',
        },
      )
      const refused = async (fields: Record<string, string>, ...said: Told[]) =>
        speaks(await reader.send(form, fields), 422, ...said)
      await refused(
        { montant: 'x', motif: '' },
        { fr: 'Écrivez un montant en chiffres', en: 'Enter an amount in figures' },
        { fr: 'Dites en quelques mots', en: 'Say in a few words why' },
      )
      await refused(
        { montant: '999999', motif: 'x'.repeat(256) },
        { fr: '255 caractères au plus', en: 'at most 255 characters' },
      )
      await refused(
        { montant: '999999', motif: 'Ganhi' },
        { fr: 'dépasse ce qui reste', en: 'refund' },
      )
      await refused({ montant: '5', motif: 'Ganhi', password: 'x' })
      const unpaid = await pay(merchant.live, { outcome: failed })
      await opens(reader, `${list}/${unpaid}/remboursement`, {
        fr: 'Il ne reste rien à rembourser',
        en: 'There is nothing left to refund',
      })
    })

    it(`a refund from its request to each end, and all of them as a table: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const ask = async () => {
        const form = `${list}/${await pay(merchant.live)}/remboursement`
        const { location } = await reader.send(form, { montant: '1000', motif: 'Ganhi' })
        return { location, id: asId<RefundId>((location ?? '').split('/').at(-1) ?? '') }
      }
      const one = await ask()
      await opens(
        reader,
        one.location,
        { fr: 'Remboursement de 1 000 F CFA demandé.', en: 'Refund of 1,000 F CFA requested.' },
        { fr: 'Par Afi Mensah', en: 'By Afi Mensah' },
        { fr: 'Annuler ce remboursement', en: 'Cancel this refund' },
      )
      await act(books(), { refundId: one.id, act: 'approve' })
      await opens(
        reader,
        one.location,
        { fr: 'Approuvé par nos équipes', en: 'Approved by our team' },
        {
          fr: 'Réponse de MTN Mobile Money attendue',
          en: 'Waiting for MTN Mobile Money to answer',
        },
      )
      await claimRefund(api.database, one.id)
      await flagRefund(api.database, one.id, 1)
      await opens(reader, one.location, {
        fr: 'Elle tarde : nos équipes sont prévenues',
        en: 'The answer is late: our team has been notified',
      })
      await settleRefund(api.database, books().outbox, { refundId: one.id, outcome: failed })
      await opens(reader, one.location, {
        fr: 'Le montant est revenu sur votre solde.',
        en: 'The amount is back in your balance.',
      })
      const two = await ask()
      await act(books(), { refundId: two.id, act: 'approve', approvalAbove: 1n })
      await opens(reader, two.location, { fr: 'Approbation 1 sur 2', en: 'Approval 1 of 2' })
      await act(books(), { refundId: two.id, act: 'approve' })
      await claimRefund(api.database, two.id)
      await settleRefund(api.database, books().outbox, { refundId: two.id, outcome: success })
      await opens(reader, two.location, {
        fr: 'Remboursement reçu par le payeur',
        en: 'Refund received by the payer',
      })
      const three = await ask()
      await act(books(), { refundId: three.id, act: 'reject' })
      await opens(reader, three.location, {
        fr: 'Refusé par nos équipes',
        en: 'Rejected by our team',
      })
      const four = await ask()
      await act(books(), { refundId: four.id, act: 'cancel' })
      await opens(reader, four.location, { fr: 'Annulé par vous', en: 'Cancelled by you' })
      await opens(
        reader,
        refunds,
        { fr: 'Remboursé', en: 'Refunded' },
        { fr: 'Motif', en: 'Reason' },
      )
      await opens(reader, `${refunds}?statut=pending`, {
        fr: 'Aucun remboursement pour ce choix',
        en: 'No refunds match',
      })
      const file = await reader.get(`${refunds}/export`)
      assertLanguage(file.text, language)
      const name = language === 'en' ? 'refunds' : 'remboursements'
      assert.ok(file.headers.get('Content-Disposition')?.includes(`${name}-`))
      assert.match(file.text, language === 'en' ? /;Refunded;/ : /;Remboursé;/)
    })
  }
})
