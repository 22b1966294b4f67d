import {
  type Difference,
  listDifferences,
  type OurSide,
  readDifference,
} from '#use-cases/reconciliation/list-differences.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form, SentWith } from '#web/design/form.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { Age, Heading, type RefusedAct, RefusedNotice, RunLink, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { sameReferenceSentence } from '#web/staff/closings/view.tsx'
import { CaseParts, type CaseCare, readCase } from '#web/staff/desk/case.tsx'
import { caseRoutes, type RefusedCase } from '#web/staff/desk/case-routes.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, deskReads, deskWrites, useMay } from '#web/staff/staff-page.ts'
import type { DifferenceId } from '#domain/ids.ts'
import { confirmLineAct } from '#use-cases/reconciliation/confirm.ts'
import { closeDifferenceAct } from '#use-cases/reconciliation/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import { differenceAdvice, differenceKindNames, orderKindNames } from './words.ts'
import { Confirmations, ConfirmForm, confirmReason } from './confirm.tsx'
import { Ours, Theirs } from './sides.tsx'
import { Ways, type WaysProps } from './ways.tsx'
import { addressIn } from '#web/staff/case-link.tsx'
import { filterOf, listedBy, queryOf } from './narrowing.ts'
import { DifferenceListPage, readDifferencePart } from './differences.tsx'

interface DifferencePageProps extends WaysProps {
  /** The workflow of our order; null if we have no such order. */
  readonly runUrl: string | null
  readonly refused: RefusedAct | null
  readonly care: CaseCare
  readonly caseFaults: readonly FieldFault[]
  /** What was typed, if it was refused. */
  readonly form: SentForm
}

/** One difference: both sides, what to do about it, and the form that closes it with a reason. */
function DifferencePage(props: DifferencePageProps) {
  const { difference, runUrl, refused } = props
  const { kind, orderKind, ours, theirs, closed, createdAt } = difference
  return (
    <StaffFrame title={differenceKindNames[kind]}>
      <Ways {...props} />
      <Heading title={`${differenceKindNames[kind]} · ${orderKindNames[orderKind]}`}>
        {closed ? (
          <State of={['ok', 'Clos']} />
        ) : (
          <p class="soft">
            Ouvert depuis <Age since={createdAt} />
          </p>
        )}
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="grid">
        <Ours ours={ours} />
        <Theirs theirs={theirs} />
      </div>
      <div class="split">
        <div class="stack">
          <Confirmations difference={difference} />
          <ConfirmForm {...props} seen={differenceSeen(difference)} />
          <End {...props} />
        </div>
        <div class="stack">
          <CaseParts
            path={`${paths.differences}/${difference.id}`}
            care={props.care}
            waits={closed === null}
            faults={props.caseFaults}
            form={props.form}
          />
        </div>
      </div>
      <Elsewhere ours={ours} runUrl={runUrl} />
    </StaffFrame>
  )
}

/** Links to our side of it. */
function Elsewhere({
  ours,
  runUrl,
}: {
  readonly ours: OurSide | null
  readonly runUrl: string | null
}) {
  if (ours === null) return null
  return (
    <div class="row">
      {runUrl && <RunLink href={runUrl} />}
      <ButtonLink href={`${paths.transactions}/${ours.transactionId}`} look="quiet">
        {ours.refundId ? 'Paiement d’origine' : 'Transaction'}
      </ButtonLink>
      {ours.refundId && (
        <ButtonLink href={`${paths.refunds}/${ours.refundId}`} look="quiet">
          Remboursement
        </ButtonLink>
      )}
    </div>
  )
}

function End({ difference, refused, form }: DifferencePageProps) {
  const { id, kind, closed } = difference
  if (closed) return <Closed closed={closed} />
  const faults = (refused?.faults ?? []).filter(({ field: name }) => name === 'reason')
  const field = fieldsOf(form, faults)
  return (
    <section class="card stack">
      <h2>Que faire</h2>
      <p>{differenceAdvice[kind]}</p>
      {useMay('reconciliations.manage') && (
        <>
          <Faults faults={faults} />
          <Form action={`${paths.differences}/${id}/clore`}>
            <SeenField value={differenceSeen(difference)} />
            <LinesField
              {...field('reason')}
              label="Motif de clôture"
              hint="Ne déplace pas d’argent. Le motif reste au journal de l’équipe."
              maxLength={500}
            />
            <Button>Clore l’écart</Button>
          </Form>
        </>
      )}
    </section>
  )
}

function Closed({ closed }: { readonly closed: NonNullable<Difference['closed']> }) {
  const facts = [
    { label: 'Clos', value: <ExactTime at={closed.at} /> },
    { label: 'Par', value: closed.by?.name ?? 'Un autre relevé' },
    { label: 'Motif', value: closed.reason },
    {
      label: 'Trouvé dans',
      value: closed.foundIn && (
        <a href={`${paths.reconciliations}/${closed.foundIn}`}>le relevé qui l’a</a>
      ),
    },
  ]
  return (
    <section class="card stack">
      <h2>Clôture</h2>
      <Facts facts={facts} />
    </section>
  )
}

const one = `${paths.differences}/:id`

/** Differences: the list across all statements, and the page of each, where it is closed. */
export function differencePages(context: WebContext): readonly PageRoute[] {
  const find = (input: DeskInput) => readDifference(context.database, idOf(input))
  const read = deskReads(context)
  return [
    read(paths.differences, async (input) => (
      <DifferenceListPage
        part={await readDifferencePart(context, input, { path: paths.differences })}
      />
    )),
    read(one, (input) => show(context, input)),
    ...actPages(context, find),
    ...caseRoutes(context, {
      kind: 'difference',
      path: paths.differences,
      idOf,
      find,
      page: (input, refused) => show(context, input, refused),
    }),
  ]
}

/** Its two forms: one closes it, one confirms the line. */
function actPages(
  context: WebContext,
  find: (input: DeskInput) => Promise<Difference>,
): readonly PageRoute[] {
  return [
    deskWrites(context, closeDifferenceAct.permission)(`${one}/clore`, (input) =>
      takeOrder(context, input, {
        act: closeDifferenceAct,
        fields: { reason: reasonSentence },
        seenNow: async () => differenceSeen(await find(input)),
        done: {
          to: addressOf(input),
          text: 'Écart clos. Le motif est au journal de l’équipe.',
        },
        page: (refused) => show(context, input, { refused }),
      }),
    ),
    deskWrites(context, confirmLineAct.permission)(`${one}/confirmer`, (input) =>
      takeOrder(context, input, {
        act: confirmLineAct,
        fields: {
          [confirmReason]: reasonSentence,
          same_reference: sameReferenceSentence,
          password: passwordSentence,
        },
        reasonField: confirmReason,
        seenNow: async () => differenceSeen(await find(input)),
        done: {
          to: addressOf(input),
          text: 'Votre confirmation est enregistrée.',
        },
        page: (refused) => show(context, input, { refused }),
      }),
    ),
  ]
}

function idOf(input: DeskInput): DifferenceId {
  return idParam<DifferenceId>(input, 'difference_not_found')
}

/** Its page, opened from the same list. */
function addressOf(input: DeskInput): string {
  return addressIn(queryOf(filterOf(input.query)), `${paths.differences}/${idOf(input)}`)
}

async function show(context: WebContext, input: DeskInput, given: Partial<RefusedCase> = {}) {
  const difference = await readDifference(context.database, idOf(input))
  const { id } = difference
  const [care, next] = await Promise.all([
    readCase(context.database, { kind: 'difference', id, hasOwnWay: false }),
    nextOf(context, input, difference),
  ])
  const filter = filterOf(input.query)
  return (
    <SentWith value={addressIn(queryOf(filter), '')}>
      <DifferencePage
        {...{ difference, filter, next, care }}
        runUrl={runOf(context, difference)}
        refused={null}
        caseFaults={[]}
        form={input.form}
        {...given}
      />
    </SentWith>
  )
}

/** The next one in the list that this one was opened from, after the last one the oldest again. */
async function nextOf({ database }: WebContext, input: DeskInput, { id, position }: Difference) {
  const filter = filterOf(input.query)
  const first = async (after?: string) =>
    (await listDifferences(database, { ...listedBy(input, filter), after, limit: 1 }))[0]
  const next = (await first(position)) ?? (await first())
  if (next === undefined || next.id === id) return null
  return addressIn(queryOf(filter), `${paths.differences}/${next.id}`)
}

/** The workflow of our order. */
function runOf({ runUrl }: WebContext, { orderKind, ours }: Difference): string | null {
  if (ours === null) return null
  return ours.refundId === null
    ? runUrl(orderKind === 'payout' ? 'payout' : 'collection', ours.transactionId)
    : runUrl('refund', ours.refundId)
}

/** The state that a decision about a difference depends on. */
function differenceSeen({
  closed,
  isConfirmable,
  confirmations,
}: Pick<Difference, 'closed' | 'isConfirmable' | 'confirmations'>): string {
  return closed === null ? `open ${isConfirmable} ${confirmations.length}` : 'closed'
}
