import type { ServiceEnvId } from '#domain/ids.ts'
import type { Days } from '#domain/text/local-day.ts'
import type {
  Channel,
  TransactionStatus,
  TransactionType,
} from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type Figures, readFiguresBy } from '#use-cases/dashboard/figures.ts'
import type { TransactionFilter } from './list.ts'
import { countTransactions } from './sift.ts'

/** Payments of some days, filtered by type and by either operator or channel, one dimension as in the sums. */
export interface Selected {
  readonly days: Days
  readonly type?: TransactionType
  readonly provider?: string
  readonly channel?: Channel
  readonly filter: TransactionFilter
}

/** The sums of a selection. */
export interface Selection {
  readonly counts: Readonly<Record<TransactionStatus, number>>
  /** What paid collections added to the account, their fees, and what payouts took; XOF minor units. */
  readonly net: bigint
  readonly fees: bigint
  /** What they cost the merchant; null while that is not summed up for each of these days. */
  readonly borne: bigint | null
  readonly paidOut: bigint
}

/** Pending payments are counted up to this number. */
export const pendingMost = 1000

/** From the figures by day, plus the pending payments, of which there are few. */
export async function readSelection(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { days, type, provider, channel, filter }: Selected,
): Promise<Selection> {
  const [dimension, value] =
    provider === undefined ? channelOrAll(channel) : (['provider', provider] as const)
  const [figures, pending] = await Promise.all([
    readFiguresBy(database, serviceEnvId, { dimension, ...days }),
    countTransactions(
      database,
      { serviceEnvId },
      {
        filter: { ...filter, statuses: ['pending'] },
        most: pendingMost,
        ...(provider !== undefined && { sieve: { provider } }),
      },
    ),
  ])
  const selected = figures.filter(
    (each) => each.value === value && (type === undefined || each.type === type),
  )
  const counted = (status: TransactionStatus) =>
    sum(selected.filter((each) => each.status === status))
  const paid = (of: TransactionType) =>
    sum(selected.filter((each) => each.type === of && each.status === 'succeeded' && isInXof(each)))
  return {
    counts: {
      pending,
      succeeded: counted('succeeded').count,
      failed: counted('failed').count,
      expired: counted('expired').count,
      cancelled: counted('cancelled').count,
    },
    net: paid('collection').net,
    fees: paid('collection').fees,
    borne: paid('collection').borne,
    paidOut: paid('payout').charged,
  }
}

function channelOrAll(channel: Channel | undefined) {
  return channel === undefined ? (['all', ''] as const) : (['channel', channel] as const)
}

function isInXof({ chargedCurrency, netCurrency }: Figures): boolean {
  return chargedCurrency === 'XOF' && netCurrency === 'XOF'
}

type Sum = Pick<Figures, 'count' | 'charged' | 'fees' | 'net' | 'borne'>

const nothing: Sum = { count: 0, charged: 0n, fees: 0n, net: 0n, borne: 0n }

function sum(figures: readonly Figures[]): Sum {
  return figures.reduce<Sum>(
    (total, { count, charged, fees, net, borne }) => ({
      count: total.count + count,
      charged: total.charged + charged,
      fees: total.fees + fees,
      net: total.net + net,
      borne: total.borne === null || borne === null ? null : total.borne + borne,
    }),
    nothing,
  )
}
