import type { FieldError } from '#domain/errors/errors.ts'
import { isCurrencyCode } from '#domain/money/currency.ts'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { type EnteredRate, listExchangeRates } from '#use-cases/rates/list.ts'
import { bodyCheck } from '#http/validate.ts'
import {
  checkRate,
  floatingCurrencies,
  newRate,
  rateLine,
  readRatesCsv,
  type TypedRate,
} from '#use-cases/rates/typed.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { bodyOf, passwordSentence, takeForm } from '#web/staff/order.ts'
import { type DeskInput, deskReads, deskWrites, staffPage, useMay } from '#web/staff/staff-page.ts'
import { PasswordField, type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { Button } from '#web/design/button.tsx'
import { LinesField, SelectField, TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { DeskTable } from '#web/staff/desk-list.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { ActCard } from '#web/staff/act-card.tsx'

/** A file of rates, percent-encoded as forms are. */
const importBytesMax = 131_072

/** Exchange rates: what was entered and by whom; entered one by one, or as a file. */
export function ratePages(context: WebContext): readonly PageRoute[] {
  return [
    deskReads(context)(paths.rates, (input) => show(context, input, null)),
    deskWrites(context, 'rates.enter')(paths.rates, (input) => enter(context, input)),
    staffPage(context, {
      method: 'POST',
      path: `${paths.rates}/import`,
      permission: 'rates.enter',
      formBytesMax: importBytesMax,
      handler: (input) => importFile(context, input),
    }),
  ]
}

const check = bodyCheck(rateLine)

const sentences = {
  currency: 'Choisissez une devise.',
  rate: 'Écrivez un nombre au-dessus de zéro, avec un point\u00A0: 655.957. Une valeur hors de l’ordinaire est refusée.',
  password: passwordSentence,
  source: 'Écrivez d’où vient ce taux, en 120 caractères au plus.',
}

function enter(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const body: Readonly<Record<string, string>> & { readonly rate?: string } = bodyOf(form, [
    'currency',
    'rate',
    'source',
  ])
  const password = form.secret('password')
  const { rate } = body
  const typed = { ...body, ...(rate && { rate: rate.replace(',', '.') }) } as TypedRate
  return takeForm({
    errors: [...check(typed), ...checkRate(typed), ...passwordErrors(password)],
    sentences,
    page: (refused) => show(context, input, refused),
    async work() {
      const rates = [newRate(typed)]
      await enterExchangeRates(context.database, session.person, {
        rates,
        password,
        cause: { requestId },
      })
      return doneAt(paths.rates, 'Taux enregistré. Il vaut dès maintenant.')
    },
  })
}

function importFile(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const { rates, errors } = readRatesCsv(form.text('csv'), check)
  const password = form.secret('import_password')
  const wrong = errors.slice(0, 1).map((error) => ({ ...error, field: 'csv' }))
  return takeForm({
    errors: [...wrong, ...passwordErrors(password, 'import_password')],
    sentences: { csv: csvText(errors[0]?.field ?? ''), import_password: passwordSentence },
    page: (refused) => show(context, input, refused),
    async work() {
      const entry = { rates, password, cause: { requestId } }
      const { length } = await enterExchangeRates(context.database, session.person, entry)
      const text = length === 1 ? '1 taux enregistré.' : `${length} taux enregistrés.`
      return doneAt(paths.rates, text)
    },
  })
}

/** Each form's field has a unique name, by which screen readers find it. */
function passwordErrors(password: string, field = 'password'): FieldError[] {
  return password === '' ? [{ field, code: 'missing_field' }] : []
}

/** Describes `csv.3.rate` by its line and column. */
function csvText(field: string): string {
  const [, line, column] = field.split('.')
  if (line === undefined || column === undefined)
    return 'Collez une table dont la première ligne est currency,rate,source,at, de 200 taux au plus.'
  return `Ligne ${line}\u00A0: la colonne ${column} n’est pas acceptée. Rien n’est enregistré.`
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const asked = input.query.get('vue') ?? ''
  const view = isCurrencyCode(asked) ? asked : ''
  const { rows, next } = await readQueue(context, input, {
    list: `rates ${view}`,
    path: paths.rates,
    read: ({ limit, after }) =>
      listExchangeRates(context.database, {
        limit,
        currency: view || undefined,
        after: after && { at: after.createdAt, id: after.id },
      }),
    at: ({ at }) => at,
  })
  return <RatesPage rows={rows} next={next} view={view} refused={refused} form={input.form} />
}

interface RatesPageProps {
  /** Newest first. */
  readonly rows: readonly EnteredRate[]
  readonly next: string | null
  readonly view: string
  readonly refused: RefusedAct | null
  /** What was typed, if it was refused. */
  readonly form: SentForm
}

function RatesPage(props: RatesPageProps) {
  const { rows, next, view, refused } = props
  return (
    <StaffFrame title="Taux de change">
      <h1>Taux de change</h1>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          <Form action={paths.rates} method="get">
            <div class="row end">
              <SelectField
                name="vue"
                label="Devise à voir"
                options={[['', 'Toutes'], ...currencies]}
                value={view}
                isFilter
              />
              <Button look="quiet">Voir</Button>
            </div>
          </Form>
          <DeskTable
            caption="Taux, le plus récent d’abord"
            columns={columns}
            rows={rows}
            next={next}
            empty={{
              title: 'Aucun taux enregistré',
              text: 'Sans taux, les paiements dans ces devises sont refusés.',
            }}
          />
        </div>
        {useMay('rates.enter') && <Entry {...props} />}
      </div>
    </StaffFrame>
  )
}

function Entry({ refused, form }: RatesPageProps) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <div class="stack">
      <ActCard title="Nouveau taux" faults={faults}>
        <Form action={paths.rates}>
          <SelectField {...field('currency')} label="Devise" options={currencies} />
          <TextField
            {...field('rate')}
            label="Valeur d’une unité"
            unit="F CFA"
            inputMode="decimal"
            maxLength={21}
          />
          <TextField {...field('source')} label="Source" example="BCEAO" maxLength={120} />
          <PasswordField faults={faults} />
          <Button>Enregistrer</Button>
        </Form>
      </ActCard>
      <Import refused={refused} form={form} />
    </div>
  )
}

function Import({ refused, form }: Pick<RatesPageProps, 'refused' | 'form'>) {
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  return (
    <section class="card stack">
      <h2>Plusieurs taux</h2>
      <Form action={`${paths.rates}/import`}>
        <LinesField
          {...field('csv')}
          label="Table CSV"
          hint="Première ligne : currency,rate,source,at. Tous sont enregistrés, ou aucun."
          maxLength={32_000}
        />
        <PasswordField name="import_password" faults={faults} />
        <Button look="quiet">Importer</Button>
      </Form>
    </section>
  )
}

const currencies = floatingCurrencies.map((code) => [code, code] as const)

const columns: readonly Column<EnteredRate>[] = [
  { title: 'Devise', cell: ({ currency }) => <b>{currency}</b> },
  { title: 'Vaut depuis', cell: ({ at }) => <Time at={at} /> },
  { title: 'Source', cell: ({ source }) => source },
  { title: 'Saisi par', cell: ({ enteredBy }) => enteredBy?.name ?? 'Installation' },
  {
    title: 'F CFA',
    isNumber: true,
    cell: ({ xofPerUnit }) => xofPerUnit.replace('.', ','),
  },
]
