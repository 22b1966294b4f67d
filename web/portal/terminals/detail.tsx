import type { TerminalId } from '#domain/ids.ts'
import { accountCurrency } from '#domain/money/currency.ts'
import { type Money, zero } from '#domain/money/money.ts'
import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { TerminalRecord, TerminalStatus } from '#domain/terminals/terminal.ts'
import { Ask } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Time } from '#web/design/time.tsx'
import { CashSessionTable } from '#web/portal/cash-sessions/pages.tsx'
import { OpenForm, type TypedSession } from '#web/portal/cash-sessions/open-form.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { Badge } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import type { Tone } from '#web/design/tone.ts'
import { type TerminalWords, useTerminalWords } from './words.tsx'

/** Actions on a terminal, as the ends of their paths. */
export type TerminalAct = 'activer' | 'desactiver' | 'code' | 'supprimer' | 'ouvrir'

/** What terminals have taken today; nothing, if they are not among them. */
export type Taken = ReadonlyMap<TerminalId, Money>

export interface TerminalPageProps {
  readonly terminal: TerminalRecord
  readonly taken: Taken
  readonly sessions: ListPage<CashSessionRecord>
  readonly refused: { readonly tried: TerminalAct; readonly faults: readonly FieldFault[] } | null
  /** The typed fields of a session that was not opened. */
  readonly typed: TypedSession
}

/** One terminal: its description, the actions on it, and its cash sessions. */
export function TerminalPage(props: TerminalPageProps) {
  const words = useTerminalWords()
  const { terminal, sessions } = props
  return (
    <PortalFrame title={terminal.label}>
      <p>
        <a href={paths.terminals}>{words.list.all}</a>
      </p>
      <div class="row spread">
        <h1>{terminal.label}</h1>
        <TerminalBadge status={terminal.status} />
      </div>
      <div class="grid start">
        <Known {...props} />
        <Acts {...props} />
      </div>
      <h2>{words.sessions.title}</h2>
      {sessions.rows.length === 0 ? (
        <p class="soft">{words.sessions.none}</p>
      ) : (
        <CashSessionTable rows={sessions.rows} />
      )}
      <Pagination newer={sessions.newer} older={sessions.older} />
    </PortalFrame>
  )
}

function Known({ terminal, taken }: TerminalPageProps) {
  const { known: words, types } = useTerminalWords()
  const { activationExpiresAt, lastSeenAt, keyLast4 } = terminal
  return (
    <section class="card stack">
      <h2>{words.device}</h2>
      <Facts
        facts={[
          { label: words.today, value: <Amount of={takenBy(terminal, taken)} /> },
          { label: words.type, value: types[terminal.type] },
          { label: words.pointOfSale, value: terminal.pointOfSale?.name },
          {
            label: words.activationCode,
            value: activationExpiresAt && words.codeExpires(<Time at={activationExpiresAt} />),
          },
          { label: words.key, value: keyLast4 && <code>…{keyLast4}</code> },
          { label: words.serialNumber, value: terminal.serialNumber },
          { label: words.deviceType, value: terminal.deviceType },
          { label: words.version, value: terminal.appVersion },
          { label: words.lastSeen, value: lastSeenAt && <Time at={lastSeenAt} /> },
          { label: words.added, value: <Time at={terminal.createdAt} /> },
        ]}
      />
    </section>
  )
}

function Acts({ terminal, refused, typed }: TerminalPageProps) {
  const words = useTerminalWords().acts
  const path = `${paths.terminals}/${terminal.id}`
  const isDisabled = terminal.status === 'disabled'
  const of = (act: TerminalAct) => ({
    action: `${path}/${act}`,
    faults: refused?.tried === act ? refused.faults : [],
  })
  const isOpen = (act: TerminalAct): boolean => refused?.tried === act
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      {(!isDisabled || isOpen('ouvrir')) && (
        <Ask button={words.open} isOpen={isOpen('ouvrir')}>
          <OpenForm {...of('ouvrir')} typed={typed} />
        </Ask>
      )}
      <ButtonLink href={`${path}/modifier`} look="quiet">
        {words.change}
      </ButtonLink>
      <Ask button={words.newCode} isOpen={isOpen('code')}>
        <p>{words.newCodeText}</p>
        <WriteForm {...of('code')} button={words.giveCode} />
      </Ask>
      {isDisabled ? (
        <Ask button={words.enable} isOpen={isOpen('activer')}>
          <p>{words.enableText}</p>
          <WriteForm {...of('activer')} button={words.enableTerminal} />
        </Ask>
      ) : (
        <Ask button={words.disable} isOpen={isOpen('desactiver')}>
          <p>{words.disableText}</p>
          <WriteForm {...of('desactiver')} button={words.disableTerminal} />
        </Ask>
      )}
      <Ask button={words.remove} isDanger isOpen={isOpen('supprimer')}>
        <p>{words.removeText}</p>
        <WriteForm {...of('supprimer')} button={words.removeTerminal} look="danger" />
      </Ask>
    </section>
  )
}

const tones: Readonly<Record<TerminalStatus, Tone>> = {
  active: 'ok',
  pending_activation: 'wait',
  disabled: 'still',
}

function TerminalBadge({ status }: { readonly status: TerminalStatus }) {
  return <Badge tone={tones[status]}>{useTerminalWords().states[status]}</Badge>
}

interface ListProps {
  readonly page: ListPage<TerminalRecord>
  readonly taken: Taken
}

/** The terminals and desks of a service, newest first. */
export function TerminalList({ page: { rows, newer, older }, taken }: ListProps) {
  const words = useTerminalWords()
  const { list } = words
  const add = <ButtonLink href={paths.newTerminal}>{list.add}</ButtonLink>
  return (
    <PortalFrame title={list.title}>
      <div class="row spread">
        <h1>{list.title}</h1>
        {rows.length > 0 && add}
      </div>
      {rows.length === 0 ? (
        <Empty title={list.none}>
          <p>{list.noneText}</p>
          <p class="back">{add}</p>
        </Empty>
      ) : (
        <CardTable
          caption={list.title}
          columns={columnsOf(words, taken)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function takenBy({ id }: TerminalRecord, taken: Taken): Money {
  return taken.get(id) ?? zero(accountCurrency)
}

function columnsOf(
  { known, list, types }: TerminalWords,
  taken: Taken,
): readonly Column<TerminalRecord>[] {
  return [
    {
      title: known.name,
      cell: ({ id, label }) => <a href={`${paths.terminals}/${id}`}>{label}</a>,
    },
    { title: known.pointOfSale, cell: ({ pointOfSale }) => pointOfSale?.name ?? '—' },
    { title: known.type, cell: ({ type }) => types[type] },
    {
      title: known.lastSeen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? list.neverSeen : <Time at={lastSeenAt} />),
    },
    { title: known.state, cell: ({ status }) => <TerminalBadge status={status} /> },
    {
      title: known.today,
      isNumber: true,
      isNamed: true,
      cell: (terminal) => <Amount of={takenBy(terminal, taken)} />,
    },
  ]
}

/** Shows the terminal's activation code once. */
export function ActivationCode({
  terminal: { id, label, activationExpiresAt },
  code,
}: {
  readonly terminal: TerminalRecord
  readonly code: string
}) {
  const words = useTerminalWords().code
  return (
    <PortalFrame title={words.pageTitle}>
      <h1>{words.title(label)}</h1>
      <OneTimeSecret title={words.enter} secret={code} copy={words.copy} note={words.note} />
      {activationExpiresAt && <p>{words.expires(<Time at={activationExpiresAt} />)}</p>}
      <ButtonLink href={`${paths.terminals}/${id}`}>{words.done}</ButtonLink>
    </PortalFrame>
  )
}
