import type { DeskFigures, Queue } from '#db/queries/desk-figures.ts'
import { type OperatorState, readOperatorStates } from '#db/queries/operator-states.ts'
import { listOpenNotices, type OpenNotice } from '#db/queries/staff-notices.ts'
import type { WebContext } from '#web/context.ts'
import { Empty } from '#web/design/empty.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Stat } from '#web/design/stat.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { Age } from './age.tsx'
import { StaffFrame } from './frame.tsx'
import { State } from './parts.tsx'
import { paths } from './paths.ts'
import { type Desk, staffPage } from './staff-page.ts'
import { modeNames } from './words.ts'

/** The first page of the desk: what waits, what is stopped, what the service itself asks to look at. */
export function homePage(context: WebContext): PageRoute {
  const { database } = context
  return staffPage(context, {
    method: 'GET',
    path: paths.home,
    permission: 'queues.view',
    async handler({ session }) {
      const [notices, operators] = await Promise.all([
        listOpenNotices(database),
        readOperatorStates(database),
      ])
      const closed = operators.filter(({ isOpen }) => !isOpen)
      return html(<Home desk={session} notices={notices} closed={closed} />)
    },
  })
}

function Home({
  desk,
  notices,
  closed,
}: {
  readonly desk: Desk
  readonly notices: readonly OpenNotice[]
  readonly closed: readonly OperatorState[]
}) {
  return (
    <StaffFrame desk={desk} title="Vue d’ensemble">
      <h1>Vue d’ensemble</h1>
      <Waits figures={desk.figures} />
      {closed.map((state) => (
        <Closed key={`${state.provider} ${state.mode}`} state={state} />
      ))}
      {!desk.person.hasOneTimeCodes && (
        <Notice tone="info" title="Protégez votre compte">
          Demandez un code de votre téléphone à chaque connexion{'\u00A0'}:{' '}
          <a href={paths.account}>activer les codes à usage unique</a>
        </Notice>
      )}
      <h2>À surveiller</h2>
      {notices.length === 0 ? (
        <Empty title="Rien à surveiller" icon="check">
          <p>Ce qui attend trop longtemps, ou dont le résultat reste inconnu, apparaît ici.</p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="À surveiller, le plus récent d’abord"
            columns={columns}
            rows={notices}
            keyOf={({ transactionId, kind }) => transactionId + kind}
          />
        </div>
      )}
    </StaffFrame>
  )
}

const queues: readonly (readonly [Queue, string, string])[] = [
  ['transfers', 'Virements', paths.transfers],
  ['refunds', 'Remboursements', paths.refunds],
  ['funds', 'Fonds', paths.funds],
  ['lateOutcomes', 'Débits tardifs', paths.lateOutcomes],
]

function Waits({ figures }: { readonly figures: DeskFigures }) {
  return (
    <div class="grid figures waits">
      {queues.map(([queue, label, href]) => {
        const { count, oldestAt } = figures[queue]
        const note = oldestAt && (
          <>
            Le plus ancien{'\u00A0'}: <Age since={oldestAt} />
          </>
        )
        return (
          <a key={queue} href={href}>
            <Stat label={label} note={note ?? 'Rien n’attend'}>
              {count}
            </Stat>
          </a>
        )
      })}
    </div>
  )
}

function Closed({ state: { name, mode, change } }: { readonly state: OperatorState }) {
  return (
    <Notice tone="wait" title={`${name} est fermé (${modeNames[mode].toLowerCase()})`}>
      {change && (
        <>
          {change.reason} · {change.by.name}, <Time at={change.at} />.{' '}
        </>
      )}
      <a href={paths.operators}>Opérateurs</a>
    </Notice>
  )
}

const kinds: Readonly<Record<OpenNotice['kind'], string>> = {
  transfer_waiting: 'Virement qui attend',
  payout_undecided: 'Retrait au résultat inconnu',
}

const columns: readonly Column<OpenNotice>[] = [
  {
    title: 'Référence',
    cell: ({ transactionId: id, kind, reference }) => (
      <a href={`${kind === 'transfer_waiting' ? paths.transfers : paths.transactions}/${id}`}>
        {reference}
      </a>
    ),
  },
  { title: 'Quoi', cell: ({ kind }) => <State of={['wait', kinds[kind]]} /> },
  { title: 'Marchand', cell: ({ merchant }) => merchant.name },
  { title: 'Rappels', isNumber: true, cell: ({ times }) => times },
  { title: 'Dernier rappel', cell: ({ at }) => <Time at={at} /> },
]
