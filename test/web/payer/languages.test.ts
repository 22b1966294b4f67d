import assert from 'node:assert/strict'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { onPool } from '#db/sql.ts'
import { failureCodes } from '#domain/errors/errors.ts'
import { money } from '#domain/money/money.ts'
import { type Language, languages } from '#domain/text/language.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { preferred, strayWords } from '#test/support/languages.ts'
import { createLink, freePrice, settleLatestOf } from '#test/support/payment-links.ts'
import { goodPayer, type PayerAnswer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const customFields = [{ key: 'size', label: 'T-shirt', type: 'text', required: true }] as const

/** Names of people and things are of no language here. */
const neutral = { title: 'Concert', description: 'Cotonou' }

describe('every page of a payer, in French and in English', () => {
  const api = given(() => startApiAlone({ FRAUD_REQUESTS_PER_NUMBER: '2' }))
  const tenant = given(async () => {
    const made = await createTenant(api.database)
    await onPool(api.database.pool).rows(
      `update service set public_name = 'Ganhi Tissus', phone = '2290121300000',
         email = 'ganhi@example.bj', address = 'Cotonou', tax_number = '3202012345678'
       where id = $1`,
      [made.serviceId],
    )
    return made
  })

  const linkOf = async (changes: Parameters<typeof createLink>[2] = {}) => {
    const { id } = await createLink(api.database, tenant, { ...neutral, ...changes })
    return { id, path: `/sandbox/pay/${id}` }
  }
  const set = (id: string, values: string) =>
    onPool(api.database.pool).rows(`update payment_link set ${values} where id = $1`, [id])
  const settle = (linkId: string, outcome: Outcome) => settleLatestOf(api.database, linkId, outcome)

  for (const language of languages) {
    const browser = () => new PayerBrowser({ ...api, language: preferred[language] })
    const speaks = (page: PayerAnswer, status: number, ...said: Told[]): void => {
      assert.equal(page.status, status, wordsOf(page))
      assert.match(page.text, new RegExp(`^<!doctype html><html lang="${language}">`))
      assert.equal(page.headers.get('Content-Language'), language)
      assert.deepEqual(strayWords(page.text, language), [], wordsOf(page))
      for (const each of said) assert.ok(wordsOf(page).includes(each[language]), wordsOf(page))
    }

    it(`the form, with what it shows and refuses: ${language}`, async () => {
      const limits = { minAmount: money(500n, 'XOF'), maxAmount: money(2_000_000n, 'XOF') }
      const { path } = await linkOf({
        ...freePrice,
        ...limits,
        expiresAt: new Date('2099-01-04T10:00:00Z'),
        redirectUrl: 'https://shop.example/thanks',
        customFields,
      })
      const page = await browser().get(path)
      speaks(
        page,
        200,
        { fr: 'De 500 F CFA à 2 000 000 F CFA', en: 'From 500 F CFA to 2,000,000 F CFA' },
        { fr: 'dimanche 4 janvier 2099 à 11:00:00', en: 'Sunday 4 January 2099 at 11:00:00' },
      )
      assert.ok(page.text.includes(`data-go-on="${language === 'en' ? 'Continue' : 'Continuer'}"`))
      speaks(
        await browser().pay(path, { montant: '1', numero: '01 97', nom: '', email: 'x' }),
        422,
        { fr: 'Ce montant n’est pas accepté', en: 'This amount is not accepted' },
      )
      const fixed = await linkOf({ customFields })
      speaks(await browser().pay(fixed.path), 422, {
        fr: 'Répondez à cette question.',
        en: 'Answer this question.',
      })
      speaks(
        await browser().pay(path, { montant: '600', operateur: '', numero: '0110000000' }),
        422,
        {
          fr: 'Choisissez votre opérateur',
          en: 'Choose your operator',
        },
      )
      const part = await browser().get(`${path}/total?montant=x`)
      assert.deepEqual(strayWords(part.text, language), [])
      assert.match(part.text, language === 'en' ? /is not accepted/ : /pas accepté/)
      speaks(await browser().get(`${path}?moyen=carte`), 200)
    })

    it(`what asks once more, and what is refused as a whole: ${language}`, async () => {
      const { path } = await linkOf(freePrice)
      const typed = { ...goodPayer(), montant: '2475', operateur: 'moov-benin' }
      const asked = await browser().pay(path, { ...typed, numero: freshPhone().slice(3) })
      speaks(
        asked,
        200,
        { fr: 'Payer 2 525 F CFA', en: 'Pay 2,525 F CFA' },
        { fr: 'Tout est juste ?', en: 'Is everything right?' },
        { fr: 'Ce numéro semble être chez MTN', en: 'This number seems to be with MTN' },
      )
      const fixed = await linkOf()
      const payer = browser()
      const { form } = await payer.get(fixed.path)
      const sent = { ...form, ...goodPayer() }
      assert.equal((await payer.post(fixed.path, sent)).status, 303)
      speaks(await payer.post(fixed.path, { ...sent, nom: 'Koffi Mensah' }), 409, {
        fr: 'Le paiement n’est pas parti',
        en: 'The payment was not sent',
      })
      const often = goodPayer()
      assert.equal((await browser().pay(fixed.path, often)).status, 303)
      assert.equal((await browser().pay(fixed.path, often)).status, 303)
      speaks(await browser().pay(fixed.path, often), 429, {
        fr: 'Trop de demandes',
        en: 'Too many requests',
      })
    })

    it(`waiting, then paid, then the receipt for who paid and for others: ${language}`, async () => {
      const { id, path } = await linkOf({ redirectUrl: 'https://shop.example/thanks' })
      const payer = browser()
      const { location } = await payer.pay(path)
      const waiting = await payer.get(location)
      speaks(
        waiting,
        200,
        { fr: 'Une demande MTN Mobile Money arrive sur le', en: 'A request from MTN Mobile Money' },
        { fr: 'Vous n’avez rien reçu ?', en: 'Nothing received?' },
        { fr: 'Il reste', en: 'Time left' },
        { fr: 'Demande faite à', en: 'Requested at' },
      )
      speaks(await payer.get(path), 200, {
        fr: 'Un paiement est en cours',
        en: 'A payment is under way',
      })
      await settle(id, success)
      const stream = await payer.get(`${location}/suite`)
      assert.match(stream.text, language === 'en' ? /Paid \(test\)/ : /Payé \(test\)/)
      assert.deepEqual(
        strayWords(stream.text.replaceAll(/^(event|data|retry):/gm, ''), language),
        [],
      )
      const paid = await payer.get(location)
      speaks(
        paid,
        200,
        { fr: 'Reçu en PDF', en: 'Receipt as PDF' },
        { fr: 'Retourner sur shop.example', en: 'Back to shop.example' },
      )
      speaks(await browser().get(location), 200)
      speaks(await payer.get(path), 200, {
        fr: 'Vous avez déjà payé',
        en: 'You have already paid',
      })
      const [, verification = ''] = /href="(\/verification\/[^"]*)"/.exec(paid.text) ?? []
      speaks(await browser().get(verification), 200, {
        fr: 'Paiement de test',
        en: 'Test payment',
      })
      await onPool(api.database.pool).rows(
        'update transaction set refunded_amount = 500 where payment_link_id = $1',
        [id],
      )
      speaks(await payer.get(location), 200, { fr: 'vous ont été rendus', en: 'given back to you' })
      speaks(await browser().get(verification), 200, {
        fr: 'rendus au payeur',
        en: 'given back to the payer',
      })
    })

    it(`each failure, and where nothing can be paid any more: ${language}`, async () => {
      for (const failureCode of Object.keys(failureCodes)) {
        const { id, path } = await linkOf()
        const payer = browser()
        const { location } = await payer.pay(path)
        await settle(id, { status: 'failed', failureCode, providerReference: null } as Outcome)
        speaks(await payer.get(location), 200, { fr: 'Réessayer', en: 'Try again' })
        if (failureCode !== 'payer_rejected') continue
        await set(id, 'expires_at = now()')
        speaks(await payer.get(location), 200, {
          fr: 'plus possible de payer',
          en: 'no longer possible to pay',
        })
      }
    })

    it(`expired, cancelled, paid by others, being paid, and unknown: ${language}`, async () => {
      const expired = await linkOf()
      await set(expired.id, 'expires_at = now()')
      speaks(await browser().get(expired.path), 410, { fr: 'Délai dépassé', en: 'Time is up' })
      const cancelled = await linkOf()
      const scope = { serviceEnvId: tenant.serviceEnvId, id: cancelled.id }
      await setPaymentLinkState(
        api.database,
        scope as Parameters<typeof setPaymentLinkState>[1],
        'cancelled',
      )
      speaks(await browser().get(cancelled.path), 410, {
        fr: 'Paiement annulé',
        en: 'Payment cancelled',
      })
      const once = await linkOf({ maxPayments: 1 })
      await browser().pay(once.path)
      speaks(await browser().get(once.path), 409, {
        fr: 'Quelqu’un paie en ce moment',
        en: 'Somebody is paying right now',
      })
      await settle(once.id, success)
      speaks(await browser().get(once.path), 409, { fr: 'Déjà payé', en: 'Already paid' })
      speaks(await browser().get(once.path.replace(/.$/, '_')), 404, {
        fr: 'Paiement introuvable',
        en: 'Payment not found',
      })
      speaks(await browser().get('/nowhere'), 404, { fr: 'Page introuvable', en: 'Page not found' })
      speaks(await browser().get('/verification/x'), 404, {
        fr: 'Reçu introuvable',
        en: 'Receipt not found',
      })
      speaks(await browser().get('/factures/x'), 404, {
        fr: 'Aucun reçu ne correspond',
        en: 'No receipt belongs',
      })
      const elsewhere = { 'Sec-Fetch-Site': 'cross-site' }
      speaks(await browser().post(expired.path, {}, elsewhere), 403, {
        fr: 'Formulaire refusé',
        en: 'Form rejected',
      })
      speaks(await browser().get('/'), 200, { fr: 'Vous voulez payer', en: 'You want to pay' })
      speaks(await browser().get('/etat'), 200)
    })
  }
})

type Told = Readonly<Record<Language, string>>
