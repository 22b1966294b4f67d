import type { EnteredRate } from '#use-cases/rates/list.ts'
import { floatingCurrencies } from '#use-cases/rates/typed.ts'
import { Button } from '#web/design/button.tsx'
import { LinesField, SelectField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { DeskTable } from '#web/staff/desk-list.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'

export interface RatesPageProps {
  readonly desk: Desk
  /** The latest first. */
  readonly rows: readonly EnteredRate[]
  readonly next: string | null
  readonly view: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

export function RatesPage(props: RatesPageProps) {
  const { desk, rows, next, view, refused } = props
  return (
    <StaffFrame desk={desk} title="Taux de change">
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
        {may(desk, 'rates.enter') && <Entry {...props} />}
      </div>
    </StaffFrame>
  )
}

function Entry({ refused, form }: RatesPageProps) {
  const faults = refused?.faults ?? []
  return (
    <div class="stack">
      <section class="card stack">
        <h2>Nouveau taux</h2>
        <Faults faults={faults} />
        <Form action={paths.rates}>
          <SelectField
            name="currency"
            label="Devise"
            options={currencies}
            value={form.text('currency')}
            error={errorAt(faults, 'currency')}
          />
          <TextField
            name="rate"
            label="Valeur d’une unité"
            unit="F CFA"
            inputMode="decimal"
            value={form.text('rate')}
            error={errorAt(faults, 'rate')}
            maxLength={21}
          />
          <TextField
            name="source"
            label="Source"
            example="BCEAO"
            value={form.text('source')}
            error={errorAt(faults, 'source')}
            maxLength={120}
          />
          <Button>Enregistrer</Button>
        </Form>
      </section>
      <Import refused={refused} form={form} />
    </div>
  )
}

function Import({ refused, form }: Pick<RatesPageProps, 'refused' | 'form'>) {
  return (
    <section class="card stack">
      <h2>Plusieurs taux</h2>
      <Form action={`${paths.rates}/import`}>
        <LinesField
          name="csv"
          label="Table CSV"
          hint="Première ligne : currency,rate,source,at. Tous sont enregistrés, ou aucun."
          value={form.text('csv')}
          error={errorAt(refused?.faults ?? [], 'csv')}
          maxLength={32_000}
        />
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
