import { money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Owner } from '#use-cases/desk/owner-columns.ts'
import { listSuspensions, type Suspension } from '#use-cases/payouts/merchant-context.ts'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Time } from '#web/design/time.tsx'
import { StatusBadge } from '#web/design/badge.tsx'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { WebContext } from '#web/context.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import { maskedParty } from '#domain/transactions/mask.ts'
import { caseName } from './case-name.ts'
import { paths } from './paths.ts'
import { modeNames } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The merchant concerned: the balance, suspensions of payouts, the latest payouts. */
export function MerchantCard({
  owner: { merchant, service },
  mode,
  context: { balance, suspensions, payouts },
}: {
  readonly owner: Owner
  readonly mode: Mode
  readonly context: MerchantContext
}) {
  const xof = (minor: bigint) => <Amount of={money(minor, 'XOF')} />
  return (
    <section class="card stack">
      <h2>Marchand</h2>
      {suspensions.map((suspension) => (
        <Notice key={suspension.provider ?? ''} tone="wait" title="Retraits suspendus">
          {suspensionText(suspension)}, <Time at={suspension.since} />
          {suspension.reason && `\u00A0: ${suspension.reason}`}
        </Notice>
      ))}
      <Facts
        facts={[
          {
            label: 'Marchand',
            value: <a href={`${paths.merchants}/${merchant.id}`}>{merchant.name}</a>,
          },
          { label: 'Service', value: `${service.name} · ${modeNames[mode].toLowerCase()}` },
          { label: 'Solde disponible', value: xof(balance.available) },
          { label: 'En attente', value: xof(balance.pending) },
          { label: 'À confirmer', value: xof(balance.pendingConfirmation) },
        ]}
      />
      <Payouts payouts={payouts} />
    </section>
  )
}

function Payouts({ payouts }: Pick<MerchantContext, 'payouts'>) {
  if (payouts.length === 0) return null
  return (
    <>
      <h3>Derniers retraits</h3>
      <ul class="lines">
        {payouts.map(({ id, reference, createdAt, price, status, customer, transfer }) => (
          <li key={id}>
            <span>
              <a href={`${paths.transactions}/${id}`}>
                {caseName({
                  id,
                  reference,
                  who: {
                    ...maskedParty(customer),
                    ...(transfer && { number: transfer.accountMasked }),
                  },
                })}
              </a>
              <span class="soft small">
                <Time at={createdAt} />
              </span>
            </span>
            <span class="num">
              <Amount of={price} />
              <StatusBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function suspensionText({ provider, isOwn }: Suspension): string {
  const whose = isOwn ? 'De ce service' : 'De tous les services'
  return provider === null ? whose : `${whose}, par ${providerName(provider)}`
}

/** What somebody who decides about money should know of the merchant. */
export interface MerchantContext {
  readonly balance: Balance
  readonly suspensions: readonly Suspension[]
  /** Newest first. */
  readonly payouts: readonly TransactionRecord[]
}

const payoutsShown = 5

export async function readMerchantContext(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
): Promise<MerchantContext> {
  const filter = { type: 'payout', createdAfter: new Date(0) } as const
  const [balance, suspensions, payouts] = await Promise.all([
    readBalance(database, serviceEnvId),
    listSuspensions(database, serviceEnvId),
    listTransactions(database, { serviceEnvId }, { filter, limit: payoutsShown }),
  ])
  return { balance, suspensions, payouts }
}
