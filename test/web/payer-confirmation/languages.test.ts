import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { type Language, languages } from '#domain/text/language.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { accepted, cardCall, cards, debitCall } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { preferred, strayWords } from '#test/support/languages.ts'
import { type PayerAnswer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('the bank of the sandbox, in French and in English', () => {
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))

  for (const language of languages) {
    const browser = () => new PayerBrowser({ ...api, language: preferred[language] })
    const speaks = (page: PayerAnswer, status: number, said?: Told): void => {
      assert.equal(page.status, status, wordsOf(page))
      assert.match(page.text, new RegExp(`^<!doctype html><html lang="${language}">`))
      assert.deepEqual(strayWords(page.text, language), [], wordsOf(page))
      if (said) assert.ok(wordsOf(page).includes(said[language]), wordsOf(page))
    }

    it(`asks, and tells each answer and what comes too late: ${language}`, async () => {
      const key = tenant.keys.secret
      const pathOf = async (call: Parameters<typeof accepted>[1]): Promise<string> => {
        const made = await accepted(api, call)
        return new URL(made.next_action.url as string).pathname
      }
      const card = () => pathOf(cardCall(key, cards.challenged))
      const [one, two, late] = [await card(), await card(), await card()]
      speaks(await browser().get(one), 200, {
        fr: 'Valider le paiement',
        en: 'Approve the payment',
      })
      await browser().post(one, { decision: 'accepted' })
      speaks(await browser().get(one), 200, { fr: 'Paiement validé', en: 'Payment approved' })
      await browser().post(two, { decision: 'refused' })
      speaks(await browser().get(two), 200, { fr: 'Paiement refusé', en: 'Payment refused' })
      await onPool(api.database.pool).rows(
        'update sandbox_operator.authorisation set closes_at = now() where page_id = $1',
        [late.slice(-36)],
      )
      speaks(await browser().get(late), 200, { fr: 'Ce paiement a expiré', en: 'has expired' })
      speaks(await browser().get(await pathOf(debitCall(key, freshPhone('0012')))), 200, {
        fr: 'Autoriser le prélèvement',
        en: 'Allow the direct debit',
      })
      speaks(await browser().get(`${one}0`), 404)
    })
  }
})

type Told = Readonly<Record<Language, string>>
