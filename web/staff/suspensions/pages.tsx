import { asId, type PayoutSuspensionId } from '#domain/ids.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { liftSuspensionAct, suspendPayoutsAct } from '#use-cases/suspensions/desk-acts.ts'
import { findPayoutSuspension, listPayoutSuspensions } from '#use-cases/suspensions/list.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { errorAt, fieldsOf } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { type ChosenService, readChosenService, ServiceChoice } from '#web/staff/chosen-service.tsx'
import { inForcePages, type MakeProps, MerchantName } from '#web/staff/in-force.tsx'
import { reasonSentence } from '#web/staff/order.ts'
import { ReasonField, TestMark } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { modeNames } from '#web/staff/words.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { providerName } from '#domain/operators/names.ts'

/** Suspensions of payouts, of one service or all, by one operator or all, and their lifting. */
export function suspensionPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return inForcePages(context, {
    path: paths.suspensions,
    title: 'Suspensions des retraits',
    empty: {
      title: 'Aucun retrait n’est suspendu',
      text: 'Une suspension arrête les nouveaux retraits\u00A0; ceux acceptés continuent.',
    },
    list: (page) => listPayoutSuspensions(database, page),
    find: (id) => findPayoutSuspension(database, asId<PayoutSuspensionId>(id)),
    notFound: 'payout_suspension_not_found',
    past: ({ suspendedBy, since, reason, liftedBy, liftedAt }) => ({
      by: suspendedBy,
      at: since,
      reason,
      endedBy: liftedBy,
      endedAt: liftedAt,
    }),
    heading: ({ service, provider }) =>
      `${service?.name ?? 'Tous les services'} · ${provider === null ? 'tous les moyens' : providerName(provider)}`,
    states: ['Suspendu', 'Levée'],
    mark: ({ mode }) => <TestMark mode={mode} />,
    owner: ({ merchant }) => merchant && <MerchantName {...merchant} />,
    more: (input) => readChosenService(context, input),
    make: {
      act: suspendPayoutsAct,
      fields: sentences,
      text: 'Ces retraits sont suspendus. Ceux acceptés continuent.',
      form: (props) => <Suspend {...props} />,
    },
    end: {
      act: liftSuspensionAct,
      word: 'lever',
      field: 'lift',
      text: 'Suspension levée. Une plus large, s’il y en a, demeure.',
      ask: 'Lever…',
      button: 'Reprendre ces retraits',
    },
  })
}

const sentences = {
  mode: 'Choisissez un mode.',
  service_env_id: 'Aucun service de ce mode n’est celui-là. Repartez de la page de son marchand.',
  provider: 'Choisissez un opérateur ou une banque, ou tous.',
  reason: reasonSentence,
}

function Suspend({ more: chosen, faults, form }: MakeProps<ChosenService>) {
  const field = fieldsOf(form, faults)
  return (
    <ActCard title="Suspendre" faults={faults}>
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
            {...field('mode')}
            label="Mode"
            options={[
              ['live', modeNames.live],
              ['sandbox', modeNames.sandbox],
            ]}
          />
        )}
        <SelectField
          {...field('provider')}
          label="Opérateur ou banque"
          options={[['', 'Tous'], ...providers]}
          isFilter
        />
        <ReasonField form={form} faults={faults} />
        <Button look="danger">Suspendre ces retraits</Button>
      </Form>
    </ActCard>
  )
}

const providers = [...operators, ...banks].map(({ code, name }) => [code, name] as const)
