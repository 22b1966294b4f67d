import { asId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import { type AgreedTerms, termsMax } from '#domain/pricing/agreed.ts'
import {
  type Agreement,
  listTermsHistory,
  readAgreedTerms,
  type TermsChange,
} from '#use-cases/pricing/agreed.ts'
import { askTermsAct } from '#use-cases/pricing/change-terms.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import { PasswordField, ReasonField, type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, deskReads, deskWrites, useMay } from '#web/staff/staff-page.ts'
import { modeNames } from '#web/staff/words.ts'
import { feeText, TermsDates } from '#web/transactions/terms.tsx'
import { providerName } from '#domain/operators/names.ts'

const path = `${paths.terms}/service/:id`

/** The terms of a service as they are, in a form that requests others. */
export function askTermsPages(context: WebContext): readonly PageRoute[] {
  return [
    deskReads(context)(path, (input) => show(context, input, null)),
    deskWrites(context, askTermsAct.permission)(path, (input) =>
      takeOrder(context, input, {
        act: askTermsAct,
        fields: sentences,
        wholeNumbers: ['availability_delay_hours'],
        decimals,
        done: {
          to: paths.terms,
          text: 'C’est demandé. Une autre personne le met en vigueur.',
        },
        page: (refused) => show(context, input, refused),
      }),
    ),
  ]
}

const decimals = [
  'collection_value',
  'payout_value',
  'exchange_fee_percent',
  'exchange_margin_percent',
]

const decimalSentence = `Un pourcentage va de 0 à ${termsMax.percent}, avec quatre décimales au plus, un montant fixe de 0 à ${termsMax.fixedXof}\u00A0F\u00A0CFA, sans virgule ni point.`
const choiceSentence = 'Choisissez dans la liste.'

const sentences = {
  collection_kind: choiceSentence,
  collection_value: decimalSentence,
  collection_payer: choiceSentence,
  payout_kind: choiceSentence,
  payout_value: decimalSentence,
  exchange_fee_percent: decimalSentence,
  exchange_fee_payer: choiceSentence,
  exchange_margin_percent: decimalSentence,
  exchange_margin_payer: choiceSentence,
  availability_delay_hours: `Écrivez un nombre d’heures, de 0 à ${termsMax.delayHours}.`,
  reason: reasonSentence,
  password: passwordSentence,
}

async function show({ database }: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const id = param(input, 'id')
  if (!isUuid(id)) throw fail('merchant_not_found')
  const serviceEnvId = asId<ServiceEnvId>(id)
  const agreement = await readAgreedTerms(database, serviceEnvId)
  const history = await listTermsHistory(database, serviceEnvId)
  const { form, method } = input
  const typed = method === 'POST' ? form : null
  return <TermsPage {...{ agreement, history, typed, form, refused }} />
}

interface TermsPageProps {
  readonly agreement: Agreement
  readonly history: readonly TermsChange[]
  /** What was typed, if it was refused. */
  readonly typed: SentForm | null
  readonly form: SentForm
  readonly refused: RefusedAct | null
}

function TermsPage(props: TermsPageProps) {
  const { agreement, history, refused } = props
  const { of, particular } = agreement
  const title = `Conditions de ${of.service.name}`
  return (
    <StaffFrame title={title}>
      <p>
        <a href={`${paths.merchants}/${of.merchant.id}`}>{of.merchant.name}</a>
      </p>
      <h1>
        {title}, {modeNames[of.mode].toLowerCase()}
      </h1>
      <RefusedNotice refused={refused} />
      <div class="split">
        <section class="card stack">
          <h2>{useMay('terms.change') ? 'Demander d’autres conditions' : 'Aujourd’hui'}</h2>
          <TermsForm {...props} />
        </section>
        <section class="card stack">
          <h2>Dates</h2>
          {history.length === 0 && (
            <p class="soft">Conditions de l’arrivée, jamais changées ici.</p>
          )}
          <TermsDates history={history} />
          {particular.length > 0 && (
            <>
              <h2>Tarifs particuliers</h2>
              <p class="soft small">Ils passent avant ceux de cette fiche.</p>
              <ul>
                {particular.map((rule) => (
                  <li key={JSON.stringify(rule)} class="small">
                    {[rule.provider && providerName(rule.provider), rule.channel, rule.terminal]
                      .filter(Boolean)
                      .join(' · ')}
                    {'\u00A0'}: {feeText(rule, 'fr')}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
    </StaffFrame>
  )
}

const kinds = [
  ['percentage', 'Pourcentage'],
  ['fixed', 'Montant fixe, F CFA'],
] as const
const payers = [
  ['customer', 'Le client'],
  ['merchant', 'Le marchand'],
] as const

const number = { inputMode: 'decimal', maxLength: 12 } as const

type Now = readonly [name: string, label: string, now: string]

/** Each field with the value in force; read-only for people who may not change it. */
function TermsForm({ agreement, typed, form, refused }: TermsPageProps) {
  const faults = refused?.faults ?? []
  const field = ([name, label, now]: Now) => ({
    name,
    label,
    value: typed === null ? now.replace('.', ',') : typed.text(name),
    error: errorAt(faults, name),
  })
  return (
    <Form action={`${paths.terms}/service/${agreement.of.serviceEnvId}`}>
      <Faults faults={faults} />
      {choicesOf(agreement.agreed).map(({ now, options, unit }) =>
        options === undefined ? (
          <TextField key={now[0]} {...field(now)} {...number} {...(unit && { unit })} />
        ) : (
          <SelectField key={now[0]} {...field(now)} options={options} />
        ),
      )}
      {useMay('terms.change') && (
        <>
          <ReasonField form={form} faults={faults} />
          <PasswordField faults={faults} />
          <Button>Demander ces conditions</Button>
        </>
      )}
    </Form>
  )
}

interface TermsField {
  readonly now: Now
  readonly unit?: string
  /** Absent if it is a number. */
  readonly options?: readonly (readonly [string, string])[]
}

/** The terms in force, field by field. */
function choicesOf(agreed: AgreedTerms): readonly TermsField[] {
  const { collection, payout, exchangeFee, exchangeMargin, delayHours } = agreed
  const plain = (value: string) => String(Number(value))
  const delay = 'Délai de mise à disposition, zéro pour aussitôt'
  return [
    { now: ['collection_kind', 'Frais d’encaissement', collection.kind], options: kinds },
    { now: ['collection_value', 'Valeur', plain(collection.value)] },
    { now: ['collection_payer', 'Payés par', collection.payer], options: payers },
    { now: ['payout_kind', 'Frais de retrait', payout.kind], options: kinds },
    { now: ['payout_value', 'Valeur pour un retrait', plain(payout.value)] },
    {
      now: ['exchange_fee_percent', 'Frais de change', plain(exchangeFee.percent)],
      unit: '%',
    },
    {
      now: ['exchange_fee_payer', 'Frais de change payés par', exchangeFee.payer],
      options: payers,
    },
    {
      now: ['exchange_margin_percent', 'Marge de change', plain(exchangeMargin.percent)],
      unit: '%',
    },
    {
      now: ['exchange_margin_payer', 'Marge de change payée par', exchangeMargin.payer],
      options: payers,
    },
    { now: ['availability_delay_hours', delay, String(delayHours)], unit: 'h' },
  ]
}
