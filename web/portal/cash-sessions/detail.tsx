import {
  cashDifference,
  type CashSessionCloser,
  type CashSessionRecord,
  type CashSessionStatus,
  cashSessionStatus,
  expectedCash,
  type ProviderTotals,
  tillTotals,
} from '#domain/cash-sessions/cash-session.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { Ask } from '#web/design/ask.tsx'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { ButtonLink, PrintButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import { cashUnit } from './open-form.tsx'
import { ReportHead, Signatures } from './printed.tsx'

export interface CashSessionPageProps {
  readonly portal: Portal
  readonly session: CashSessionRecord
  readonly merchant: ReceiptMerchant
  /** The person who closed it in the portal; null if it was closed otherwise, or not at all. */
  readonly closer: string | null
  /** Formatted for a receipt printer, 80 mm wide. */
  readonly isTicket: boolean
  /** Faults of a refused closing; null if none was tried. */
  readonly faults: readonly FieldFault[] | null
  readonly typed: { readonly counted: string; readonly note: string }
}

export const closeFields = { counted: 'compte', note: 'note' } as const

/** The till summary: a Z report for a closed session, an X reading otherwise. */
export function CashSessionPage(props: CashSessionPageProps) {
  const { portal, session, merchant, closer, isTicket } = props
  const title = session.closedAt === null ? 'Lecture X' : 'Clôture Z'
  return (
    <PortalFrame portal={portal} title={title}>
      <p class="no-print">
        <a href={paths.cashSessions}>Toutes les sessions</a>
      </p>
      <article class={isTicket ? 'stack printed ticket' : 'stack printed'}>
        <ReportHead
          merchant={merchant}
          session={session}
          isTest={portal.place.mode === 'sandbox'}
        />
        <div class="row spread">
          <h1>{title}</h1>
          <SessionBadge session={session} />
        </div>
        <div class={isTicket ? 'stack' : 'grid start'}>
          <Turn session={session} closer={closer} />
          <Drawer session={session} />
        </div>
        <Sales session={session} />
        <Signatures cashier={session.operator.name} />
      </article>
      <div class="row">
        <PrintButton>Imprimer</PrintButton>
        <ButtonLink
          href={`${paths.cashSessions}/${session.id}${isTicket ? '' : '?papier=80'}`}
          look="quiet"
        >
          {isTicket ? 'Format A4' : 'Format ticket, 80 mm'}
        </ButtonLink>
      </div>
      {session.closedAt === null ? (
        <CloseForm {...props} />
      ) : (
        <Faults faults={props.faults ?? []} />
      )}
    </PortalFrame>
  )
}

const closers: Readonly<Record<CashSessionCloser, string>> = {
  secret: 'Votre serveur',
  terminal: 'Le terminal',
  portal: 'Le portail',
}

type SessionProps = Pick<CashSessionPageProps, 'session'>

function Turn({ session, closer }: SessionProps & Pick<CashSessionPageProps, 'closer'>) {
  const { terminal, closedAt, closedBy, isExpired } = session
  return (
    <section class="card stack">
      <h2>{session.operator.name}</h2>
      <Facts
        facts={[
          { label: 'Terminal', value: terminal.label },
          { label: 'Point de vente', value: terminal.pointOfSale?.name },
          { label: 'Ouverture', value: <ExactTime at={session.openedAt} /> },
          {
            label: isExpired ? 'Expirée' : 'Expire',
            value: closedAt === null ? <ExactTime at={session.expiresAt} /> : null,
          },
          { label: 'Clôture', value: closedAt && <ExactTime at={closedAt} /> },
          { label: 'Clôturée par', value: closer ?? (closedBy && closers[closedBy]) },
          { label: 'Note', value: session.note },
        ]}
      />
    </section>
  )
}

function Drawer({ session }: SessionProps) {
  const { openingFloat, countedCash } = session
  const difference = cashDifference(session)
  return (
    <section class="card stack">
      <h2>Tiroir</h2>
      <Facts
        facts={[
          { label: 'Fond de caisse', value: <Amount of={openingFloat} /> },
          { label: 'Espèces attendues', value: <Amount of={expectedCash(session)} /> },
          { label: 'Espèces comptées', value: countedCash && <Amount of={countedCash} /> },
          {
            label: 'Écart',
            value: difference && (
              <span class={difference.minor < 0n ? 'delta wait' : 'delta ok'}>
                <Amount of={difference} isSigned />
              </span>
            ),
            isTotal: true,
          },
        ]}
      />
      {countedCash === null && session.closedAt !== null && (
        <p class="soft">Le tiroir n’a pas été compté.</p>
      )}
    </section>
  )
}

function Sales({ session }: SessionProps) {
  const totals = tillTotals(session)
  const { byProvider } = session
  return (
    <section class="card stack">
      <h2>Ventes</h2>
      {byProvider.length > 0 && (
        <Table
          caption="Ventes par opérateur"
          columns={columns}
          rows={byProvider}
          keyOf={({ provider }) => provider}
        />
      )}
      <Facts
        facts={[
          { label: 'Encaissements', value: totals.count },
          { label: 'En attente', value: totals.pendingCount > 0 ? totals.pendingCount : null },
          { label: 'Dont frais', value: <Amount of={totals.fees} /> },
          { label: 'Remboursé', value: <Amount of={totals.refunds} /> },
          { label: 'Total encaissé', value: <Amount of={totals.amount} />, isTotal: true },
        ]}
      />
    </section>
  )
}

const columns: readonly Column<ProviderTotals>[] = [
  { title: 'Opérateur', cell: ({ provider }) => operatorOf(provider)?.name ?? provider },
  { title: 'Ventes', cell: ({ count }) => `${count}\u00A0vente${count > 1 ? 's' : ''}` },
  { title: 'Remboursé', cell: ({ refunds }) => <Amount of={refunds} /> },
  { title: 'Frais', cell: ({ fees }) => <Amount of={fees} /> },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
]

function CloseForm({ portal, session: { id }, faults, typed }: CashSessionPageProps) {
  const at = (name: string) => ({ name, error: errorAt(faults ?? [], name), isOptional: true })
  return (
    <Ask button="Clôturer la session" isOpen={faults !== null}>
      <p>La caisse sera déconnectée{'\u00A0'}; la vente en cours se termine normalement.</p>
      <WriteForm
        portal={portal}
        action={`${paths.cashSessions}/${id}/cloturer`}
        faults={faults ?? []}
        button="Clôturer pour toujours"
      >
        <TextField
          {...at(closeFields.counted)}
          label="Espèces comptées"
          inputMode="numeric"
          unit={cashUnit}
          value={typed.counted}
        />
        <LinesField {...at(closeFields.note)} label="Note" value={typed.note} />
      </WriteForm>
    </Ask>
  )
}

const statuses = {
  open: ['ok', 'Ouverte'],
  closed: ['still', 'Clôturée'],
  expired: ['wait', 'À clôturer'],
} as const satisfies Readonly<Record<CashSessionStatus, readonly [Tone, string]>>

/** The session's state; one that expired by itself must still be counted. */
export function SessionBadge({ session }: { readonly session: CashSessionRecord }) {
  const [tone, label] = statuses[cashSessionStatus(session)]
  return <Badge tone={tone}>{label}</Badge>
}
