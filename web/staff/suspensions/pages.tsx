import type { PayoutSuspensionId } from '#domain/ids.ts'
import {
  findPayoutSuspension,
  type ListedSuspension,
  listPayoutSuspensions,
} from '#use-cases/suspensions/list.ts'
import { liftSuspensionAct, suspendPayoutsAct } from '#use-cases/suspensions/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import {
  Heading,
  Next,
  ReasonField,
  type RefusedAct,
  RefusedNotice,
  SeenField,
  State,
  TestMark,
  Views,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue, viewOf } from '#web/staff/queue.ts'
import { type Desk, type DeskInput, may, staffPage } from '#web/staff/staff-page.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { modeNames, providerName } from '#web/staff/words.ts'

/** Payouts that the staff stops, of one service or all, by one operator or all, and takes again. */
export function suspensionPages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.suspensions,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.suspensions,
      permission: suspendPayoutsAct.permission,
      handler: (input) => suspend(context, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${paths.suspensions}/:id/lever`,
      permission: liftSuspensionAct.permission,
      handler: (input) => lift(context, input),
    }),
  ]
}

const sentences = {
  mode: 'Choisissez un mode.',
  service_env_id: 'Aucun service de ce mode n’a cet identifiant.',
  provider: 'Choisissez un opérateur ou une banque, ou tous.',
  reason: reasonSentence,
}

function suspend(context: WebContext, input: DeskInput) {
  return takeOrder(context, input, {
    act: suspendPayoutsAct,
    fields: sentences,
    done: { to: paths.suspensions, text: 'Ces retraits sont suspendus. Ceux acceptés continuent.' },
    page: (refused) => show(context, input, refused),
  })
}

function lift(context: WebContext, input: DeskInput) {
  const id = idParam<PayoutSuspensionId>(input, 'payout_suspension_not_found')
  const field = liftField(id)
  return takeOrder(context, input, {
    act: liftSuspensionAct,
    fields: { [field]: reasonSentence },
    reasonField: field,
    seenNow: async () => suspensionSeen(await findPayoutSuspension(context.database, id)),
    done: {
      to: paths.suspensions,
      text: 'Suspension levée. Une plus large, s’il y en a, demeure.',
    },
    page: (refused) => show(context, input, refused),
  })
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const view = viewOf(input.query, ['all'])
  const { rows, next } = await readQueue(context, input, {
    list: `suspensions ${view}`,
    path: paths.suspensions,
    read: (page) => listPayoutSuspensions(context.database, { ...page, isOpen: view === '' }),
    at: ({ since }) => since,
  })
  return (
    <SuspensionsPage
      desk={input.session}
      rows={rows}
      next={next}
      view={view}
      serviceEnvId={input.query.get('service') ?? ''}
      refused={refused}
      form={input.form}
    />
  )
}

interface SuspensionsPageProps {
  readonly desk: Desk
  readonly rows: readonly ListedSuspension[]
  readonly next: string | null
  readonly view: string
  /** Of which service payouts are to be stopped, where the page was opened for one. */
  readonly serviceEnvId: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

const views = [
  { value: '', label: 'En vigueur' },
  { value: 'all', label: 'Toutes' },
]

/** Which payouts are stopped, by whom and why; stopped and taken again here. */
function SuspensionsPage(props: SuspensionsPageProps) {
  const { desk, rows, next, view, refused } = props
  return (
    <StaffFrame desk={desk} title="Suspensions des retraits">
      <Heading title="Suspensions des retraits">
        <Views path={paths.suspensions} views={views} open={view} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          {rows.length === 0 && (
            <Empty title="Aucun retrait n’est suspendu" icon="check">
              <p>
                Une suspension arrête les nouveaux retraits{'\u00A0'}; ceux acceptés continuent.
              </p>
            </Empty>
          )}
          {rows.map((row) => (
            <Suspension key={row.id} row={row} {...props} />
          ))}
          <Next href={next} />
        </div>
        {may(desk, 'payouts.suspend') && <Suspend {...props} />}
      </div>
    </StaffFrame>
  )
}

function Suspension({
  row,
  desk,
  refused,
  form,
}: SuspensionsPageProps & { readonly row: ListedSuspension }) {
  const { liftedAt, service, provider, mode } = row
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>
          {service ? service.name : 'Tous les services'}
          {' · '}
          {provider === null ? 'tous les moyens' : providerName(provider)}
        </h2>
        <span class="row">
          <TestMark mode={mode} />
          <State of={liftedAt ? ['still', 'Levée'] : ['wait', 'Suspendu']} />
        </span>
      </div>
      <Past row={row} />
      {liftedAt === null && may(desk, 'payouts.suspend') && (
        <Lift row={row} refused={refused} form={form} />
      )}
    </section>
  )
}

/** Whose it is, who stopped them and why, and who took them again. */
function Past({ row }: { readonly row: ListedSuspension }) {
  const { merchant, suspendedBy, since, reason, liftedBy, liftedAt } = row
  return (
    <p class="soft small">
      {merchant && (
        <>
          <a href={`${paths.merchants}/${merchant.id}`}>{merchant.name}</a>
          {' · '}
        </>
      )}
      {suspendedBy?.name ?? 'Installation'}, <Time at={since} />
      {reason && `\u00A0: ${reason}`}
      {liftedAt && (
        <>
          <br />
          Levée par {liftedBy?.name}, <Time at={liftedAt} />
        </>
      )}
    </p>
  )
}

function Lift({
  row,
  refused,
  form,
}: Pick<SuspensionsPageProps, 'refused' | 'form'> & { readonly row: ListedSuspension }) {
  const field = liftField(row.id)
  const error = errorAt(refused?.faults ?? [], field)
  return (
    <Ask button="Lever…" isOpen={error !== undefined}>
      <Form action={`${paths.suspensions}/${row.id}/lever`}>
        <SeenField value={suspensionSeen(row)} />
        <TextField
          name={field}
          label="Motif"
          value={form.text(field)}
          error={error}
          maxLength={500}
        />
        <Button>Reprendre ces retraits</Button>
      </Form>
    </Ask>
  )
}

function Suspend({ refused, form, serviceEnvId }: SuspensionsPageProps) {
  const faults = refused?.faults ?? []
  const isOwn = faults.some(({ field }) => field !== null && !field.startsWith(liftField('')))
  return (
    <section class="card stack">
      <h2>Suspendre</h2>
      <Faults faults={isOwn ? faults : []} />
      <Form action={paths.suspensions}>
        <SelectField
          name="mode"
          label="Mode"
          options={[
            ['live', modeNames.live],
            ['sandbox', modeNames.sandbox],
          ]}
          value={form.text('mode')}
          error={errorAt(faults, 'mode')}
        />
        <TextField
          name="service_env_id"
          label="Service"
          hint="Son identifiant dans ce mode, de la page du marchand. Vide : tous les services."
          value={form.text('service_env_id') || serviceEnvId}
          error={errorAt(faults, 'service_env_id')}
          maxLength={36}
          isOptional
        />
        <SelectField
          name="provider"
          label="Opérateur ou banque"
          options={[['', 'Tous'], ...providers]}
          value={form.text('provider')}
          error={errorAt(faults, 'provider')}
          isFilter
        />
        <ReasonField form={form} faults={faults} />
        <Button look="danger">Suspendre ces retraits</Button>
      </Form>
    </section>
  )
}

const providers = [...operators, ...banks].map(({ code, name }) => [code, name] as const)

/** Each field of a page has its own name, by which readers of screens find it. */
function liftField(id: string): string {
  return `lift-reason-${id}`
}

/** What decides about a suspension, as its page showed it. */
function suspensionSeen({ liftedAt }: Pick<ListedSuspension, 'liftedAt'>): string {
  return liftedAt === null ? 'open' : 'lifted'
}
