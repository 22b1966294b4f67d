import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import type { ReconciliationId } from '#domain/ids.ts'
import {
  listReconciliations,
  readReconciliation,
  type Reconciliation,
} from '#use-cases/reconciliation/find.ts'
import type { WebContext } from '#web/context.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { type DeskInput, deskReads, useMay } from '#web/staff/staff-page.ts'
import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import type { Part } from '#http/page.ts'
import { ButtonLink } from '#web/design/button.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { DeskList } from '#web/staff/desk-list.tsx'
import { Heading, RunLink, State } from '#web/staff/parts.tsx'
import { counted } from '#web/staff/words.ts'
import { Facts } from '#web/design/facts.tsx'
import { Progress } from '#web/design/progress.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { differencePages } from './difference.tsx'
import { importPages } from './import.tsx'
import { type DifferencePart, Differences, Filters, readDifferencePart } from './differences.tsx'
import { differenceKindNames, orderKindNames, periodText, reconciliationStates } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** Statements of operators: imported, followed, and their differences closed. */
export function reconciliationPages(context: WebContext): readonly PageRoute[] {
  const read = deskReads(context)
  return [
    read(paths.reconciliations, (input) => showList(context, input)),
    ...importPages(context),
    read(`${paths.reconciliations}/:id`, (input) => show(context, input)),
    ...differencePages(context),
  ]
}

async function showList(context: WebContext, input: DeskInput) {
  const { rows, next } = await readQueue(context, input, {
    list: 'reconciliations',
    path: paths.reconciliations,
    read: (page) => listReconciliations(context.database, page),
    at: ({ createdAt }) => createdAt,
  })
  return <ReconciliationList rows={rows} next={next} />
}

async function show(context: WebContext, input: DeskInput) {
  const id = idParam<ReconciliationId>(input, 'reconciliation_not_found')
  const reconciliation = await readReconciliation(context.database, id)
  const path = `${paths.reconciliations}/${id}`
  const part = await readDifferencePart(context, input, { path, reconciliationId: id })
  return (
    <ReconciliationPage
      reconciliation={reconciliation}
      part={part}
      here={`${path}?${input.query}`}
      runUrl={context.runUrl('reconciliation', id)}
    />
  )
}

/** The imported statements, newest first. */
function ReconciliationList({ rows, next }: Part<Reconciliation>) {
  return (
    <DeskList
      title="Rapprochements"
      aside={
        useMay('reconciliations.manage') && (
          <ButtonLink href={paths.newReconciliation}>Importer un relevé</ButtonLink>
        )
      }
      caption="Rapprochements, le plus récent d’abord"
      columns={columns}
      rows={rows}
      next={next}
      empty={{
        title: 'Aucun relevé importé',
        text: 'Importez le relevé d’un opérateur pour le comparer à nos transactions.',
      }}
    />
  )
}

/** How many differences it has found. */
function differencesOf({ differences }: Pick<Reconciliation, 'differences'>): number {
  return differenceKinds.reduce((sum, kind) => sum + (differences[kind] ?? 0), 0)
}

const columns: readonly Column<Reconciliation>[] = [
  {
    title: 'Relevé',
    cell: ({ id, period }) => <a href={`${paths.reconciliations}/${id}`}>{periodText(period)}</a>,
  },
  {
    title: 'Compte',
    cell: ({ provider, account }) => (
      <>
        {providerName(provider)}
        {account && <span class="soft small">compte de {account.service.name}</span>}
      </>
    ),
  },
  {
    title: 'Importé',
    cell: ({ createdAt, importedBy }) => (
      <>
        <Time at={createdAt} />
        <span class="soft small">{importedBy.name}</span>
      </>
    ),
  },
  { title: 'État', cell: ({ state }) => <State of={reconciliationStates[state]} /> },
  { title: 'Lignes', isNumber: true, cell: ({ linesTotal }) => linesTotal },
  { title: 'Écarts', isNumber: true, cell: differencesOf },
  { title: 'Ouverts', isNumber: true, cell: ({ openDifferences }) => <b>{openDifferences}</b> },
]

interface ReconciliationPageProps {
  readonly reconciliation: Reconciliation
  readonly part: DifferencePart
  /** The address of this page, including its filters. */
  readonly here: string
  readonly runUrl: string
}

const stateId = 'etat'
const listId = 'ecarts'

/** Refreshes the figures and the list; the filters between them stay as they were set. */
function live(here: string) {
  return { ...refreshing(here, stateId), 'hx-select-oob': `#${listId}` }
}

/** One statement compared with our records: its progress, what it found, and what is still open. */
function ReconciliationPage(props: ReconciliationPageProps) {
  const { reconciliation, part, here, runUrl } = props
  const { id, provider, period, state, createdAt } = reconciliation
  const { now } = useScope()
  const isLive = state !== 'done' && mayRefresh(createdAt, now)
  return (
    <StaffFrame title={`${providerName(provider)}, ${periodText(period)}`} isLive={isLive}>
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
              {linesDone} sur {counted(linesTotal, 'ligne')}
            </span>
          </div>
          <Progress label="Lignes lues" value={linesDone} max={linesTotal} />
        </div>
      )}
      <div class="grid figures waits">
        <Stat label="Lignes" note={state === 'done' ? 'Toutes lues' : counted(linesDone, 'lue')}>
          {linesTotal}
        </Stat>
        <Stat label="Concordantes">{linesAgreed}</Stat>
        <Stat label="Écarts trouvés">{differencesOf(reconciliation)}</Stat>
        <Stat label="Écarts ouverts">{openDifferences}</Stat>
      </div>
    </>
  )
}

/** The statement's data, and the differences of each kind. */
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
