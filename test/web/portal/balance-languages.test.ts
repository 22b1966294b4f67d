import assert from 'node:assert/strict'
import { verifyAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { languages } from '#domain/text/language.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { assertLanguage, sceneIn, pagesIn } from '#test/support/portal-languages.ts'

const balances = '/portail/soldes'
const accounts = '/portail/comptes-autorises'
const phonePath = `${accounts}/nouveau/mobile-money`
const bankPath = `${accounts}/nouveau/banque`
const number = { numero: '01 97 00 00 42', titulaire: 'Rosine Hounsou' }
const bank = {
  banque: 'uba-benin',
  numero_compte: 'bj066 01001 000000001234 42',
  titulaire: 'Rosine Hounsou',
}

describe('the pages of balances and authorised accounts, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)

    it(`balances, with every account and movement, and their export: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const { live } = merchant
      await opens(reader, balances, { fr: 'Aucun mouvement', en: 'No movements' })
      await giveBalance(api.database, live, 100_000)
      const transactionId = await paidCollection(books(), live)
      await paidCollection(books(), live, { funds: 'pending_confirmation' })
      await opens(reader, balances, {
        fr: '1 paiement attend la confirmation',
        en: '1 payment is waiting for confirmation',
      })
      await paidCollection(books(), live, { funds: 'pending_confirmation' })
      await paidCollection(books(), live, { funds: 'held' })
      await refundOf(books(), live, { transactionId, amount: 300n })
      for (const outcome of [failed, success]) {
        const id = await acceptPayoutOne(books(), live, { amount: 5000n })
        await settleTransaction(api.database, books().outbox, { transactionId: id, outcome })
      }
      await opens(
        reader,
        balances,
        { fr: '2 paiements attendent', en: '2 payments are waiting' },
        { fr: 'Retrait demandé', en: 'Payout requested' },
        { fr: '101 000 F CFA', en: '101,000 F CFA' },
        { fr: 'Derniers mouvements', en: 'Latest movements' },
      )
      await opens(reader, `${balances}/mouvements`, {
        fr: 'Solde d’ouverture',
        en: 'Opening balance',
      })
      for (const kind of ['pending', 'pending_confirmation', 'held', 'withheld', 'reserved'])
        await opens(reader, `${balances}/mouvements?compte=${kind}`)
      const sheet = await reader.get(`${balances}/export`)
      assertLanguage(sheet.text, language)
      const name = sheet.headers.get('Content-Disposition') ?? ''
      assert.match(name, language === 'en' ? /movements-available/ : /mouvements-disponible/)
    })

    it(`balances in test mode, where nothing waits for a confirmation: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language)
      await paidCollection(books(), merchant.test, { funds: 'pending_confirmation' })
      await opens(reader, balances, {
        fr: 'En mode test, ce montant est déjà compté',
        en: 'In test mode, this amount is already counted',
      })
    })

    it(`accounts with real money, added, checked and revoked: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      await opens(reader, accounts, {
        fr: 'Nos équipes vérifient chacun',
        en: 'Our team checks each of them',
      })
      await opens(reader, phonePath)
      await opens(reader, bankPath, { fr: 'Celui du RIB', en: 'bank details (RIB)' })
      for (const [path, fields, told] of [
        [phonePath, { numero: '12' }, { fr: 'titulaire', en: 'account holder' }],
        [
          phonePath,
          { ...number, numero: '01 30 00 00 00' },
          { fr: 'aucun', en: 'does not belong to an operator' },
        ],
        [phonePath, { ...number, titulaire: 'a'.repeat(101) }, { fr: '100', en: 'at most 100' }],
        [bankPath, { titulaire: '' }, { fr: 'Choisissez la banque', en: 'Choose the bank' }],
      ] as const)
        speaks(await reader.send(path, fields), 422, told)
      const added = await reader.send(phonePath, number)
      const page = added.location ?? ''
      await opens(reader, page, { fr: 'Compte ajouté.', en: 'Account added.' })
      await opens(reader, '/portail/retraits/nouveau', {
        fr: 'Nos équipes vérifient le compte',
        en: 'Our team is checking the account',
      })
      speaks(await reader.send(phonePath, number), 422)
      await reader.send(bankPath, bank)
      const [, phone] = await listAuthorizedAccounts(api.database, merchant.live.serviceEnvId)
      assert.ok(phone)
      await verifyAuthorizedAccount(api.database, { ...merchant.live, id: phone.id })
      await opens(reader, page, { fr: 'Actif', en: 'Active' })
      speaks(await reader.send(page, { password: 'x' }, `${page}/revocation`), 422)
      await reader.send(page, {}, `${page}/revocation`)
      await opens(
        reader,
        accounts,
        { fr: 'Compte de Rosine Hounsou révoqué', en: 'Account of Rosine Hounsou revoked' },
        { fr: 'En vérification', en: 'Being checked' },
      )
    })

    it(`accounts in test mode: ${language}`, async () => {
      const { reader } = await sceneIn(api, language)
      await opens(reader, accounts, {
        fr: 'Aucun compte autorisé',
        en: 'No authorized accounts',
      })
      await opens(reader, bankPath, {
        fr: 'En mode test, ajoutez un numéro Mobile Money',
        en: 'In test mode, add a Mobile Money number',
      })
      const { location } = await reader.send(phonePath, number)
      await opens(reader, location ?? '', {
        fr: 'vous pouvez y retirer dès maintenant',
        en: 'you can pay out to it right away',
      })
    })
  }
})
