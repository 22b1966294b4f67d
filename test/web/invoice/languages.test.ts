import assert from 'node:assert/strict'
import { languages } from '#domain/text/language.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { preferred, strayWords } from '#test/support/languages.ts'
import { payFor } from '#test/support/paid.ts'
import { readPdf } from '#test/support/pdf.ts'

describe('the receipt on paper, in French and in English', () => {
  const api = given(() => sharedApiAlone())

  for (const language of languages) {
    it(`says all in one language: ${language}`, async () => {
      const { transaction } = await payFor(api, {
        mode: 'sandbox',
        merchantName: 'Ganhi Tissus',
        description: 'Concert',
        payer: 'Awa Dossou',
      })
      const codes = createReceiptCodes(api.database.keyring)
      const code = codes.encode('invoice', transaction.id)
      const answer = await fetch(`${api.baseUrl}/factures/${code}`, {
        headers: { 'Accept-Language': preferred[language] },
      })
      assert.equal(answer.headers.get('Content-Language'), language)
      const pdf = readPdf(Buffer.from(await answer.arrayBuffer()))
      const texts = pdf.pages.flatMap((page) => page.texts)
      // The address of the merchant is French in both; that of the page may go on in a second line.
      const ofNone = /Dantokpa|http/
      const verification = codes.encode('verify', transaction.id)
      const said = texts.filter((text) => !ofNone.test(text) && !verification.endsWith(text))
      assert.deepEqual(strayWords(said.join(' ¶ '), language), [])
      const title = { fr: 'Reçu de paiement', en: 'Payment receipt' }[language]
      assert.ok(texts.includes(title) && pdf.info.includes(`Title: ${title}`))
      assert.match(pdf.catalog, new RegExp(`/Lang \\(${language}\\)`))
      assert.ok(
        texts.includes(
          { fr: '12\u202F500\u00A0F\u00A0CFA', en: '12,500\u00A0F\u00A0CFA' }[language],
        ),
      )
    })
  }
})
