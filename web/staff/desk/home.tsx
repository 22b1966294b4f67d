import { staffRoleNames } from '#domain/people/role-names.ts'
import { type StaffPermission, staffPermissions } from '#domain/people/staff-roles.ts'
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
import { deskReads, may, useDesk } from '#web/staff/staff-page.ts'
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

/** Each with the permission to decide there. */
const queues: readonly (readonly [Queue, string, string, StaffPermission])[] = [
  ['transfers', 'Virements', paths.transfers, 'transfers.process'],
  ['refunds', 'Remboursements', paths.refunds, 'refunds.decide'],
  ['payouts', 'Retraits à clore', paths.payouts, 'outcomes.decide'],
  ['funds', 'Fonds', paths.funds, 'funds.confirm'],
  ['lateOutcomes', 'Débits tardifs', paths.lateOutcomes, 'refunds.decide'],
  ['accounts', 'Comptes à vérifier', paths.accounts, 'accounts.verify'],
  ['differences', 'Écarts de relevés', paths.differences, 'reconciliations.manage'],
  ['openings', 'Demandes d’ouverture', paths.openings, 'merchants.manage'],
  ['contradictions', 'Désaccords', paths.contradictions, 'outcomes.decide'],
]

/** What the reader may decide comes first; where somebody else decides, it says who. */
function Waits({ figures }: { readonly figures: DeskFigures }) {
  const desk = useDesk()
  const mine = queues.filter(([, , , permission]) => may(desk, permission))
  const others = queues.filter((queue) => !mine.includes(queue))
  return (
    <div class="grid figures waits">
      {[...mine, ...others].map((shown) => {
        const [queue, label, href] = shown
        const { count, oldestAt } = figures[queue]
        const note = oldestAt && (
          <>
            Le plus ancien{'\u00A0'}: <Age since={oldestAt} />
            {others.includes(shown) && ` · ${deciderText(shown)}`}
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

/** The first role that may decide. */
function deciderText([, , , permission]: (typeof queues)[number]): string {
  const [role] = staffPermissions[permission]
  return role === undefined ? '' : `pour un ${staffRoleNames[role].toLowerCase()}`
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
