import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { chooseLinkWord } from '#use-cases/payment-links/word.ts'
import { linkWordsMax } from '#domain/payment-links/word.ts'
import { createMerchant, givenBooks, type Merchant } from '#test/support/books.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { linkTerms } from '#test/support/payment-links.ts'

describe('the short addresses of links', () => {
  const books = givenBooks()

  async function choose(of: Merchant, word = `mot-${randomBytes(6).toString('hex')}`) {
    const { serviceEnvId } = of
    const { id } = await createPaymentLink(books.database, serviceEnvId, linkTerms({}))
    return outcomeOf(chooseLinkWord(books.database, { serviceEnvId, id }, word))
  }

  it('are so many for a service and no more, since all merchants share the words', async () => {
    const greedy = await createMerchant(books, { mode: 'sandbox' })
    const most = linkWordsMax.sandbox
    const ends = await Promise.all(Array.from({ length: most + 5 }, () => choose(greedy)))
    assert.equal(ends.filter((end) => end === 'fine').length, most)
    assert.equal(ends.filter((end) => end === 'link_words_too_many').length, 5)
    assert.equal(await choose(await createMerchant(books, { mode: 'sandbox' })), 'fine')
  })

  it('pass for no operator and not for the service, in whatever they are hidden', async () => {
    const merchant = await createMerchant(books, { mode: 'sandbox' })
    for (const word of [
      'mtn-benin',
      'payer-avec-momo',
      'm-t-n',
      'moov-money-cadeau',
      'moovafrica',
      'service-de-paiement-cotonou',
      'sup-port',
    ])
      assert.equal(await choose(merchant, word), 'invalid_link_word', word)
    const free = `moovies-${randomBytes(4).toString('hex')}`
    assert.equal(await choose(merchant, free), 'fine')
  })

  it('are not counted where the same word is chosen again', async () => {
    const merchant = await createMerchant(books, { mode: 'sandbox' })
    const { serviceEnvId } = merchant
    const { id } = await createPaymentLink(books.database, serviceEnvId, linkTerms({}))
    const word = `mot-${randomBytes(6).toString('hex')}`
    const again = () => outcomeOf(chooseLinkWord(books.database, { serviceEnvId, id }, word))
    assert.deepEqual([await again(), await again()], ['fine', 'fine'])
  })
})
