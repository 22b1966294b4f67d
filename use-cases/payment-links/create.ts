import { randomUUIDv7 } from 'node:crypto'
import { accountCurrency, type CurrencyCode } from '#domain/money/currency.ts'
import { fail, fieldsError } from '#domain/errors/errors.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { asId, type PaymentLinkId, type ServiceEnvId } from '#domain/ids.ts'
import {
  paymentLinkErrors,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { readPaymentLink } from './find.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import { inTransaction } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import { termsColumns } from './change.ts'

export interface NewPaymentLink extends PaymentLinkTerms {
  /** The same id again is the same link: a form that is sent twice makes one. */
  readonly id?: PaymentLinkId
  readonly currency: CurrencyCode
}

/** Makes a payment link. Refusals: the fields that are wrong, exchange_rate_unavailable. */
export async function createPaymentLink(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewPaymentLink,
): Promise<PaymentLinkRecord> {
  const { currency, id = asId<PaymentLinkId>(randomUUIDv7()) } = input
  const errors = paymentLinkErrors(input, currency)
  if (errors.length > 0) throw fieldsError(errors)
  if (!isConvertible(currency, await readRates(database))) {
    throw fail('exchange_rate_unavailable', { from: currency, to: accountCurrency })
  }
  return inTransaction(database.pool, async (tx) => {
    await tx.run(
      db
        .insertInto('paymentLink')
        .values({ id, serviceEnvId, currency, ...termsColumns(input) })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    )
    return readPaymentLink(tx, serviceEnvId, id)
  })
}
