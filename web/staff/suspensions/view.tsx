import { banks, operators } from '#domain/operators/operators.ts'
import type { ListedSuspension } from '#use-cases/suspensions/list.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
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
import { type Desk, may } from '#web/staff/staff-page.ts'
import { modeNames, providerName } from '#web/staff/words.ts'
import { liftField, suspensionSeen } from './fields.ts'

export interface SuspensionsPageProps {
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
export function SuspensionsPage(props: SuspensionsPageProps) {
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
