import type { PayoutSuspensionId } from '#domain/ids.ts'
import {
  findPayoutSuspension,
  type ListedSuspension,
  listPayoutSuspensions,
} from '#use-cases/suspensions/list.ts'
import { liftSuspensionAct, suspendPayoutsAct } from '#use-cases/suspensions/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import { ReasonField, type RefusedAct, State, TestMark } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, may } from '#web/staff/staff-page.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import { errorAt } from '#web/http/refused.ts'
import {
  EndForm,
  inForceRoutes,
  InForcePage,
  type InForceProps,
  isOfMaking,
  reasonFieldOf,
} from '#web/staff/in-force.tsx'
import { type ChosenService, readChosenService, ServiceChoice } from '#web/staff/chosen-service.tsx'
import { modeNames, providerName } from '#web/staff/words.ts'

/** Suspensions of payouts, of one service or all, by one operator or all, and their lifting. */
export function suspensionPages(context: WebContext): readonly PageRoute[] {
  return inForceRoutes(context, {
    path: paths.suspensions,
    show: (input) => show(context, input, null),
    make: { permission: suspendPayoutsAct.permission, handler: (input) => suspend(context, input) },
    end: {
      word: 'lever',
      permission: liftSuspensionAct.permission,
      handler: (input) => lift(context, input),
    },
  })
}

const sentences = {
  mode: 'Choisissez un mode.',
  service_env_id: 'Aucun service de ce mode n’est celui-là. Repartez de la page de son marchand.',
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
      chosen={await readChosenService(context, input)}
      refused={refused}
      form={input.form}
    />
  )
}

interface SuspensionsPageProps extends InForceProps {
  readonly rows: readonly ListedSuspension[]
  /** The service to suspend, if the page was opened for one. */
  readonly chosen: ChosenService
}

/** Which payouts are suspended, by whom and why; suspended and lifted here. */
function SuspensionsPage(props: SuspensionsPageProps) {
  const { desk, rows } = props
  return (
    <InForcePage
      {...props}
      title="Suspensions des retraits"
      path={paths.suspensions}
      making={may(desk, 'payouts.suspend') && <Suspend {...props} />}
    >
      {rows.length === 0 && (
        <Empty title="Aucun retrait n’est suspendu" icon="check">
          <p>Une suspension arrête les nouveaux retraits{'\u00A0'}; ceux acceptés continuent.</p>
        </Empty>
      )}
      {rows.map((row) => (
        <Suspension key={row.id} row={row} {...props} />
      ))}
    </InForcePage>
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
        <EndForm
          {...{ refused, form }}
          field={liftField(row.id)}
          action={`${paths.suspensions}/${row.id}/lever`}
          ask="Lever…"
          button="Reprendre ces retraits"
        >
          <SeenField value={suspensionSeen(row)} />
        </EndForm>
      )}
    </section>
  )
}

/** The owner, who suspended them and why, and who lifted it. */
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

function Suspend({ refused, form, chosen }: SuspensionsPageProps) {
  const faults = refused?.faults ?? []
  return (
    <section class="card stack">
      <h2>Suspendre</h2>
      <Faults faults={isOfMaking(refused, lifting) ? faults : []} />
      <Form action={paths.suspensions}>
        <ServiceChoice
          chosen={chosen}
          path={paths.suspensions}
          everybody="Tous les services"
          error={errorAt(faults, 'service_env_id')}
        />
        {chosen.service ? (
          <input type="hidden" name="mode" value={chosen.service.mode} />
        ) : (
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
        )}
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

const lifting = 'lift'
const liftField = (id: string) => reasonFieldOf(lifting, id)

/** The state that a decision about a suspension depends on. */
function suspensionSeen({ liftedAt }: Pick<ListedSuspension, 'liftedAt'>): string {
  return liftedAt === null ? 'open' : 'lifted'
}
