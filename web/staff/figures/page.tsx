import { type PendingAge, pendingAges, type Standing } from '#domain/figures/state.ts'
import type { OperatorCondition } from '#domain/operators/health.ts'
import { operators } from '#domain/operators/operators.ts'
import type { TransactionStatus, TransactionType } from '#domain/transactions/transaction.ts'
import {
  createStateReader,
  type OperatorStanding,
  type ServiceState,
} from '#use-cases/figures/state.ts'
import type { WebContext } from '#web/context.ts'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { PageRoute } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Age, Heading, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { deskReads } from '#web/staff/staff-page.ts'
import { type Line, linesOf, queuesOf } from './lines.ts'

/** The state of all money and machines at a glance, for staff without dashboards (docs/monitoring.md#pages). */
export function statePage(context: WebContext): PageRoute {
  // The reading should be current; people who look at the same time share one.
  const read = createStateReader(context.database, deskKeptMs)
  return deskReads(context)(paths.state, async () => <StatePage state={await read()} />)
}

const deskKeptMs = 1000

function StatePage({ state }: { readonly state: ServiceState }) {
  const lines = [...linesOf(state), ...queuesOf(state)]
  return (
    <StaffFrame title="État du service">
      <Heading title="État du service" />
      <Verdict lines={lines} state={state} />
      <section class="card stack">
        <h2>Argent</h2>
        <p class="soft small">Paiements réels demandés aujourd’hui, par opérateur.</p>
        <Table
          caption="Paiements du jour par opérateur"
          columns={moneyColumns}
          rows={moneyOf(state)}
          keyOf={({ key }) => key}
          isGrid
        />
      </section>
      <Operators operators={state.operators} />
      <Lines title="Livres et machines" lines={linesOf(state)} />
      <Lines title="À traiter par l’équipe" lines={queuesOf(state)} />
      <p class="soft small">
        Lu <ExactTime at={state.readAt} />. Les mêmes chiffres que les tableaux de bord.
      </p>
    </StaffFrame>
  )
}

function Verdict({
  lines,
  state,
}: {
  readonly lines: readonly Line[]
  readonly state: ServiceState
}) {
  const disturbed = (state.operators ?? []).filter(({ condition }) => condition !== 'normal')
  const bad = lines.filter(({ standing }) => standing === 'trouble').length + disturbed.length
  const isUnread = lines.some(({ standing }) => standing === 'unknown')
  if (isUnread)
    return (
      <Notice tone="bad" title="Des chiffres manquent">
        La base de données n’a pas tout répondu{'\u00A0'}: ce qui manque est marqué.
      </Notice>
    )
  if (bad === 0) return <Notice tone="ok">Tout va bien.</Notice>
  const text =
    bad === 1 ? 'Un point demande votre attention.' : `${bad} points demandent votre attention.`
  return <Notice tone="wait">{text}</Notice>
}

/** Payments of one kind at one operator. */
interface MoneyRow {
  readonly key: string
  readonly kind: TransactionType
  readonly provider: string
  readonly counts: Readonly<Partial<Record<TransactionStatus, number>>>
  readonly ages: Readonly<Partial<Record<PendingAge, number>>>
}

function moneyOf({ today, pending }: ServiceState): readonly MoneyRow[] {
  const live = (today ?? []).filter(({ mode }) => mode === 'live')
  const open = (pending ?? []).filter(({ mode }) => mode === 'live')
  const keys = new Set([...live, ...open].map(({ kind, provider }) => `${kind} ${provider}`))
  return [...keys].toSorted().map((key) => {
    const isOf = (one: { readonly kind: string; readonly provider: string }) =>
      `${one.kind} ${one.provider}` === key
    const [kind, provider = ''] = key.split(' ')
    return {
      key,
      kind: kind === 'payout' ? 'payout' : 'collection',
      provider,
      counts: Object.fromEntries(live.filter(isOf).map(({ status, count }) => [status, count])),
      ages: Object.fromEntries(open.filter(isOf).map(({ age, count }) => [age, count])),
    }
  })
}

const ageNames: Readonly<Record<PendingAge, string>> = {
  under_1m: 'En cours, <\u00A01\u00A0min',
  '1m_to_10m': '1 à 10\u00A0min',
  '10m_to_1h': '10 à 60\u00A0min',
  over_1h: '>\u00A01\u00A0h',
}

const moneyColumns: readonly Column<MoneyRow>[] = [
  {
    title: 'Opérateur',
    cell: ({ kind, provider }) => (
      <>
        {operators.find(({ code }) => code === provider)?.name ?? provider}
        <span class="soft small"> {kind === 'collection' ? 'encaissements' : 'retraits'}</span>
      </>
    ),
  },
  {
    title: 'Acceptés',
    isNumber: true,
    cell: ({ counts }) => countText(Object.values(counts).reduce((sum, one) => sum + one, 0)),
  },
  { title: 'Réussis', isNumber: true, cell: ({ counts }) => countText(counts.succeeded ?? 0) },
  {
    title: 'Non aboutis',
    isNumber: true,
    cell: ({ counts: { failed = 0, expired = 0, cancelled = 0 } }) =>
      countText(failed + expired + cancelled),
  },
  ...pendingAges.map((age) => ({
    title: ageNames[age],
    isNumber: true,
    cell: ({ ages }: MoneyRow) => countText(ages[age] ?? 0),
  })),
]

const conditions: Readonly<Record<OperatorCondition, readonly [Tone, string]>> = {
  normal: ['ok', 'Normal'],
  disturbed: ['bad', 'Perturbé'],
  closed: ['wait', 'Fermé'],
}

function Operators({
  operators: known,
}: {
  readonly operators: readonly OperatorStanding[] | null
}) {
  if (known === null) return null
  return (
    <section class="card stack">
      <h2>Opérateurs</h2>
      <Table
        caption="Opérateurs"
        columns={operatorColumns}
        rows={known}
        keyOf={({ provider }) => provider}
      />
    </section>
  )
}

const operatorColumns: readonly Column<OperatorStanding>[] = [
  { title: 'Opérateur', cell: ({ name }) => name },
  { title: 'État', cell: ({ condition }) => <State of={conditions[condition]} /> },
  {
    title: 'Que faire',
    cell: ({ condition }) =>
      condition === 'normal' ? null : (
        <>
          <a href={paths.operators}>Opérateurs</a> · <Entry alert="OperatorAway" />
        </>
      ),
  },
]

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <Table caption={title} columns={lineColumns} rows={lines} keyOf={({ key }) => key} />
    </section>
  )
}

const standings: Readonly<Record<Standing, readonly [Tone, string]>> = {
  well: ['ok', 'Bien'],
  trouble: ['bad', 'À voir'],
  unknown: ['wait', 'Non lu'],
}

const lineColumns: readonly Column<Line>[] = [
  { title: 'Ce qui est regardé', cell: ({ label }) => label },
  { title: 'Chiffre', isNumber: true, cell: (line) => <Figure line={line} /> },
  { title: 'État', cell: ({ standing }) => <State of={standings[standing]} /> },
  { title: 'Que faire', cell: (line) => <WhatToDo line={line} /> },
]

/** The page that acts on it, and the runbook entry if something is wrong. */
function WhatToDo({ line: { standing, alert, href, figure } }: { readonly line: Line }) {
  const isQuiet = standing === 'well' && !figure
  return (
    <>
      {href !== null && !isQuiet && <a href={href}>Ouvrir</a>}{' '}
      {standing !== 'well' && <Entry alert={alert} />}
    </>
  )
}

function Figure({ line: { figure, isAge } }: { readonly line: Line }) {
  const { now } = useScope()
  if (figure === null) return <>—</>
  if (!isAge) return <>{countText(figure)}</>
  if (figure === Number.POSITIVE_INFINITY) return <>jamais</>
  return <Age since={new Date(now.getTime() - figure * 1000)} />
}

/** The runbook entry that says what to do. */
function Entry({ alert }: { readonly alert: string }) {
  return <code class="small">runbook.md#{alert.toLowerCase()}</code>
}

const number = new Intl.NumberFormat('fr-FR')

function countText(count: number): string {
  return number.format(count)
}
