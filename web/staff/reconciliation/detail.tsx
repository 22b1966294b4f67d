import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import type { Reconciliation } from '#use-cases/reconciliation/find.ts'
import { refreshing, mayRefresh } from '#web/design/refresh.ts'
import { Facts } from '#web/design/facts.tsx'
import { Progress } from '#web/design/progress.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, RunLink, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { Desk } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'
import { Differences, Filters } from './differences.tsx'
import type { DifferencePart } from './filter.ts'
import { differencesOf } from './list.tsx'
import { differenceKindNames, orderKindNames, periodText, reconciliationStates } from './words.ts'

export interface ReconciliationPageProps {
  readonly desk: Desk
  readonly reconciliation: Reconciliation
  readonly part: DifferencePart
  /** The address of this very page, its filters included. */
  readonly here: string
  readonly runUrl: string
}

const stateId = 'etat'
const listId = 'ecarts'

/** Figures and list refresh; the filters between them stay as somebody sets them. */
function live(here: string) {
  return { ...refreshing(here, stateId), 'hx-select-oob': `#${listId}` }
}

/** One statement against the books: how far it is, what it found, and what is left to look at. */
export function ReconciliationPage(props: ReconciliationPageProps) {
  const { desk, reconciliation, part, here, runUrl } = props
  const { id, provider, period, state, createdAt } = reconciliation
  const { now } = useScope()
  const isLive = state !== 'done' && mayRefresh(createdAt, now)
  return (
    <StaffFrame
      desk={desk}
      title={`${providerName(provider)}, ${periodText(period)}`}
      isLive={isLive}
    >
      <p>
        <a href={paths.reconciliations}>Rapprochements</a>
      </p>
      <Heading title={`${providerName(provider)}, ${periodText(period)}`}>
        <RunLink href={runUrl} />
      </Heading>
      <div id={stateId} class="stack" {...(isLive && live(here))}>
        <Figures reconciliation={reconciliation} />
      </div>
      <Filters path={`${paths.reconciliations}/${id}`} filter={part.filter} />
      <div id={listId} class="stack">
        <Differences part={part} />
        <Known reconciliation={reconciliation} />
      </div>
    </StaffFrame>
  )
}

function Figures({ reconciliation }: Pick<ReconciliationPageProps, 'reconciliation'>) {
  const { state, linesTotal, linesDone, linesAgreed, openDifferences } = reconciliation
  return (
    <>
      {state !== 'done' && (
        <div class="card stack">
          <div class="row spread">
            <State of={reconciliationStates[state]} />
            <span class="soft num">
              {linesDone} sur {linesTotal} lignes
            </span>
          </div>
          <Progress label="Lignes lues" value={linesDone} max={linesTotal} />
        </div>
      )}
      <div class="grid figures waits">
        <Stat label="Lignes" note={state === 'done' ? 'Toutes lues' : `${linesDone} lues`}>
          {linesTotal}
        </Stat>
        <Stat label="Concordantes">{linesAgreed}</Stat>
        <Stat label="Écarts trouvés">{differencesOf(reconciliation)}</Stat>
        <Stat label="Écarts ouverts">{openDifferences}</Stat>
      </div>
    </>
  )
}

/** What it is of, and what it found of each kind. */
function Known({ reconciliation }: Pick<ReconciliationPageProps, 'reconciliation'>) {
  const { id, account, kinds, differences, importedBy, createdAt, completedAt } = reconciliation
  const found = differenceKinds.filter((kind) => (differences[kind] ?? 0) > 0)
  return (
    <section class="card stack">
      <h2>Ce relevé</h2>
      <Facts
        facts={[
          ...found.map((kind) => ({
            label: differenceKindNames[kind],
            value: (
              <a href={`${paths.reconciliations}/${id}?sorte=${kind}&etat=all`} class="num">
                {differences[kind]}
              </a>
            ),
          })),
          { label: 'État', value: <State of={reconciliationStates[reconciliation.state]} /> },
          { label: 'Compte', value: account ? account.service.name : 'Celui de la plateforme' },
          { label: 'Opérations', value: kinds.map((kind) => orderKindNames[kind]).join(', ') },
          { label: 'Importé par', value: importedBy.name },
          { label: 'Importé', value: <ExactTime at={createdAt} /> },
          { label: 'Terminé', value: completedAt && <ExactTime at={completedAt} /> },
        ]}
      />
    </section>
  )
}
