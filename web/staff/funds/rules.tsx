import { type FundsRuleKind, newMerchantDaysMax } from '#domain/funds/rules.ts'
import { asId, type FundsRuleId, isUuid, type MerchantId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { endFundsRuleAct, liveOperators, makeFundsRuleAct } from '#use-cases/funds/rule-acts.ts'
import { type FundsRule, listFundsRules } from '#use-cases/funds/rules.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { Time } from '#web/design/time.tsx'
import { errorAt } from '#web/http/refused.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import {
  EndForm,
  inForceRoutes,
  InForcePage,
  type InForceProps,
  isOfMaking,
  reasonFieldOf,
} from '#web/staff/in-force.tsx'
import { passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import { PasswordField, ReasonField, type RefusedAct, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, may } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'

/** The rules by which funds of live payments wait for the staff; created and ended here. */
export function fundsRulePages(context: WebContext): readonly PageRoute[] {
  return inForceRoutes(context, {
    path: paths.fundsRules,
    show: (input) => show(context, input, null),
    make: { permission: makeFundsRuleAct.permission, handler: (input) => make(context, input) },
    end: {
      word: 'terminer',
      permission: endFundsRuleAct.permission,
      handler: (input) => end(context, input),
    },
  })
}

const sentences = {
  kind: 'Choisissez ce qui fait retenir les fonds.',
  amount: 'Écrivez un montant en F CFA, en chiffres. Il va avec «\u00A0un montant\u00A0».',
  days: `Écrivez un nombre de jours, de 1 à ${newMerchantDaysMax}. Il va avec «\u00A0marchand récent\u00A0».`,
  provider: 'Choisissez un opérateur. Il va avec «\u00A0parole de l’opérateur\u00A0».',
  merchant_id: 'Ce marchand est inconnu.',
  reason: reasonSentence,
  password: passwordSentence,
}

function make(context: WebContext, input: DeskInput) {
  return takeOrder(context, input, {
    act: makeFundsRuleAct,
    fields: sentences,
    wholeNumbers: ['amount', 'days'],
    done: { to: paths.fundsRules, text: 'Règle établie. Elle vaut pour les prochains paiements.' },
    page: (refused) => show(context, input, refused),
  })
}

function end(context: WebContext, input: DeskInput) {
  const field = endField(idParam<FundsRuleId>(input, 'funds_rule_not_found'))
  return takeOrder(context, input, {
    act: endFundsRuleAct,
    fields: { [field]: reasonSentence },
    reasonField: field,
    done: { to: paths.fundsRules, text: 'Règle terminée. Les fonds déjà retenus le restent.' },
    page: (refused) => show(context, input, refused),
  })
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const view = viewOf(input.query, ['all'])
  const { rows, next } = await readQueue(context, input, {
    list: `funds rules ${view}`,
    path: paths.fundsRules,
    read: (page) => listFundsRules(context.database, { ...page, isOpen: view === '' }),
    at: ({ madeAt }) => madeAt,
  })
  const asked = input.form.text('merchant_id') || (input.query.get('marchand') ?? '')
  const merchant = isUuid(asked)
    ? await findMerchant(context.database, asId<MerchantId>(asked))
    : null
  const { session: desk, form } = input
  return <RulesPage {...{ desk, rows, next, view, merchant, refused, form }} />
}

interface RulesPageProps extends InForceProps {
  readonly rows: readonly FundsRule[]
  /** The merchant for a new rule, if the page was opened for one. */
  readonly merchant: { readonly id: string; readonly name: string } | null
}

function RulesPage(props: RulesPageProps) {
  const { desk, rows } = props
  return (
    <InForcePage
      {...props}
      title="Règles sur les fonds"
      path={paths.fundsRules}
      making={may(desk, 'funds.decide') && <Make {...props} />}
    >
      {rows.length === 0 && (
        <Empty title="Aucune règle" icon="check">
          <p>Les fonds des paiements réels suivent le délai de leur service.</p>
        </Empty>
      )}
      {rows.map((row) => (
        <Rule key={row.id} row={row} {...props} />
      ))}
    </InForcePage>
  )
}

const kindNames: Readonly<Record<FundsRuleKind, string>> = {
  amount: 'Un montant, et au-delà',
  new_merchant: 'Marchand récent',
  operator: 'Parole de l’opérateur',
}

/** A rule as a sentence. */
function ruleText({ kind, amount, days, provider }: FundsRule): string {
  if (kind === 'amount')
    return `À partir de ${moneyText(money(amount ?? 0n, 'XOF'))}\u00A0: fonds retenus`
  if (kind === 'new_merchant') return `Marchand de moins de ${days} jours\u00A0: fonds retenus`
  return `Encaissé par ${providerName(provider ?? '')}\u00A0: réception à confirmer`
}

function Rule({ row, desk, refused, form }: RulesPageProps & { readonly row: FundsRule }) {
  const { merchant, madeBy, madeAt, reason, endedBy, endedAt } = row
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>{ruleText(row)}</h2>
        <State of={endedAt ? ['still', 'Terminée'] : ['wait', 'En vigueur']} />
      </div>
      <p class="soft small">
        {merchant ? (
          <a href={`${paths.merchants}/${merchant.id}`}>{merchant.name}</a>
        ) : (
          'Tous les marchands'
        )}
        {' · '}
        {madeBy?.name}, <Time at={madeAt} />
        {`\u00A0: ${reason}`}
        {endedAt && (
          <>
            <br />
            Terminée par {endedBy?.name}, <Time at={endedAt} />
          </>
        )}
      </p>
      {endedAt === null && may(desk, 'funds.decide') && (
        <EndForm
          {...{ refused, form }}
          field={endField(row.id)}
          action={`${paths.fundsRules}/${row.id}/terminer`}
          ask="Terminer…"
          button="Terminer cette règle"
        />
      )}
    </section>
  )
}

function Make({ refused, form, merchant }: RulesPageProps) {
  const faults = refused?.faults ?? []
  const field = (name: string) => ({ name, value: form.text(name), error: errorAt(faults, name) })
  return (
    <section class="card stack">
      <h2>Nouvelle règle</h2>
      <p class="soft">
        {merchant ? `Pour ${merchant.name} seul.` : 'Pour tous les marchands.'} Une règle plus
        large, s’il y en a, vaut aussi.
      </p>
      <Faults faults={isOfMaking(refused, ending) ? faults : []} />
      <Form action={paths.fundsRules}>
        {merchant && <input type="hidden" name="merchant_id" value={merchant.id} />}
        <SelectField {...field('kind')} label="Ce qui fait retenir" options={kindOptions} />
        <TextField
          {...field('amount')}
          label="Montant débité"
          unit="F CFA"
          inputMode="numeric"
          maxLength={10}
          isOptional
        />
        <TextField
          {...field('days')}
          label="Jours depuis l’arrivée du marchand"
          inputMode="numeric"
          maxLength={3}
          isOptional
        />
        <SelectField
          {...field('provider')}
          label="Opérateur"
          options={[['', 'Aucun'], ...providers]}
          isFilter
        />
        <ReasonField form={form} faults={faults} />
        <PasswordField faults={faults} />
        <Button>Établir la règle</Button>
      </Form>
    </section>
  )
}

const kindOptions = Object.entries(kindNames)

const providers = liveOperators.map(({ code, name }) => [code, name] as const)

const ending = 'end'
const endField = (id: string) => reasonFieldOf(ending, id)
