import type { DeskFigures, Queue } from '#use-cases/desk/figures.ts'
import { type OperatorState, readOperatorStates } from '#use-cases/operators/read-states.ts'
import { type ListedNotice, listNotices } from '#use-cases/notices/list.ts'
import type { WebContext } from '#web/context.ts'
import { Notice } from '#web/design/notice.tsx'
import { Stat } from '#web/design/stat.tsx'
import { Time } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age } from '#web/staff/parts.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Notices } from '#web/staff/notices/page.tsx'
import { paths } from '#web/staff/paths.ts'
import { deskReads, useDesk } from '#web/staff/staff-page.ts'
import { modeNames } from '#web/staff/words.ts'

/** The desk's first page: what waits, what is stopped, and the service's own notices. */
export function homePage(context: WebContext): PageRoute {
  const { database } = context
  return deskReads(context)(paths.home, async () => {
    const [notices, operators] = await Promise.all([
      listNotices(database, { state: 'open', limit: noticesShown }),
      readOperatorStates(database),
    ])
    const closed = operators.filter(({ isOpen }) => !isOpen)
    return <Home notices={notices} closed={closed} />
  })
}

/** The oldest are handled first; later ones then move up. */
const noticesShown = 50

function Home({
  notices,
  closed,
}: {
  readonly notices: readonly ListedNotice[]
  readonly closed: readonly OperatorState[]
}) {
  const { figures, person } = useDesk()
  return (
    <StaffFrame title="Vue d’ensemble">
      <h1>Vue d’ensemble</h1>
      <Waits figures={figures} />
      {closed.map((state) => (
        <Closed key={`${state.provider} ${state.mode}`} state={state} />
      ))}
      {!person.hasOneTimeCodes && (
        <Notice tone="info" title="Protégez votre compte">
          Demandez un code de votre téléphone à chaque connexion{'\u00A0'}:{' '}
          <a href={paths.account}>activer les codes à usage unique</a>
        </Notice>
      )}
      <Notices notices={notices} />
    </StaffFrame>
  )
}

const queues: readonly (readonly [Queue, string, string])[] = [
  ['transfers', 'Virements', paths.transfers],
  ['refunds', 'Remboursements', paths.refunds],
  ['payouts', 'Retraits à clore', paths.payouts],
  ['funds', 'Fonds', paths.funds],
  ['lateOutcomes', 'Débits tardifs', paths.lateOutcomes],
  ['accounts', 'Comptes à vérifier', paths.accounts],
  ['differences', 'Écarts de relevés', paths.differences],
  ['openings', 'Demandes d’ouverture', paths.openings],
  ['contradictions', 'Contredits', paths.contradictions],
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
