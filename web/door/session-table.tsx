import { agentName } from '#domain/text/agent-name.ts'
import type { SessionId } from '#domain/ids.ts'
import type { OpenSession } from '#use-cases/sessions/own-sessions.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { useScope } from '#web/design/scope.ts'
import { Time } from '#web/design/time.tsx'
import type { DoorWords } from './french.tsx'
import { useDoorWords } from './words.ts'

/** Somebody's open sessions, with the device and the network that each was opened from. */
export function SessionTable({
  sessions,
  current,
}: {
  readonly sessions: readonly OpenSession[]
  /** The session of this request. */
  readonly current: SessionId
}) {
  const words = useDoorWords().sessions
  return (
    <CardTable
      caption={words.caption}
      columns={columnsOf(current, words)}
      rows={sessions}
      keyOf={({ id }) => id}
    />
  )
}

function columnsOf(
  current: SessionId,
  words: DoorWords['sessions'],
): readonly Column<OpenSession>[] {
  return [
    {
      title: words.opened,
      cell: ({ id, createdAt }) => (
        <span>
          <Time at={createdAt} />
          {id === current && <span class="soft small">{words.thisOne}</span>}
        </span>
      ),
    },
    { title: words.device, cell: ({ origin }) => <OriginCell origin={origin} /> },
    { title: words.lastPage, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  ]
}

/** Where somebody came from: the name of the program, and the network as stored. */
export function OriginCell({ origin: { address, agent } }: Pick<OpenSession, 'origin'>) {
  const { language } = useScope()
  return (
    <span title={agent ?? undefined}>
      {agentName(agent, language)}
      {address !== null && <span class="soft small"> {address.replace(/^ip-/, '')}</span>}
    </span>
  )
}
