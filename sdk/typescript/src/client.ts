import { checkedAmount } from './amounts.ts'
import type { Transaction } from './api-types.ts'
import { DuplicateReferenceError, InvalidResponseError, WaitTimeoutError } from './errors.ts'
import {
  type Body,
  type CallOptions,
  type CreateOptions,
  type Data,
  type ListName,
  type OperationName,
  type Query,
  type RequestOptions,
  requestOf,
} from './operation.ts'
import { skippedPauseMs } from './retry.ts'
import {
  type Answer,
  type ClientOptions,
  createTransport,
  sleep,
  type Transport,
} from './transport.ts'

export interface PaymentOptions extends CreateOptions {
  /** `resume`, the default: an existing payment with the same reference, amount and kind is returned. */
  readonly onDuplicate?: 'resume' | 'throw'
}

export interface WaitOptions extends CallOptions {
  /** Total time to wait; 120 000 by default. */
  readonly timeoutMs?: number
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** The cursor of the next page. */
  readonly next: string | null
  /** True if `wait` was not honoured, because all waits of the key are taken: pause before reading again. */
  readonly isWaitSkipped: boolean
}

const waitMsDefault = 120_000
const waitSeconds = 5

/** A client of the service, for one key. Amounts are numbers in units of their currency. */
export class PaymentService {
  readonly #transport: Transport
  readonly #sleep: NonNullable<ClientOptions['sleep']>

  constructor(options: ClientOptions) {
    this.#transport = createTransport(options)
    this.#sleep = options.sleep ?? sleep
  }

  readonly collections = {
    /** Requests money from a payer. The answer is pending; the outcome follows. */
    create: (body: Body<'POST /v2/collections'>, options: PaymentOptions = {}) =>
      this.#pay('POST /v2/collections', body, options),
  }

  readonly payouts = {
    /** Sends money to an authorized account. */
    create: (body: Body<'POST /v2/payouts'>, options: PaymentOptions = {}) =>
      this.#pay('POST /v2/payouts', body, options),
  }

  readonly transactions = {
    /** Reads one; `wait` holds the answer for up to 5 seconds while it is pending. */
    read: (id: string, options: CallOptions & { readonly wait?: number } = {}) => {
      const { wait, ...rest } = options
      const more = wait === undefined ? {} : { query: { wait }, extraMs: wait * 1000 }
      return this.call('GET /v2/transactions/{id}', { ...rest, ...more, params: { id } })
    },
    /** All matching ones, newest first, over all pages. */
    list: (query: Query<'GET /v2/transactions'> = {}, options: CallOptions = {}) =>
      this.list('GET /v2/transactions', { ...options, query }),
    /** Cancels a bank transfer that is still to be processed. */
    cancel: (id: string, options: CallOptions = {}) =>
      this.call('POST /v2/transactions/{id}/cancel', { ...options, params: { id } }),
    /** In sandbox, decides the outcome of a waiting payment; its final status and webhook follow. */
    simulate: (
      id: string,
      outcome: Body<'POST /v2/transactions/{id}/simulate'>['outcome'],
      options: CallOptions = {},
    ) =>
      this.call('POST /v2/transactions/{id}/simulate', {
        ...options,
        params: { id },
        body: { outcome },
      }),
    receipt: (id: string, query: Query<'GET /v2/transactions/{id}/receipt'> = {}) =>
      this.call('GET /v2/transactions/{id}/receipt', { params: { id }, query }),
    /** Polls until it is no longer pending. Error: WaitTimeoutError, with the payment still pending. */
    waitForFinal: (id: string, options: WaitOptions = {}) => this.#waitForFinal(id, options),
  }

  readonly checkouts = {
    create: (body: Body<'POST /v2/checkouts'>, options: CreateOptions = {}) =>
      this.call('POST /v2/checkouts', { ...options, body: withAmount(body) }),
    read: (id: string, query: Query<'GET /v2/checkouts/{id}'> = {}) =>
      this.call('GET /v2/checkouts/{id}', { params: { id }, query }),
    cancel: (id: string) => this.call('POST /v2/checkouts/{id}/cancel', { params: { id } }),
  }

  readonly paymentLinks = {
    /**
     * Creates a link for a sale: send the customer to its `url`. `amount` fixes the price; without it the customer
     * chooses.
     */
    create: (body: Body<'POST /v2/payment-links'>, options: CreateOptions = {}) =>
      this.call('POST /v2/payment-links', { ...options, body: withPrices(body) }),
    /** One of your links, in any state. */
    read: (id: string) => this.call('GET /v2/payment-links/{id}/details', { params: { id } }),
    /** Changes the given fields; absent ones stay, and null clears. Amounts and currency cannot change. */
    change: (id: string, body: Body<'PATCH /v2/payment-links/{id}'>) =>
      this.call('PATCH /v2/payment-links/{id}', { params: { id }, body }),
    /** Closes it for good; payments in progress continue. */
    close: (id: string) => this.call('POST /v2/payment-links/{id}/close', { params: { id } }),
    /** All of them, newest first, over all pages. */
    list: (query: Query<'GET /v2/payment-links'> = {}, options: CallOptions = {}) =>
      this.list('GET /v2/payment-links', { ...options, query }),
  }

  readonly webhookEndpoints = {
    list: () => this.list('GET /v2/webhook_endpoints'),
    /** Only this answer contains the secret: store it. */
    create: (body: Body<'POST /v2/webhook_endpoints'>, options: CallOptions = {}) =>
      this.call('POST /v2/webhook_endpoints', { ...options, body }),
    read: (id: string) => this.call('GET /v2/webhook_endpoints/{id}', { params: { id } }),
    /** Changes address, label or events; absent ones stay. */
    change: (id: string, body: Body<'PATCH /v2/webhook_endpoints/{id}'>) =>
      this.call('PATCH /v2/webhook_endpoints/{id}', { params: { id }, body }),
    /** Enables it: it receives events from now on. */
    enable: (id: string) => this.call('POST /v2/webhook_endpoints/{id}/enable', { params: { id } }),
    /** Disables it: it receives nothing from now on, and waiting deliveries are abandoned. */
    disable: (id: string) =>
      this.call('POST /v2/webhook_endpoints/{id}/disable', { params: { id } }),
    /**
     * Gives it a new secret, in 24 hours so that no delivery is lost, or `now` if the old one leaked. Only this answer
     * contains it: store it.
     */
    rotate: (
      id: string,
      body: Body<'POST /v2/webhook_endpoints/{id}/rotate'> = { starts: 'in_24_hours' },
    ) => this.call('POST /v2/webhook_endpoints/{id}/rotate', { params: { id }, body }),
    delete: (id: string) => this.call('DELETE /v2/webhook_endpoints/{id}', { params: { id } }),
    /** Sends it a test event, the same way as real ones. */
    test: (id: string, type: Body<'POST /v2/webhook_endpoints/{id}/test'>['type'] = 'test.ping') =>
      this.call('POST /v2/webhook_endpoints/{id}/test', { params: { id }, body: { type } }),
    eventTypes: () => this.list('GET /v2/webhook_event_types'),
  }

  readonly events = {
    /** Events, oldest first, as webhooks report them; `after` an id continues from there. */
    list: (query: Query<'GET /v2/events'> = {}, options: CallOptions = {}) =>
      this.list('GET /v2/events', { ...options, query }),
    read: (id: string) => this.call('GET /v2/events/{id}', { params: { id } }),
  }

  session = () => this.call('GET /v2/session')
  balance = () => this.call('GET /v2/balance')
  quote = (body: Body<'POST /v2/quotes'>) => this.call('POST /v2/quotes', { body })
  paymentMethods = (query: Query<'GET /v2/payment-methods'> = {}) =>
    this.list('GET /v2/payment-methods', { query })
  currencies = () => this.list('GET /v2/currencies')
  exchangeRate = (query: Query<'GET /v2/exchange-rates'>) =>
    this.call('GET /v2/exchange-rates', { query })
  validatePhone = (body: Body<'POST /v2/phone-numbers/validate'>) =>
    this.call('POST /v2/phone-numbers/validate', { body })

  /** Any operation, by method and path: `call('GET /v2/terminals/{id}', { params: { id } })`. */
  async call<Name extends OperationName>(
    name: Name,
    options: RequestOptions<Name> = {},
  ): Promise<Data<Name>> {
    const { data } = await this.#send(name, options)
    return data
  }

  /** One page of a list, with the cursor of the next one. */
  async page<Name extends ListName>(
    name: Name,
    options: RequestOptions<Name> = {},
  ): Promise<Page<Data<Name>>> {
    const { data, meta, headers } = await this.#send(name, options)
    const next = meta['next_cursor']
    const items = data as unknown as readonly Data<Name>[]
    return {
      items,
      next: typeof next === 'string' ? next : null,
      isWaitSkipped: isWaitSkipped(headers),
    }
  }

  /** Any list, over all its pages. */
  async *list<Name extends ListName>(
    name: Name,
    options: RequestOptions<Name> = {},
  ): AsyncGenerator<Data<Name>, void, undefined> {
    const cursor = name === 'GET /v2/events' ? 'after' : 'cursor'
    let query: Readonly<Record<string, unknown>> = { ...options.query }
    for (;;) {
      const { data, meta } = await this.#send(name, { ...options, query } as typeof options)
      yield* data as unknown as readonly Data<Name>[]
      const next = meta['next_cursor']
      if (meta['has_more'] !== true || typeof next !== 'string') return
      if (next === query[cursor]) throw endless(name)
      query = { ...query, [cursor]: next }
    }
  }

  async #send<Name extends OperationName>(
    name: Name,
    options: RequestOptions<Name>,
  ): Promise<Answer & { readonly data: Data<Name> }> {
    return (await this.#transport(requestOf(name, options))) as Answer & {
      readonly data: Data<Name>
    }
  }

  async #pay<Name extends 'POST /v2/collections' | 'POST /v2/payouts'>(
    name: Name,
    body: Body<Name>,
    { onDuplicate = 'resume', ...options }: PaymentOptions,
  ): Promise<Transaction> {
    try {
      return (await this.call<OperationName>(name, {
        ...options,
        body: withAmount(body),
      })) as Transaction
    } catch (error) {
      if (!(error instanceof DuplicateReferenceError) || onDuplicate === 'throw') throw error
      return this.#resume(error, { name, body })
    }
  }

  /** The existing payment with this reference, if it is the same payment. */
  async #resume(
    error: DuplicateReferenceError,
    asked: {
      readonly name: string
      readonly body: { readonly amount: number; readonly currency: string }
    },
  ): Promise<Transaction> {
    const { transactionId } = error
    if (transactionId === null) throw error
    const found = await this.transactions.read(transactionId)
    const { amount, currency } = asked.body
    const type = asked.name === 'POST /v2/payouts' ? 'payout' : 'collection'
    if (found.type === type && found.amount === amount && found.currency === currency) return found
    throw new DuplicateReferenceError(
      error,
      `Transaction ${transactionId} has this reference: a ${found.type} of ${found.amount} ${found.currency}, where a ` +
        `${type} of ${amount} ${currency} was asked for. Use a new reference for another payment.`,
      'duplicate_reference',
    )
  }

  async #waitForFinal(
    id: string,
    { timeoutMs = waitMsDefault, ...options }: WaitOptions,
  ): Promise<Transaction> {
    const until = Date.now() + timeoutMs
    for (;;) {
      const wait = Math.max(0, Math.min(waitSeconds, Math.ceil((until - Date.now()) / 1000)))
      const read = { ...options, params: { id }, query: { wait }, extraMs: wait * 1000 }
      const { data, headers } = await this.#send('GET /v2/transactions/{id}', read)
      if (data.status !== 'pending') return data
      if (Date.now() >= until) throw new WaitTimeoutError(id, timeoutMs / 1000)
      if (isWaitSkipped(headers)) await this.#sleep(skippedPauseMs(), options.signal)
    }
  }
}

function isWaitSkipped(headers: Headers): boolean {
  return headers.get('Service-Wait') === 'skipped'
}

/** Checks each given price against its currency. */
function withPrices(body: Body<'POST /v2/payment-links'>): Body<'POST /v2/payment-links'> {
  const { currency, amount, min_amount, max_amount } = body
  if (currency === undefined) return body
  for (const price of [amount, min_amount, max_amount]) {
    if (price !== undefined) checkedAmount(price, currency)
  }
  return body
}

function withAmount<T extends { readonly amount: number; readonly currency?: string }>(body: T): T {
  if (body.currency !== undefined) checkedAmount(body.amount, body.currency)
  return body
}

function endless(name: string): InvalidResponseError {
  return new InvalidResponseError(
    'invalid_response',
    `${name} answered the same cursor twice, so the list would never end. Report it with the request id.`,
  )
}
