import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { failureWords } from '#domain/errors/failures.ts'
import type { DeliveryId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { languages } from '#domain/text/language.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { fundsAct } from '#test/use-cases/refunds/refunds.ts'
import { addEndpoint, attemptOnce, endOf, missAll } from '#test/use-cases/webhooks/deliveries.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import type { Merchant } from '#test/support/books.ts'
import { expired, failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink, freePrice } from '#test/support/payment-links.ts'
import { makePayment, type NewPayment, portalReader } from '#test/support/portal.ts'
import { signedUp } from '#test/support/sign-ups.ts'
import { languageName } from '#web/http/language.ts'
import { assertLanguage, sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'
import { searchedAt } from '#test/support/typed-forms.ts'

const home = '/portail'
const list = '/portail/transactions'
const refunds = '/portail/remboursements'
const dayMs = 86_400_000

/** Names of people are of no language here. */
const payer = 'Awa Dossou'

describe('the pages of payments, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => sharedApiAlone())
  const books = () => ({ ...api, outbox: outboxOf(api.database) })
  let made = 0
  const ask = (place: Merchant, changes: Partial<NewPayment> = {}) => {
    made += 1
    return makePayment(api.database, place, { reference: `R-${made}`, payer, ...changes })
  }
  const pay = (place: Merchant, changes: Partial<NewPayment> = {}) =>
    ask(place, { outcome: success, ...changes })
  const run = (statement: string, values: readonly unknown[]) =>
    onPool(api.database.pool).rows(statement, [...values])
  const before = (id: TransactionId, days: number) =>
    run(`update transaction set created_at = created_at - $2 * interval '1 day' where id = $1`, [
      id,
      days,
    ])

  for (const language of languages) {
    const { opens } = pagesIn(language)

    it(`the first page before anything was paid, in both modes: ${language}`, async () => {
      const { reader } = await sceneIn(api, language, 'live')
      await opens(
        reader,
        home,
        { fr: 'Votre premier paiement', en: 'Your first payment' },
        { fr: 'Vos premiers pas', en: 'Your first steps' },
      )
      const away = await reader.post(`${home}/premiers-pas/ranger`)
      await opens(reader, away.location, {
        fr: 'La liste est rangée.',
        en: 'The list is hidden.',
      })
      const shop = await signedUp(api.database)
      await run(`update service set public_name = 'Ganhi' where id = $1`, [shop.serviceId])
      const owner = await portalReader(api, shop)
      owner.cookies.set(languageName, language)
      await owner.post(`${home}/service`, { vers: shop.live })
      await opens(owner, home, {
        fr: 'Le mode réel n’est pas encore ouvert',
        en: 'Live mode is not open yet',
      })
      const { reader: tester } = await sceneIn(api, language)
      await opens(
        tester,
        home,
        { fr: 'numéros de test', en: 'test numbers' },
        { fr: 'Encaisser pour essayer', en: 'Try collecting' },
      )
      await opens(tester, list, {
        fr: 'Aucun paiement pour l’instant',
        en: 'No payments yet',
      })
      await opens(tester, refunds, { fr: 'Aucun remboursement', en: 'No refunds yet' })
    })

    it(`the figures of each period, and ranges that are none: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const { live } = merchant
      const day = (days: number) =>
        new Date(Date.now() + dayMs / 24 - days * dayMs).toISOString().slice(0, 10)
      await pay(live, { price: money(9000n, 'XOF') })
      await pay(live, { outcome: failed })
      await before(await pay(live, { price: money(5000n, 'XOF') }), 1)
      await before(await pay(live, { price: money(40_000n, 'XOF') }), 40)
      const back = await pay(live)
      await pay(live, { outcome: { ...success, funds: 'pending_confirmation' } })
      await reader.send(`${list}/${back}/remboursement`, { montant: '5', motif: 'Ganhi' })
      await opens(
        reader,
        home,
        {
          fr: 'F CFA de plus qu’hier à la même heure (+',
          en: 'F CFA more than yesterday by this time (+',
        },
        { fr: '3 paiements réussis (avant : 1)', en: '3 successful payments (previously: 1)' },
        { fr: '75 % de réussite', en: '75% success rate' },
        {
          fr: 'Le solde du compte du payeur',
          en: 'The payer’s account does not have enough money',
        },
        { fr: '1 remboursement à approuver', en: '1 refund awaiting approval' },
        { fr: 'à confirmer', en: 'to be confirmed' },
        { fr: 'Par opérateur MTN Mobile Money', en: 'By operator MTN Mobile Money' },
      )
      const shown: Readonly<Record<string, Told>> = {
        '?periode=hier': { fr: 'de plus qu’avant-hier', en: 'more than the day before' },
        '?periode=7': { fr: 'les 7 jours d’avant', en: 'in the 7 days before' },
        '?periode=30': { fr: 'F CFA de moins', en: 'F CFA less than in the 30 days before' },
        '?periode=mois': { fr: 'Encaissé ce mois', en: 'Collected this month' },
        [`?du=${day(40)}&au=${day(40)}`]: { fr: 'que la veille', en: 'than the day before' },
        [`?du=${day(80)}&au=${day(70)}`]: { fr: 'Rien, et rien avant', en: 'Nothing, and nothing' },
        [`?du=${day(9)}&au=${day(0)}`]: { fr: 'Encaissé par jour', en: 'Collected per day' },
        [`?du=${day(99)}&au=${day(0)}`]: { fr: '7 jours dès le', en: '7 days from' },
        '?du=2026-02-30&au=': { fr: 'Cette date n’existe pas', en: 'This date does not exist' },
        '?du=2026-03-02&au=2026-03-01': { fr: 'à l’envers', en: 'the wrong way round' },
        '?du=2999-03-02&au=': { fr: 'pas encore là', en: 'are in the future' },
        '?du=1926-01-01&au=2026-01-01': { fr: 'C’est trop long', en: 'This is too long' },
      }
      for (const [query, said] of Object.entries(shown)) await opens(reader, home + query, said)
    })

    it(`one name for the list, in its title, its heading, the menu and the links to it: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const { name, all } = listNames[language]
      const id = await pay(merchant.live)
      const { text } = await reader.get(list)
      assert.ok(text.includes(`<title>${name} · `), /<title>.*?<\/title>/.exec(text)?.[0])
      assert.ok(text.includes(`<h1>${name}</h1>`))
      assert.ok(linksTo(list, text).includes(name))
      assert.ok(linksTo(list, (await reader.get(home)).text).includes(all))
      const own = await reader.get(`${list}/${id}`)
      assert.deepEqual(new Set(linksTo(list, own.text)), new Set([name, all]))
      for (const page of [text, own.text]) assert.doesNotMatch(page, />[^<]*\btransactions?\b/i)
    })

    it(`the list, what narrows it, what is new in it, and its table: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      for (const outcome of [success, failed, expired, undefined]) {
        await ask(merchant.live, { ...(outcome && { outcome }) })
      }
      await ask(merchant.live, { reference: 'NEW-1' })
      await opens(
        reader,
        list,
        { fr: 'Client ou bénéficiaire', en: 'Customer or recipient' },
        { fr: '5 opérations · encaissé net', en: '5 payments · net collected' },
        { fr: 'En attente', en: 'Pending' },
        { fr: 'Numéro, nom, montant ou référence', en: 'Number, name, amount or reference' },
      )
      await opens(reader, await searchedAt(reader, list, 'min=1'), {
        fr: '5 opérations',
        en: '5 payments',
      })
      await opens(reader, `${list}?statut=failed`, { fr: '1 opération', en: '1 payment' })
      await opens(reader, await searchedAt(reader, list, 'q=NONE'), {
        fr: 'ne correspond',
        en: 'No payment matches',
      })
      const since = `depuis=1&ouvert=${Date.now()}`
      const several = await reader.get(`${list}?${since}`)
      assertLanguage(several.text, language)
      const said = { fr: '5 nouvelles opérations', en: '5 new payments' }
      assert.ok(several.text.includes(said[language]), several.text)
      const one = await reader.get(`${await searchedAt(reader, list, 'q=NEW-1')}&${since}`)
      assert.match(one.text, language === 'en' ? />1 new payment</ : />1 nouvelle opération</)
      const file = await reader.get(`${list}/export`)
      assertLanguage(file.text, language)
      const heads = {
        fr: 'Date;Identifiant;Référence;Type;Statut',
        en: 'Date;ID;Reference;Type;Status',
      }
      assert.ok(file.text.includes(heads[language]), file.text)
      const row = { fr: ';Encaissement;Réussi;', en: ';Payment;Succeeded;' }
      assert.ok(file.text.includes(row[language]), file.text)
    })

    it(`a payment under way, paid, held, and what became of its deliveries: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const { live } = merchant
      await addEndpoint(api, live)
      const pageOf = (id: TransactionId) => `${list}/${id}`
      const open = await ask(live)
      await opens(
        reader,
        pageOf(open),
        { fr: 'Le payeur valide la demande', en: 'The payer has to approve the request' },
        { fr: 'Net prévu', en: 'Expected net' },
      )
      const paid = await pay(live, { price: money(2500n, 'XOF') })
      const rows = await onPool(api.database.pool).rows<{ id: DeliveryId }>(
        `select d.id from webhook_delivery d join event e on e.id = d.event_id
         where e.transaction_id = $1`,
        [paid],
      )
      const id = rows[0]?.id as DeliveryId
      const webhooks: Told = { fr: 'Webhooks : 1 en route', en: 'Webhooks: 1 on the way' }
      await opens(
        reader,
        pageOf(paid),
        { fr: '2 500 F CFA de Awa Dossou', en: '2,500 F CFA from Awa Dossou' },
        { fr: 'Paiement réussi', en: 'Payment succeeded' },
        { fr: 'Voir le reçu', en: 'View receipt' },
        webhooks,
      )
      await attemptOnce(api, id, endOf('failed', { error: 'http_status' }))
      await opens(reader, pageOf(paid), {
        fr: 'Webhook non reçu (HTTP 500), essai 1 sur 6',
        en: 'Webhook not received (HTTP 500), attempt 1 of 6',
      })
      await missAll(api, id, 2)
      await opens(reader, pageOf(paid), { fr: '1 abandonné', en: '1 abandoned' })
      await fundsAct(books(), { transactionId: paid, act: 'hold' })
      await opens(reader, pageOf(paid), {
        fr: 'Retenus pour vérification',
        en: 'Held for review',
      })
      await fundsAct(books(), { transactionId: paid, act: 'release' })
      await opens(reader, pageOf(paid), { fr: 'Fonds libérés', en: 'Funds released' })
      await run('update transaction set late_outcome_at = now() where id = $1', [paid])
      await opens(reader, pageOf(paid), { fr: 'a débité le payeur', en: 'debited the payer after' })
    })

    it(`each failure, with what to do next: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      for (const failureCode of Object.keys(failureWords.fr) as (keyof typeof failureWords.fr)[]) {
        const outcome = { status: 'failed', failureCode, providerReference: null } as Outcome
        const id = await pay(merchant.live, { outcome })
        const [fr, en] = [failureWords.fr[failureCode], failureWords.en[failureCode]]
        await opens(
          reader,
          `${list}/${id}`,
          { fr: fr.message, en: en.message },
          { fr: fr.remedy, en: en.remedy },
        )
      }
    })

    it(`the search, while one types and as a page: ${language}`, async () => {
      const { reader, merchant } = await sceneIn(api, language, 'live')
      const id = await pay(merchant.live, { price: money(2500n, 'XOF') })
      await reader.send(`${list}/${id}/remboursement`, { montant: '2500', motif: 'Ganhi' })
      const link = { title: 'Ganhi', description: null, ...freePrice }
      await createLink(api.database, merchant.live, link)
      const found = async (text: string, ...said: Told[]) => {
        const typed = { q: text }
        const at = `${home}/recherche`
        await opens(reader, await searchedAt(reader, at, typed), ...said)
        assertLanguage((await reader.post(`${at}/resultats`, typed)).text, language)
      }
      await found('', { fr: 'Que cherchez-vous ?', en: 'What are you looking for?' })
      await found('zzz', { fr: 'Rien pour « zzz ».', en: 'Nothing found for “zzz”.' })
      await found('x'.repeat(101), { fr: 'trop longue', en: 'too long' })
      await found('2500', { fr: 'Paiement', en: 'Payment' }, { fr: 'Réussi', en: 'Succeeded' })
      await found('Ganhi', { fr: 'montant libre', en: 'open amount' })
    })
  }
})

const listNames = {
  fr: { name: 'Paiements', all: 'Tous les paiements' },
  en: { name: 'Payments', all: 'All payments' },
}

/** What the links to this address say. */
function linksTo(path: string, text: string): string[] {
  const links = text.matchAll(new RegExp(`<a [^>]*href="${path}"[^>]*>(.*?)</a>`, 'gs'))
  return [...links].map(([, inner = '']) => inner.replace(/<[^>]*>/g, '').trim())
}
