import {
  cashDifference,
  type CashSessionRecord,
  type CashSessionStatus,
  cashSessionStatus,
  expectedCash,
  type ProviderTotals,
  tillTotals,
} from '#domain/cash-sessions/cash-session.ts'
import { operatorName } from '#domain/operators/names.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import { localDay } from '#domain/text/local-day.ts'
import { Ask } from '#web/design/ask.tsx'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { PrintButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { PaperChoice } from '#web/design/paper.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { Badge } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'
import { cashUnit } from './open-form.tsx'
import { type CashSessionWords, useCashSessionWords } from './words.tsx'

export interface CashSessionPageProps {
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
  const portal = usePortal()
  const { list, report: words } = useCashSessionWords()
  const { session, merchant, closer, isTicket } = props
  const title = session.closedAt === null ? words.reading : words.closing
  return (
    <PortalFrame title={title}>
      <p class="no-print">
        <a href={paths.cashSessions}>{list.all}</a>
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
        <PrintButton>{words.print}</PrintButton>
        <PaperChoice path={`${paths.cashSessions}/${session.id}`} isTicket={isTicket} />
      </div>
      {session.closedAt === null ? (
        <CloseForm {...props} />
      ) : (
        <Faults faults={props.faults ?? []} />
      )}
    </PortalFrame>
  )
}

type SessionProps = Pick<CashSessionPageProps, 'session'>

function Turn({ session, closer }: SessionProps & Pick<CashSessionPageProps, 'closer'>) {
  const words = useCashSessionWords().turn
  const { terminal, closedAt, closedBy, isExpired } = session
  return (
    <section class="card stack">
      <h2>{session.operator.name}</h2>
      <Facts
        facts={[
          { label: words.terminal, value: terminal.label },
          { label: words.pointOfSale, value: terminal.pointOfSale?.name },
          { label: words.opened, value: <ExactTime at={session.openedAt} /> },
          {
            label: isExpired ? words.expired : words.expires,
            value: closedAt === null ? <ExactTime at={session.expiresAt} /> : null,
          },
          { label: words.closed, value: closedAt && <ExactTime at={closedAt} /> },
          { label: words.closedBy, value: closer ?? (closedBy && words.closers[closedBy]) },
          { label: words.note, value: session.note },
        ]}
      />
    </section>
  )
}

function Drawer({ session }: SessionProps) {
  const words = useCashSessionWords().drawer
  const { openingFloat, countedCash } = session
  const difference = cashDifference(session)
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <Facts
        facts={[
          { label: words.float, value: <Amount of={openingFloat} /> },
          { label: words.expected, value: <Amount of={expectedCash(session)} /> },
          { label: words.counted, value: countedCash && <Amount of={countedCash} /> },
          {
            label: words.difference,
            value: difference && (
              <span class={difference.minor < 0n ? 'delta wait' : 'delta ok'}>
                <Amount of={difference} isSigned />
              </span>
            ),
            isTotal: true,
          },
        ]}
      />
      {countedCash === null && session.closedAt !== null && <p class="soft">{words.notCounted}</p>}
    </section>
  )
}

function Sales({ session }: SessionProps) {
  const words = useCashSessionWords().sales
  const totals = tillTotals(session)
  const { byProvider } = session
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      {byProvider.length > 0 && (
        <Table
          caption={words.byOperator}
          columns={columnsOf(words, useScope().language)}
          rows={byProvider}
          keyOf={({ provider }) => provider}
        />
      )}
      <Facts
        facts={[
          { label: words.payments, value: totals.count },
          { label: words.pending, value: totals.pendingCount > 0 ? totals.pendingCount : null },
          { label: words.ofWhichFees, value: <Amount of={totals.fees} /> },
          { label: words.refunded, value: <Amount of={totals.refunds} /> },
          {
            label: words.takenBack,
            value: totals.takenBackCount > 0 ? <Amount of={totals.takenBack} /> : null,
          },
          { label: words.total, value: <Amount of={totals.amount} />, isTotal: true },
        ]}
      />
    </section>
  )
}

function columnsOf(
  words: CashSessionWords['sales'],
  language: Language,
): readonly Column<ProviderTotals>[] {
  return [
    { title: words.operator, cell: ({ provider }) => operatorName(provider, language) },
    { title: words.count, cell: ({ count }) => words.countOf(count) },
    { title: words.refunded, cell: ({ refunds }) => <Amount of={refunds} /> },
    { title: words.fees, cell: ({ fees }) => <Amount of={fees} /> },
    { title: words.amount, isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function CloseForm({ session: { id }, faults, typed }: CashSessionPageProps) {
  const at = (name: string) => ({ name, error: errorAt(faults ?? [], name), isOptional: true })
  const { close: words, drawer, turn } = useCashSessionWords()
  return (
    <Ask button={words.ask} isOpen={faults !== null}>
      <p>{words.text}</p>
      <WriteForm
        action={`${paths.cashSessions}/${id}/cloturer`}
        faults={faults ?? []}
        button={words.close}
      >
        <TextField
          {...at(closeFields.counted)}
          label={drawer.counted}
          inputMode="numeric"
          unit={cashUnit}
          value={typed.counted}
        />
        <LinesField {...at(closeFields.note)} label={turn.note} value={typed.note} />
      </WriteForm>
    </Ask>
  )
}

const tones: Readonly<Record<CashSessionStatus, Tone>> = {
  open: 'ok',
  closed: 'still',
  expired: 'wait',
}

/** The session's state; one that expired by itself must still be counted. */
export function SessionBadge({ session }: { readonly session: CashSessionRecord }) {
  const status = cashSessionStatus(session)
  return <Badge tone={tones[status]}>{useCashSessionWords().states[status]}</Badge>
}

/** The report's number, for paper and phone calls: the day it was opened and the end of its id. */
function sessionNumber({ id, openedAt }: Pick<CashSessionRecord, 'id' | 'openedAt'>): string {
  return `${localDay(openedAt).replaceAll('-', '')}-${id.replaceAll('-', '').slice(-6).toUpperCase()}`
}

/** Head of the report: the merchant's legal name, the report's number, and whether it was a test. */
function ReportHead({
  merchant,
  session,
  isTest,
}: {
  readonly merchant: ReceiptMerchant
  readonly session: CashSessionRecord
  readonly isTest: boolean
}) {
  const words = useCashSessionWords().report
  const { publicName, address, phone, taxNumber, tradeRegister } = merchant
  const lines = [
    address,
    phone && words.phone(groupedPhone(phone)),
    taxNumber && words.taxNumber(taxNumber),
    tradeRegister && words.tradeRegister(tradeRegister),
  ].filter((line) => line !== null && line !== '')
  return (
    <header class="paper">
      <p>
        <b>{publicName}</b>
      </p>
      {lines.map((line) => (
        <p key={line} class="small">
          {line}
        </p>
      ))}
      <p>{words.number(sessionNumber(session))}</p>
      {isTest && <p>{words.specimen}</p>}
    </header>
  )
}

/** Where the cashier and the manager sign; printed only. */
function Signatures({ cashier }: { readonly cashier: string }) {
  const words = useCashSessionWords().report
  return (
    <div class="paper">
      <p>{words.cashierSigns(cashier, line)}</p>
      <p>{words.managerSigns(line)}</p>
    </div>
  )
}

/** A line to sign on. */
const line = '_'.repeat(24)
