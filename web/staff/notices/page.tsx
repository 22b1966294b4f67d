import type { NoticeKind, RunRemedy } from '#domain/notices/notice.ts'
import { acknowledgeNotice } from '#use-cases/notices/acknowledge.ts'
import type { ListedNotice, PaymentNotice } from '#use-cases/notices/list.ts'
import { lookAgain } from '#use-cases/runs/look-again.ts'
import { fail } from '#domain/errors/errors.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Form } from '#web/design/form.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { doneAt } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { OwnerCell, State } from '#web/staff/parts.tsx'
import { caseName } from '#web/staff/case-name.ts'
import { Pick, PicksForm, takePicks } from '#web/staff/desk/picks.tsx'
import { paths } from '#web/staff/paths.ts'
import { counted } from '#web/staff/words.ts'
import { type DeskInput, deskWrites, useMay } from '#web/staff/staff-page.ts'

/**
 * Marks a notice as handled: a second person is told that it already was. Several at once: those that somebody else
 * handled first are counted. And lets the notice's workflow retry what failed, once it is fixed.
 */
export function noticePages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const write = deskWrites(context, 'notices.acknowledge')
  const see = (id: string, { session, requestId }: DeskInput) =>
    acknowledgeNotice(database, session.person, { id, cause: { requestId } })
  return [
    write(`${paths.notices}/:id/vu`, async (input) => {
      await see(noticeIn(param(input, 'id')), input)
      return doneAt(paths.home, 'C’est noté. Ce qui reste ouvert attend encore dans sa file.')
    }),
    write(seenTogether, (input) =>
      takePicks(input, {
        to: paths.home,
        overtaken: 'action_not_allowed',
        work: (id) => see(noticeIn(id), input),
        text: (done, others) =>
          others === 0
            ? `C’est noté\u00A0: ${done}. Ce qui reste ouvert attend encore dans sa file.`
            : `C’est noté\u00A0: ${done}. Déjà vus par quelqu’un d’autre\u00A0: ${others}.`,
      }),
    ),
    deskWrites(context, 'runs.look_again')(`${paths.notices}/:id/reprendre`, async (input) => {
      const { session, requestId } = input
      const order = { id: noticeIn(param(input, 'id')), cause: { requestId } }
      await lookAgain(context, session.person, order)
      const text = 'L’exécution reprend là où elle s’était arrêtée. Si l’erreur dure, l’avis reste.'
      return doneAt(paths.home, text)
    }),
  ]
}

const seenTogether = `${paths.notices}/vus`

/** The id of a notice, if it may be one. */
function noticeIn(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw fail('notice_not_found')
  return id
}

/** The staff's unhandled notices, oldest first. */
export function Notices({ notices }: { readonly notices: readonly ListedNotice[] }) {
  const maySee = useMay('notices.acknowledge')
  const columns = [
    ...known,
    ...(maySee || useMay('runs.look_again') ? [next] : []),
    ...(maySee ? [picked] : []),
  ]
  return (
    <>
      <h2>À surveiller</h2>
      {notices.length === 0 ? (
        <Empty title="Rien à surveiller" icon="check">
          <p>Ce qui attend trop longtemps, ou dont le résultat reste inconnu, apparaît ici.</p>
        </Empty>
      ) : (
        <CardTable
          caption="À surveiller, le plus ancien d’abord"
          columns={columns}
          rows={notices}
          keyOf={({ id }) => id}
        />
      )}
      {maySee && notices.length > 1 && (
        <PicksForm buttons={[{ action: seenTogether, text: 'Vu pour les lignes cochées' }]} />
      )}
    </>
  )
}

const kinds: Readonly<Record<NoticeKind, string>> = {
  transfer_waiting: 'Virement qui attend',
  payout_undecided: 'Retrait au résultat inconnu',
  refund_undecided: 'Remboursement au résultat inconnu',
  closing_contradicted: 'L’opérateur contredit nos livres',
  late_answer_silent: 'L’opérateur n’a jamais dit comment cela a fini',
  books_differ: 'Le grand livre ne tombe pas juste',
  run_missing: 'Exécution disparue',
  run_orphaned: 'Exécution sans écriture',
  run_attention: 'Exécution arrêtée sur une erreur',
  runs_astray: 'Exécutions et livres en désaccord',
}

const remedies: Readonly<Record<RunRemedy, string>> = {
  restarted: 'relancée',
  cancel_requested: 'annulation demandée',
  terminated: 'arrêtée',
  ended_itself: 'finie d’elle-même',
  waits: 'attend une réparation',
  mended: 'a repris',
}

function Subject({ notice }: { readonly notice: ListedNotice }) {
  if ('proofId' in notice) return <a href={`${paths.proofs}/${notice.proofId}`}>Preuve</a>
  if (!('about' in notice)) return <a href={pathOf(notice)}>{nameOf(notice)}</a>
  const { about } = notice
  if ('runs' in about) return <>{counted(about.runs, 'exécution')}</>
  return (
    <>
      <code>{about.workflowId}</code> · {remedies[about.done]}
      {about.trouble && (
        <>
          {' · '}
          <code>{about.trouble.step}</code>
          {`\u00A0: ${about.trouble.code}`}
        </>
      )}
    </>
  )
}

function nameOf({ transactionId: id, reference, payer: who }: PaymentNotice): string {
  return caseName({ id, reference, who })
}

/**
 * What contradicts our books is on the page of the transaction: a payout that never went unanswered is in no queue, and a
 * refund shows what staff said of it alone.
 */
function pathOf({ kind, run, transactionId }: PaymentNotice): string {
  if (kind === 'closing_contradicted') return `${paths.transactions}/${transactionId}`
  if (run.kind === 'payout') return `${paths.payouts}/${transactionId}`
  const isRefund = run.kind === 'refund' || run.kind === 'late-refund-answer'
  if (isRefund) return `${paths.refunds}/${run.id}`
  const place = run.kind === 'bank-transfer' ? paths.transfers : paths.transactions
  return `${place}/${transactionId}`
}

const known: readonly Column<ListedNotice>[] = [
  {
    title: 'Qui',
    cell: (notice) => <Subject notice={notice} />,
  },
  { title: 'Quoi', cell: ({ kind }) => <State of={['wait', kinds[kind]]} /> },
  {
    title: 'Marchand',
    cell: (notice) => 'transactionId' in notice && <OwnerCell {...notice} />,
  },
  {
    title: 'Depuis',
    cell: ({ createdAt, number }) => (
      <>
        <Time at={createdAt} />
        {number > 1 && <span class="soft small">rappel n°{`\u00A0${number}`}</span>}
      </>
    ),
  },
]

/** What can be done about it: beside one another only in one column, or the table leaves its window. */
const next: Column<ListedNotice> = { title: 'Suite', cell: (notice) => <Next notice={notice} /> }

function Next({ notice }: { readonly notice: ListedNotice }) {
  const path = `${paths.notices}/${notice.id}`
  return (
    <>
      {useMay('runs.look_again') && isAsking(notice) && (
        <Form action={`${path}/reprendre`}>
          <Button look="quiet">Reprendre</Button>
        </Form>
      )}
      {useMay('notices.acknowledge') && (
        <Form action={`${path}/vu`}>
          <Button look="quiet">Vu</Button>
        </Form>
      )}
    </>
  )
}

const picked: Column<ListedNotice> = {
  title: 'Choisir',
  cell: ({ id, kind }) => <Pick id={id} name={`l’avis ${id}, ${kinds[kind]}`} />,
}

/** True for a workflow that waits until somebody has fixed what fails in it. */
function isAsking(notice: ListedNotice): boolean {
  return notice.kind === 'run_attention' && 'done' in notice.about && notice.about.done === 'waits'
}
