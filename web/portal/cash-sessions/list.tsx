import {
  type CashSessionRecord,
  type CashSessionStatus,
  cashSessionStatus,
  tillTotals,
} from '#domain/cash-sessions/cash-session.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

const statuses = {
  open: ['ok', 'Ouverte'],
  closed: ['still', 'Clôturée'],
  expired: ['wait', 'À clôturer'],
} as const satisfies Readonly<Record<CashSessionStatus, readonly [Tone, string]>>

/** Where a session stands: one that expired by itself is still to be counted. */
export function SessionBadge({ session }: { readonly session: CashSessionRecord }) {
  const [tone, label] = statuses[cashSessionStatus(session)]
  return <Badge tone={tone}>{label}</Badge>
}

interface ListProps {
  readonly portal: Portal
  readonly page: ListPage<CashSessionRecord>
  readonly isNarrowed: boolean
}

/** The sessions of all terminals, the newest first. */
export function CashSessionList({ portal, page: { rows, newer, older }, isNarrowed }: ListProps) {
  return (
    <PortalFrame portal={portal} title="Sessions de caisse">
      <div class="row spread">
        <h1>Sessions de caisse</h1>
        {isNarrowed ? (
          <ButtonLink href={paths.cashSessions} look="quiet">
            Toutes
          </ButtonLink>
        ) : (
          <ButtonLink href={`${paths.cashSessions}?etat=ouvertes`} look="quiet">
            Ouvertes maintenant
          </ButtonLink>
        )}
      </div>
      {rows.length === 0 ? <Nothing isNarrowed={isNarrowed} /> : <CashSessionTable rows={rows} />}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Nothing({ isNarrowed }: Pick<ListProps, 'isNarrowed'>) {
  return (
    <Empty title={isNarrowed ? 'Aucune caisse n’est ouverte' : 'Aucune session de caisse'}>
      <p>
        Une session s’ouvre sur la page d’un <a href={paths.terminals}>terminal</a>, ou par votre
        logiciel de caisse.
      </p>
    </Empty>
  )
}

/** Sessions under one another, each a link to its report. */
export function CashSessionTable({ rows }: { readonly rows: readonly CashSessionRecord[] }) {
  return (
    <div class="card">
      <Table caption="Sessions de caisse" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  )
}

const columns: readonly Column<CashSessionRecord>[] = [
  {
    title: 'Caissier',
    cell: ({ id, operator }) => <a href={`${paths.cashSessions}/${id}`}>{operator.name}</a>,
  },
  { title: 'Terminal', cell: ({ terminal }) => terminal.label },
  { title: 'Ouverte', cell: ({ openedAt }) => <Time at={openedAt} /> },
  { title: 'État', cell: (session) => <SessionBadge session={session} /> },
  {
    title: 'Encaissé',
    isNumber: true,
    cell: (session) => <Amount of={tillTotals(session).amount} />,
  },
]
