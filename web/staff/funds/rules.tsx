import { type FundsRuleKind, newMerchantDaysMax } from '#domain/funds/rules.ts'
import { asId, type FundsRuleId, isUuid, type MerchantId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Named } from '#use-cases/desk/owner-columns.ts'
import { endFundsRuleAct, makeFundsRuleAct } from '#use-cases/funds/rule-acts.ts'
import { findFundsRule, type FundsRule, listFundsRules } from '#use-cases/funds/rules.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { fieldsOf } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { inForcePages, type MakeProps, MerchantName } from '#web/staff/in-force.tsx'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { PasswordField, ReasonField } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { DeskInput } from '#web/staff/staff-page.ts'
import { counted } from '#web/staff/words.ts'
import { mobileOperators } from '#domain/operators/operators.ts'
import { providerName } from '#domain/operators/names.ts'

/** The rules by which funds of live payments wait for the staff; created and ended here. */
export function fundsRulePages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return inForcePages(context, {
    path: paths.fundsRules,
    title: 'Règles sur les fonds',
    empty: {
      title: 'Aucune règle',
      text: 'Les fonds des paiements réels suivent le délai de leur service.',
    },
    list: (page) => listFundsRules(database, page),
    find: (id) => findFundsRule(database, asId<FundsRuleId>(id)),
    notFound: 'funds_rule_not_found',
    past: ({ madeBy, madeAt, reason, endedBy, endedAt }) => ({
      by: madeBy,
      at: madeAt,
      reason,
      endedBy,
      endedAt,
    }),
    heading: ruleText,
    states: ['En vigueur', 'Terminée'],
    owner: ({ merchant }) => (merchant ? <MerchantName {...merchant} /> : 'Tous les marchands'),
    more: (input) => chosenMerchant(context, input),
    make: {
      act: makeFundsRuleAct,
      fields: sentences,
      wholeNumbers: ['amount', 'days'],
      text: 'Règle établie. Elle vaut pour les prochains paiements.',
      form: (props) => <Make {...props} />,
    },
    end: {
      act: endFundsRuleAct,
      word: 'terminer',
      field: 'end',
      text: 'Règle terminée. Les fonds déjà retenus le restent.',
      ask: 'Terminer…',
      button: 'Terminer cette règle',
    },
  })
}

/** The merchant for a new rule, if the page was opened for one. */
async function chosenMerchant(
  { database }: WebContext,
  { form, query }: DeskInput,
): Promise<Named | null> {
  const asked = form.text('merchant_id') || (query.get('marchand') ?? '')
  if (!isUuid(asked)) return null
  return (await findMerchant(database, asId<MerchantId>(asked))) ?? null
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

const kindNames: Readonly<Record<FundsRuleKind, string>> = {
  amount: 'Un montant, et au-delà',
  new_merchant: 'Marchand récent',
  operator: 'Parole de l’opérateur',
}

/** A rule as a sentence. */
function ruleText({ kind, amount, days, provider }: FundsRule): string {
  if (kind === 'amount')
    return `À partir de ${moneyText(money(amount ?? 0n, 'XOF'))}\u00A0: fonds retenus`
  if (kind === 'new_merchant')
    return `Marchand de moins de ${counted(days ?? 0, 'jour')}\u00A0: fonds retenus`
  return `Encaissé par ${providerName(provider ?? '')}\u00A0: réception à confirmer`
}

function Make({ more: merchant, faults, form }: MakeProps<Named | null>) {
  const field = fieldsOf(form, faults)
  return (
    <section class="card stack">
      <h2>Nouvelle règle</h2>
      <p class="soft">
        {merchant ? `Pour ${merchant.name} seul.` : 'Pour tous les marchands.'} Une règle plus
        large, s’il y en a, vaut aussi.
      </p>
      <Faults faults={faults} />
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

const providers = mobileOperators.map(({ code, name }) => [code, name] as const)
