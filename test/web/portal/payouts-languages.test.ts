import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sendBackTransfer } from '#use-cases/transfers/send-back.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { type Language, languages } from '#domain/text/language.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { act, bankTexts } from '#test/use-cases/payouts/payouts.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { hiddenFieldsOf } from '#test/support/form-fields.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { authorizeBank, authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { newStaff, password } from '#test/support/people.ts'
import type { Answer, PortalReader } from '#test/support/portal.ts'
import { assertLanguage, sceneIn, pagesIn } from '#test/support/portal-languages.ts'
import { searchedAt } from '#test/support/typed-forms.ts'
import { addTariff, dropTariffs } from '#test/support/tariffs.ts'
import { freshPhone } from '#test/support/tenant.ts'

const list = '/portail/retraits'
const form = `${list}/nouveau`
const check = `${list}/verification`

describe('the pages of payouts, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())

  /** With 100 000 XOF, a fee of 500 a payout and an account. */
  async function scene(language: Language, mode: 'live' | 'test' = 'test') {
    const made = await sceneIn(api, language, mode)
    const place = made.merchant[mode]
    await giveBalance(api.database, place, 100_000)
    await addTariff(api.database, place, fee('500'))
    if (mode === 'live') await authorizeBank(api.database, place)
    else await authorizePhone(api.database, place, freshPhone())
    const [account] = await listAuthorizedAccounts(api.database, place.serviceEnvId)
    assert.ok(account)
    return { ...made, place, account: account.id }
  }
  const fee = (value: string) =>
    ({ level: 'service', kind: 'fixed', value, payer: 'merchant', type: 'payout' }) as const

  async function confirm(reader: PortalReader, typed: Record<string, string>): Promise<Answer> {
    const shown = await reader.post(check, typed)
    return reader.post(form, { ...hiddenFieldsOf(shown.text), password })
  }
  const idOf = (answer: Answer) =>
    asId<TransactionId>((answer.location ?? answer.text).split('/').at(-1) ?? '')
  const settle = (transactionId: TransactionId, outcome: Outcome) =>
    settleTransaction(api.database, outboxOf(api.database), { transactionId, outcome })

  const dated = (id: TransactionId, ago: string) =>
    onPool(api.database.pool).rows(
      'update transaction set created_at = now() - $2::interval where id = $1',
      [id, ago],
    )
  const books = () => ({ ...api, outbox: outboxOf(api.database) })
  const doTo = async (
    transactionId: TransactionId,
    kind: 'take' | 'mark_transferred' | 'reject',
  ) => {
    const staffId = await newStaff(api.database)
    const texts = { take: {}, mark_transferred: bankTexts, reject: { reason: 'Ganhi' } }[kind]
    await act(books(), { transactionId, kind, staffId, ...texts })
  }

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)

    it(`a list, empty, with rows and narrowed, and its export: ${language}`, async () => {
      const { reader, account } = await scene(language)
      await opens(reader, list, {
        fr: 'Aucun retrait pour l’instant',
        en: 'No payouts yet',
      })
      const first = await confirm(reader, { compte: account, montant: '5000' })
      await confirm(reader, { compte: account, montant: '6000', reference: 'R-7' })
      await settle(idOf(first), success)
      await opens(
        reader,
        list,
        { fr: 'Réussi', en: 'Succeeded' },
        { fr: '5 000 F CFA', en: '5,000 F CFA' },
      )
      await opens(reader, `${list}?statut=expired`, {
        fr: 'Aucun retrait pour ce choix',
        en: 'No payouts match',
      })
      const sheet = await reader.get(`${list}/export`)
      assertLanguage(sheet.text, language)
      assert.match(sheet.text, /;00229 01(?: \d\d){4};/)
      const [titles] = sheet.text.split('\r\n')
      assert.match(
        titles ?? '',
        language === 'en' ? /;Debited;.*;Description;/ : /;Débité;.*;Description;/,
      )
      assert.match(
        sheet.headers.get('Content-Disposition') ?? '',
        language === 'en' ? /payouts-/ : /retraits-/,
      )
    })

    it(`the form with what it shows and refuses, then the exact figures: ${language}`, async () => {
      const { reader, account, place } = await scene(language)
      await opens(reader, form, {
        fr: 'Seul le solde disponible se retire',
        en: 'Only the available balance can be paid out',
      })
      const wrong = { compte: 'x', montant: '12,50', reference: 'é', libelle: 'a'.repeat(256) }
      speaks(await reader.post(check, { ...wrong, reference: '?', compte: '' }), 422, {
        fr: 'sans centimes',
        en: 'without decimals',
      })
      speaks(await reader.post(check, { compte: account, montant: '99 600' }), 422, {
        fr: 'Ce retrait prend 100 100 F CFA',
        en: 'This payout takes 100,100 F CFA',
      })
      speaks(await reader.post(check, { compte: account, montant: '99' }), 422, {
        fr: 'le minimum est de 100 F CFA',
        en: 'the minimum is 100 F CFA',
      })
      const shown = await reader.post(check, { compte: account, montant: '1000' })
      speaks(shown, 200, { fr: 'Après ce retrait', en: 'After this payout' })
      const fields = hiddenFieldsOf(shown.text)
      speaks(await reader.post(form, { ...fields, password: 'x' }), 422)
      await dropTariffs(api.database, place)
      await addTariff(api.database, place, fee('750'))
      speaks(await reader.post(form, { ...fields, password }), 422, {
        fr: 'Les frais ont changé',
        en: 'The fees have changed',
      })
    })

    it(`the accounts to choose from, few, many and none: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language)
      await opens(reader, form, {
        fr: 'L’argent ne part que vers un compte',
        en: 'Money only goes to an account',
      })
      for (let made = 0; made < 5; made += 1)
        await authorizePhone(api.database, merchant.test, freshPhone(`567${made}`))
      await opens(reader, form, { fr: 'Un autre compte', en: 'One more account' })
      await authorizePhone(api.database, merchant.test, freshPhone('5678'))
      await opens(reader, form, { fr: '2 autres comptes', en: '2 more accounts' })
      await opens(reader, await searchedAt(reader, `${form}/recherche`, 'cherche=zzz'), {
        fr: 'Aucun compte ne correspond',
        en: 'No account matches',
      })
    })

    it(`one of Mobile Money, from its request to each end: ${language}`, async () => {
      const { reader, account } = await scene(language)
      const ends = [
        [success, { fr: 'Argent reçu', en: 'Money received' }],
        [failed, { fr: 'Retrait échoué', en: 'Payout failed' }],
      ] as const
      for (const [at, [outcome, told]] of ends.entries()) {
        const asked = await confirm(reader, { compte: account, montant: `${1000 + at}` })
        const page = asked.location ?? ''
        await opens(
          reader,
          page,
          { fr: 'Retrait demandé : 1 00', en: 'Payout requested: 1,00' },
          { fr: 'Ordre en route vers MTN', en: 'On its way to MTN' },
        )
        await settle(idOf(asked), outcome)
        await opens(reader, page, told)
      }
    })

    it(`a bank transfer, from its request to each end: ${language}`, async () => {
      const { reader, account } = await scene(language, 'live')
      const asks = async () => {
        const asked = await confirm(reader, { compte: account, montant: '1000' })
        return { id: idOf(asked), page: asked.location ?? '' }
      }
      const shown = await reader.post(check, { compte: account, montant: '1000' })
      speaks(
        shown,
        200,
        { fr: 'Demander le virement', en: 'Request transfer' },
        { fr: 'ne pouvons pas promettre le jour', en: 'cannot promise the day' },
      )
      const made = await asks()
      await opens(
        reader,
        made.page,
        { fr: 'Virement demandé', en: 'Transfer requested' },
        { fr: 'Annuler ce virement', en: 'Cancel this transfer' },
        { fr: 'À traiter', en: 'To be processed' },
        { fr: 'Au bout de 24 heures sans virement', en: 'After 24 hours without a transfer' },
      )
      await dated(made.id, '23 hours')
      await opens(reader, made.page, { fr: 'Au bout de 24 heures', en: 'After 24 hours' })
      await dated(made.id, '25 hours')
      await opens(reader, made.page, {
        fr: 'Ce virement attend depuis plus de 24 heures',
        en: 'has been waiting for more than 24 hours',
      })
      const wrong = { password: 'x' }
      speaks(await reader.send(made.page, wrong, `${made.page}/annulation`), 422, {
        fr: 'revient sur votre solde, frais compris',
        en: 'then return to your balance',
      })
      await doTo(made.id, 'take')
      await opens(reader, made.page, {
        fr: 'Virement à faire à la banque',
        en: 'Transfer to be made at the bank',
      })
      await opens(reader, made.page, {
        fr: 'Pris en charge à l’instant',
        en: 'Our team started on it just now',
      })
      await doTo(made.id, 'mark_transferred')
      await opens(reader, made.page, {
        fr: 'Daté du 21/11/2026, référence VIR-1',
        en: 'Dated 21/11/2026, reference VIR-1',
      })
      await opens(reader, made.page, {
        fr: 'L’argent arrive quand la banque qui le reçoit l’inscrit sur le compte. S’il tarde, demandez-lui, avec la référence VIR-1.',
        en: 'depends on the bank that receives it. If it is late, ask that bank, with the reference VIR-1.',
      })
      await sendBackTransfer(api.database, made.id)
      await opens(reader, made.page, {
        fr: 'La banque a renvoyé ce virement',
        en: 'The bank sent this transfer back',
      })
      const refused = await asks()
      await doTo(refused.id, 'take')
      await doTo(refused.id, 'reject')
      await opens(reader, refused.page, {
        fr: 'La banque a refusé le virement',
        en: 'The bank rejected the transfer',
      })
      const cancelled = await asks()
      await act(books(), { transactionId: cancelled.id, kind: 'cancel', staffId: null })
      await opens(reader, cancelled.page, {
        fr: 'Le montant et les frais sont revenus',
        en: 'The amount and the fees were returned',
      })
    })
  }
})

/** Hidden fields of the form of the second step, but for the token. */
