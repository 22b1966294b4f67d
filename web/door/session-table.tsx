import { agentName } from '#domain/text/agent-name.ts'
import type { SessionId } from '#domain/ids.ts'
import type { OpenSession } from '#use-cases/sessions/own-sessions.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'

/** Somebody's open sessions, with the device and the network that each was opened from. */
export function SessionTable({
  sessions,
  current,
}: {
  readonly sessions: readonly OpenSession[]
  /** The one that this page was asked in. */
  readonly current: SessionId
}) {
  return (
    <CardTable
      caption="Vos sessions ouvertes"
      columns={columnsOf(current)}
      rows={sessions}
      keyOf={({ id }) => id}
    />
  )
}

function columnsOf(current: SessionId): readonly Column<OpenSession>[] {
  return [
    {
      title: 'Ouverte',
      cell: ({ id, createdAt }) => (
        <span>
          <Time at={createdAt} />
          {id === current && <span class="soft small"> celle-ci</span>}
        </span>
      ),
    },
    { title: 'Appareil', cell: ({ origin }) => <OriginCell origin={origin} /> },
    { title: 'Dernière page', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  ]
}

/** Where somebody came from: what the program is called, and the network as it is kept. */
export function OriginCell({ origin: { address, agent } }: Pick<OpenSession, 'origin'>) {
  return (
    <span title={agent ?? undefined}>
      {agentName(agent)}
      {address !== null && <span class="soft small"> {address.replace(/^ip-/, '')}</span>}
    </span>
  )
}
