import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { ServiceError } from '#domain/errors/errors.ts'
import { asId, isUuid, type QuoteId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { type Phone, parsePhone } from '#domain/phone/phone.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { requestCollection } from '#use-cases/collections/request.ts'
import { requestPayout } from '#use-cases/payouts/request.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { priceQuote } from '#use-cases/pricing/quote.ts'
import { keepQuote } from '#use-cases/quotes/keep.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { mortal } from '#test/states/crashes.ts'
import { createMerchant, givenBooks, type Merchant, wideLimits } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { authorizePhone } from '#test/support/payouts.ts'
import { freshPhone } from '#test/support/tenant.ts'

/** More statements than a request sends: the repeat is overtaken before each of them, and at last not at all. */
const momentsMax = 8
const price = money(1000n, 'XOF')
const provider = 'mtn-benin'

describe('a repeat of a request that the first one overtakes', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))
  const process = given(() => Promise.resolve(mortal(books.database)))

  /** The answers of both, whenever the first one overtakes the repeat. */
  async function atEachMoment(
    wish: () => Promise<(context: UseCaseContext) => Promise<{ readonly madeId: string }>>,
  ): Promise<void> {
    for (let moment = 0; moment < momentsMax; moment += 1) {
      const ask = await wish()
      const ends: string[] = []
      const once = async () => {
        ends.push(await endOf(ask(contextOf())))
      }
      await process.overtake(once, moment, once)
      const [made, ...others] = new Set(ends.filter((end) => end !== 'request_in_progress'))
      assert.ok(made && isUuid(made), `overtaken before statement ${moment}: ${ends.join()}`)
      assert.deepEqual(others, [], `overtaken before statement ${moment}`)
    }
  }

  function contextOf(): UseCaseContext {
    const parts = {
      database: process.database,
      outbox: books.outbox,
      limits: wideLimits,
      isOpen: () => Promise.resolve(true),
      collectionExpiryMs: 900_000,
      staffApprovalAbove: 1_000_000n,
    }
    return parts as unknown as UseCaseContext
  }

  const sellerOf = ({ serviceEnvId, mode }: Merchant) => ({
    serviceEnvId,
    mode,
    terminalId: null,
    collaboratorId: null,
  })

  function requestOf({ serviceEnvId }: Merchant, route: string) {
    const key = randomUUID()
    return {
      idempotency: { serviceEnvId, holderId: serviceEnvId, route, key },
      canonicalRequest: key,
      requestId: randomUUID(),
      respond: () => ({ status: 202, body: '' }),
    }
  }

  async function collecting(order: { quoteId?: QuoteId; reference?: string; isPublic?: boolean }) {
    const phone = phoneOf(freshPhone())
    const isPublic = order.isPublic === true
    const seller = {
      ...sellerOf(merchant),
      kind: isPublic ? ('public' as const) : ('secret' as const),
      channel: isPublic ? ('widget' as const) : ('api' as const),
    }
    const request = requestOf(merchant, 'POST /v2/collections')
    const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
    return (context: UseCaseContext) =>
      requestCollection(context, request, {
        id: asId<TransactionId>(randomUUIDv7()),
        seller,
        apiKeyId: merchant.apiKeyId,
        payable: null,
        price,
        payer: { provider, method: undefined, phone, card: undefined, customer },
        reference: order.reference,
        description: null,
        metadata: {},
        quoteId: order.quoteId,
      })
  }

  it('gets its answer, where it pays by a quote', async () => {
    await atEachMoment(async () => {
      const seller = { ...sellerOf(merchant), kind: 'secret', channel: 'api' } as const
      const wish = { seller, provider, method: undefined, phone: undefined, price }
      const priced = await priceQuote(contextOf(), wish)
      return collecting({ quoteId: await kept({ ...priced, type: 'collection' }) })
    })
  })

  it('gets its answer, where it uses a reference that a public key may use once', async () => {
    await atEachMoment(() => collecting({ reference: randomUUID(), isPublic: true }))
  })

  it('gets its answer, where it pays out by a quote', async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const phone = phoneOf(await authorizePhone(books.database, merchant))
    const seller = { ...sellerOf(merchant), channel: 'api' } as const
    await atEachMoment(async () => {
      const wish = { seller, provider, phone, amount: price }
      const quoteId = await kept({ ...(await makePayoutOffer(contextOf(), wish)), type: 'payout' })
      const request = requestOf(merchant, 'POST /v2/payouts')
      return (context) =>
        requestPayout(context, request, {
          seller,
          apiKeyId: merchant.apiKeyId,
          provider,
          phone,
          accountId: undefined,
          amount: price,
          reference: undefined,
          description: undefined,
          quoteId,
        })
    })
  })

  async function kept(
    priced: Omit<
      Parameters<typeof keepQuote>[1],
      'id' | 'mode' | 'channel' | 'createdAt' | 'expiresAt'
    >,
  ): Promise<QuoteId> {
    const id = asId<QuoteId>(randomUUIDv7())
    const seller = { ...sellerOf(merchant), channel: 'api' } as const
    const { mode } = merchant
    const quote = {
      ...priced,
      id,
      mode,
      channel: 'api',
      createdAt: new Date(),
      expiresAt: null,
    } as const
    await keepQuote(books.database, quote, { seller, phone: undefined })
    return id
  }
})

/** What it made, or the code of its refusal. */
function endOf(work: Promise<{ readonly madeId: string }>): Promise<string> {
  return work.then(
    ({ madeId }) => madeId,
    (error: ServiceError) => error.code,
  )
}

function phoneOf(number: string): Phone {
  const phone = parsePhone(`+${number}`)
  assert.ok(phone.ok)
  return phone.value
}
