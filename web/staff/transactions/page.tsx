import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import { groupedMaskedPhone, maskCustomer, maskedParty } from '#domain/transactions/mask.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { listContradictions, type OrderContradiction } from '#use-cases/closings/contradictions.ts'
import { type ContradictionCase, listContradictionsOf } from '#use-cases/contradictions/find.ts'
import {
  readTransactionHistory,
  type TransactionHistory,
} from '#use-cases/transactions/read-history.ts'
import { listRefunds } from '#use-cases/refunds/find.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { type ConfirmedLine, listConfirmedLines } from '#use-cases/reconciliation/confirmed.ts'
import { findWhereabouts, type Whereabouts } from '#use-cases/desk/whereabouts.ts'
import { runKindOf } from '#use-cases/transactions/run-kind.ts'
import type { WebContext } from '#web/context.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { caseName } from '#web/staff/case-name.ts'
import { ContradictionNotices } from '#web/staff/contradictions/notice.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, RunLink, State, TestMark } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { orderKindNames } from '#web/staff/reconciliation/words.ts'
import { deskReads } from '#web/staff/staff-page.ts'
import { fundsStates, modeNames, refundStates } from '#web/staff/words.ts'
import { ChargedAmount, conversionFacts, exchangeFacts } from '#web/transactions/amounts.tsx'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { happeningsOf } from '#web/transactions/happenings.tsx'
import { Contradicted } from './contradicted.tsx'
import { providerName } from '#domain/operators/names.ts'

/** How many refunds of a payment are shown. */
const refundsMax = 20

/** A payment of any merchant in either mode: its payer masked, its history, the link to its workflow. */
export function transactionPage(context: WebContext): PageRoute {
  const { database, runUrl } = context
  return deskReads(context, 'merchants.view')(`${paths.transactions}/:id`, async (input) => {
    const id = idParam<TransactionId>(input, 'transaction_not_found')
    const whereabouts = await findWhereabouts(database, id)
    if (whereabouts === undefined) throw fail('transaction_not_found')
    const [transaction, history, refunds, contradictions, confirmed, cases] = await Promise.all([
      readTransaction(database, id),
      readTransactionHistory(database, whereabouts.serviceEnvId, id),
      listRefunds(database, { serviceEnvId: null, transactionId: id }, { limit: refundsMax }),
      listContradictions(database, id),
      listConfirmedLines(database, id),
      listContradictionsOf(database, id),
    ])
    if (history === undefined) throw fail('transaction_not_found')
    return (
      <TransactionPage
        transaction={transaction}
        whereabouts={whereabouts}
        history={history}
        refunds={refunds}
        contradictions={contradictions}
        confirmed={confirmed}
        cases={cases}
        runUrl={runUrl(runKindOf(transaction), id)}
      />
    )
  })
}

interface TransactionPageProps {
  readonly transaction: TransactionRecord
  readonly whereabouts: Whereabouts
  readonly history: TransactionHistory
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  readonly contradictions: readonly OrderContradiction[]
  readonly confirmed: readonly ConfirmedLine[]
  readonly cases: readonly ContradictionCase[]
  readonly runUrl: string
}

function TransactionPage(props: TransactionPageProps) {
  const { transaction, history, runUrl } = props
  const { id, reference, status, mode, display, customer, transfer } = transaction
  const { name, number } = maskedParty(customer)
  const who = { name, number: transfer?.accountMasked ?? number }
  const title = caseName({ id, who, reference })
  return (
    <StaffFrame title={title}>
      <Heading title={title}>
        <span class="row">
          <TestMark mode={mode} />
          <StatusBadge status={status} />
        </span>
      </Heading>
      <Contradicted {...props} />
      <Confirmed {...props} />
      <ContradictionNotices cases={props.cases} />
      <div class="split">
        <div class="stack">
          <section class="card stack">
            <p>
              <Amount of={display.amount} isHero />
            </p>
            <h2>Déroulement</h2>
            <Timeline happenings={happeningsOf(transaction, history, 'fr')} />
            <Deliveries deliveries={history.deliveries} />
          </section>
          <Refunds {...props} />
          <div class="row">
            <RunLink href={runUrl} />
            <CopyButton text={id}>Copier l’identifiant</CopyButton>
            <Elsewhere {...props} />
          </div>
        </div>
        <Known {...props} />
      </div>
    </StaffFrame>
  )
}

/** What went back to the payer, or is asked for: a payer who complains asks for this. */
function Refunds({ refunds }: TransactionPageProps) {
  if (refunds.length === 0) return null
  return (
    <section class="card stack">
      <h2>Remboursements</h2>
      <ul class="lines">
        {refunds.map(({ id, amount, status, createdAt }) => (
          <li key={id}>
            <span>
              <a href={`${paths.refunds}/${id}`}>
                <Amount of={amount} />
              </a>
              <span class="soft small">
                <Time at={createdAt} />
              </span>
            </span>
            <State of={refundStates[status]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines of statements that two supervisors confirmed. */
function Confirmed({ transaction, confirmed }: TransactionPageProps) {
  return confirmed.map(({ differenceId, orderKind, at }) => (
    <Notice key={differenceId} tone="bad" title="Un relevé a contredit nos livres">
      {orderKindNames[orderKind]}
      {'\u00A0'}: l’argent a bougé, deux superviseurs l’ont confirmé, <Time at={at} />.{' '}
      <a href={`${paths.differences}/${differenceId}`}>Voir l’écart</a>{' '}
      {orderKind === 'payout' && <a href={`${paths.payouts}/${transaction.id}`}>Voir le retrait</a>}
    </Notice>
  ))
}

/** Links to the pages where decisions about it are made. */
function Elsewhere({ transaction, whereabouts }: TransactionPageProps) {
  const { id, transfer, fundsStatus } = transaction
  return (
    <>
      {transfer && (
        <ButtonLink href={`${paths.transfers}/${id}`} look="quiet">
          Virement
        </ButtonLink>
      )}
      {fundsStatus !== null && (
        <ButtonLink href={`${paths.funds}/${id}`} look="quiet">
          Fonds
        </ButtonLink>
      )}
      {whereabouts.lateOutcomeAt && (
        <ButtonLink href={`${paths.lateOutcomes}/${id}`} look="quiet">
          Débit tardif
        </ButtonLink>
      )}
    </>
  )
}

function Known({ transaction, whereabouts }: TransactionPageProps) {
  const { merchant, service } = whereabouts
  const { failureCode } = transaction
  const customer = maskCustomer(transaction.customer)
  const { phone } = transaction.customer
  return (
    <div class="stack">
      <Amounts transaction={transaction} />
      <section class="card stack">
        <h2>Transaction</h2>
        <Facts
          facts={[
            {
              label: 'Marchand',
              value: <a href={`${paths.merchants}/${merchant.id}`}>{merchant.name}</a>,
            },
            { label: 'Service', value: `${service.name} · ${modeNames[transaction.mode]}` },
            {
              label: 'Référence',
              value: transaction.reference === transaction.id ? null : transaction.reference,
            },
            { label: 'Moyen', value: methodLabel(transaction) },
            { label: 'Nom', value: customer.name },
            { label: 'Téléphone', value: phone && groupedMaskedPhone(phone) },
            { label: 'E-mail', value: customer.email },
            { label: 'Échec', value: failureCode && <code>{failureCode}</code> },
            { label: 'Opérateur', value: providerName(transaction.provider) },
            { label: 'Référence chez l’opérateur', value: transaction.providerReference },
            {
              label: 'Demande chez l’opérateur',
              value: <code>{transaction.operatorRequestId}</code>,
            },
            { label: 'Identifiant', value: <code>{transaction.id}</code> },
            { label: 'Créée', value: <ExactTime at={transaction.createdAt} /> },
            {
              label: 'Terminée',
              value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
            },
          ]}
        />
      </section>
    </div>
  )
}

function Amounts({ transaction }: Pick<TransactionPageProps, 'transaction'>) {
  const { price, fees, net, refunded, fundsStatus } = transaction
  return (
    <section class="card stack">
      <h2>Montants</h2>
      <Facts
        facts={[
          { label: 'Prix', value: <Amount of={price} /> },
          ...conversionFacts(transaction, 'fr'),
          { label: 'Débité', value: <ChargedAmount of={transaction} /> },
          { label: 'Frais', value: <Amount of={fees.amount} /> },
          ...exchangeFacts(transaction, 'fr'),
          { label: 'Remboursé', value: refunded.minor > 0n ? <Amount of={refunded} /> : null },
          { label: 'Net', value: <Amount of={net} />, isTotal: true },
          { label: 'Fonds', value: fundsStatus && fundsStates[fundsStatus][1] },
        ]}
      />
    </section>
  )
}
