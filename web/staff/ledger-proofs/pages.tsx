import { countText } from '#domain/text/text.ts'
import type { LedgerProofId } from '#domain/ids.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import {
  type BrokenRule,
  type LedgerProof,
  listLedgerProofs,
  readLedgerProof,
} from '#use-cases/ledger-proofs/list.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { type DeskInput, deskReads, deskWrites, useMay } from '#web/staff/staff-page.ts'
import { bookRules, type ProofState } from '#domain/ledger-proofs/proof.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Spinner } from '#web/design/progress.tsx'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { Heading, Next, RunLink, State } from '#web/staff/parts.tsx'

/** Ledger checks: the list, each one, and starting one now. */
export function proofPages(context: WebContext): readonly PageRoute[] {
  const read = deskReads(context)
  return [
    read(paths.proofs, (input) => showList(context, input)),
    deskWrites(context, 'ledger.prove')(paths.proofs, (input) => prove(context, input)),
    read(`${paths.proofs}/:id`, (input) => show(context, input)),
  ]
}

async function showList(context: WebContext, input: DeskInput) {
  const { rows, next } = await readQueue(context, input, {
    list: 'ledger proofs',
    path: paths.proofs,
    read: (page) => listLedgerProofs(context.database, page),
    at: ({ createdAt }) => createdAt,
  })
  return <ProofList rows={rows} next={next} />
}

/** Redirects to the ledger check that is already running, if any. */
async function prove({ database, outbox }: WebContext, { session, requestId }: DeskInput) {
  const order = { member: session.person, cause: { requestId } }
  const { id, isNew } = await orderProof(database, outbox, order)
  const text = isNew ? 'Le contrôle commence.' : 'Un contrôle est déjà en cours\u00A0: le voici.'
  return doneAt(`${paths.proofs}/${id}`, text)
}

async function show({ database, runUrl }: WebContext, input: DeskInput) {
  const id = idParam<LedgerProofId>(input, 'ledger_proof_not_found')
  const proof = await readLedgerProof(database, id)
  const run = runUrl('ledger-proof', proof.id)
  return <ProofPage proof={proof} runUrl={run} />
}

const proofStates: Readonly<Record<ProofState, readonly [Tone, string]>> = {
  running: ['info', 'En cours'],
  holds: ['ok', 'Tombe juste'],
  differs: ['bad', 'Ne tombe pas juste'],
}

/** The ledger checks, newest first, and the button that starts one. */
function ProofList({
  rows,
  next,
}: {
  readonly rows: readonly LedgerProof[]
  readonly next: string | null
}) {
  return (
    <StaffFrame title="Preuves du grand livre">
      <Heading title="Preuves du grand livre">
        {useMay('ledger.prove') && (
          <Form action={paths.proofs}>
            <Button>Contrôler maintenant</Button>
          </Form>
        )}
      </Heading>
      <p class="soft">
        Chaque nuit à 3{'\u00A0'}h{'\u00A0'}15, le grand livre est contrôlé{'\u00A0'}: chaque
        mouvement s’équilibre, chaque solde est la somme de ses écritures.
      </p>
      {rows.length === 0 ? (
        <Empty title="Aucune preuve encore">
          <p>La prochaine se fait cette nuit, ou dès que vous la demandez.</p>
        </Empty>
      ) : (
        <CardTable
          caption="Preuves, la plus récente d’abord"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Next href={next} />
    </StaffFrame>
  )
}

const columns: readonly Column<LedgerProof>[] = [
  {
    title: 'Preuve',
    cell: ({ id, createdAt }) => (
      <a href={`${paths.proofs}/${id}`}>
        <Time at={createdAt} />
      </a>
    ),
  },
  { title: 'Demandée par', cell: ({ orderedBy }) => orderedBy?.name ?? 'Chaque nuit' },
  { title: 'État', cell: ({ state }) => <State of={proofStates[state]} /> },
  { title: 'Contrôlés', isNumber: true, cell: (proof) => countText(checkedOf(proof)) },
  { title: 'Défauts', isNumber: true, cell: ({ differences }) => countText(differences) },
]

function checkedOf({ checked }: LedgerProof): number {
  return Object.values(checked).reduce((sum, count) => sum + count, 0)
}

const stateId = 'etat'

/** One ledger check: its progress, and each rule that fails. */
function ProofPage({ proof, runUrl }: { readonly proof: LedgerProof; readonly runUrl: string }) {
  const { id, state, createdAt } = proof
  const { now } = useScope()
  const isLive = state === 'running' && mayRefresh(createdAt, now)
  return (
    <StaffFrame title="Preuve du grand livre" isLive={isLive}>
      <p>
        <a href={paths.proofs}>Preuves du grand livre</a>
      </p>
      <div id={stateId} class="stack" {...(isLive && refreshing(`${paths.proofs}/${id}`, stateId))}>
        <Heading title="Preuve du grand livre">
          <State of={proofStates[state]} />
        </Heading>
        <Result proof={proof} />
        <Checked proof={proof} />
      </div>
      <div class="row">
        <RunLink href={runUrl} />
      </div>
    </StaffFrame>
  )
}

function Result({ proof }: { readonly proof: LedgerProof }) {
  const { state, differences, firstDifferences } = proof
  if (state === 'running') return <Spinner label="Le contrôle est en cours." />
  if (differences === 0)
    return <Notice tone="ok">Tout ce qui a été contrôlé tombe juste, au franc près.</Notice>
  return (
    <>
      <Notice tone="bad" title="Le grand livre ne tombe pas juste">
        C’est un incident{'\u00A0'}: ne corrigez rien à la main, prévenez les ingénieurs.
      </Notice>
      <section class="card stack">
        <h2>
          {firstDifferences.length === differences
            ? 'Ce qui ne tient pas'
            : `Premiers défauts\u00A0: ${firstDifferences.length} sur ${countText(differences)}`}
        </h2>
        <Table
          caption="Ce qui ne tient pas"
          columns={brokenColumns}
          rows={firstDifferences}
          keyOf={({ rule, subject }) => `${rule} ${subject}`}
        />
      </section>
    </>
  )
}

const brokenColumns: readonly Column<BrokenRule>[] = [
  { title: 'Règle', cell: ({ rule }) => bookRules[rule] },
  { title: 'Concerne', cell: ({ subject }) => <code>{subject}</code> },
  {
    title: 'Attendu',
    isNumber: true,
    cell: ({ expected }) => (expected ? <Amount of={expected} /> : '—'),
  },
  { title: 'Trouvé', isNumber: true, cell: ({ found }) => (found ? <Amount of={found} /> : '—') },
]

function Checked({ proof }: { readonly proof: LedgerProof }) {
  const { checked, orderedBy, createdAt, completedAt } = proof
  const count = (of: keyof LedgerProof['checked']) => {
    const found = checked[of]
    return found === undefined ? null : <span class="num">{countText(found)}</span>
  }
  return (
    <section class="card stack">
      <h2>Contrôlé</h2>
      <Facts
        facts={[
          { label: 'Mouvements', value: count('ledger_movement') },
          { label: 'Comptes', value: count('ledger_account') },
          { label: 'Transactions', value: count('transaction') },
          { label: 'Remboursements', value: count('refund') },
          { label: 'Chiffres par jour', value: count('day_figure') },
          { label: 'Demandée par', value: orderedBy?.name ?? 'Chaque nuit' },
          { label: 'Commencée', value: <ExactTime at={createdAt} /> },
          { label: 'Terminée', value: completedAt && <ExactTime at={completedAt} /> },
        ]}
      />
    </section>
  )
}
