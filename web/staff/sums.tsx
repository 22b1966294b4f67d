import { asId, isUuid, type MerchantId } from '#domain/ids.ts'
import { type MoneySum, sumsWithin, totalOf } from '#use-cases/desk/money-sums.ts'
import type { MoneyFilter, QueuePage } from '#use-cases/desk/queue.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { counted, providerName } from './words.ts'

/** The sums of a queue. */
export interface QueueSums<View extends string> {
  /** What its money goes through: a bank, an operator. */
  readonly label: 'Banque' | 'Opérateur'
  /** Undefined in a view that has none. */
  readonly read: (
    whose: Pick<QueuePage, 'mine'>,
    view: View | '',
  ) => Promise<readonly MoneySum[]> | undefined
}

const fields = { provider: 'par', merchant: 'marchand' } as const

/** The filter that the address of a list names; what cannot exist filters nothing. */
export function filterOf(query: URLSearchParams): MoneyFilter {
  const provider = query.get(fields.provider) ?? ''
  const merchant = query.get(fields.merchant) ?? ''
  return {
    provider: provider === '' ? undefined : provider,
    merchantId: isUuid(merchant) ? asId<MerchantId>(merchant) : undefined,
  }
}

interface SumsProps extends Pick<QueueSums<never>, 'label'> {
  readonly path: string
  /** As the address of the list names it. */
  readonly view: string
  readonly sums: readonly MoneySum[]
  readonly filter: MoneyFilter
}

/** How many cases the list has and their sum, with its filters; nothing if there is nothing to choose. */
export function Sums({ label, path, view, sums, filter }: SumsProps) {
  if (sums.length === 0) return null
  const { provider, merchantId } = filter
  const byProvider = sumsWithin(sums, { merchantId })
  const byMerchant = sumsWithin(sums, { provider })
  return (
    <Form action={path} method="get">
      {view !== '' && <input type="hidden" name="vue" value={view} />}
      <div class="row end">
        <SelectField
          name={fields.provider}
          label={label}
          options={[
            ['', label === 'Banque' ? 'Toutes' : 'Tous'],
            ...optionsOf(byProvider, (sum) => [sum.provider, providerName(sum.provider)]),
          ]}
          value={provider ?? ''}
          isFilter
        />
        <SelectField
          name={fields.merchant}
          label="Marchand"
          options={[
            ['', 'Tous'],
            ...optionsOf(byMerchant, ({ merchant }) => [merchant.id, merchant.name]),
          ]}
          value={merchantId ?? ''}
          isFilter
        />
        <Button look="quiet">Filtrer</Button>
        <p>
          <b>{sumText(sumsWithin(sums, filter))}</b>
        </p>
      </div>
    </Form>
  )
}

/** More would make the page heavy; the rest is found by the search. */
const optionsMax = 100

/** Each with its count and sum, by name. */
function optionsOf(
  sums: readonly MoneySum[],
  keyOf: (sum: MoneySum) => readonly [value: string, label: string],
): (readonly [string, string])[] {
  const labels = new Map(sums.map(keyOf))
  return [...labels]
    .map(([value, label]) => {
      const own = sums.filter((sum) => keyOf(sum)[0] === value)
      return [value, `${shortened(label)} · ${totalOf(own).count} · ${moneyTexts(own)}`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'fr'))
    .slice(0, optionsMax)
}

/** A name so long that its field would fill the row. */
const nameLengthMax = 32

function shortened(name: string): string {
  const letters = [...name]
  return letters.length <= nameLengthMax ? name : `${letters.slice(0, nameLengthMax).join('')}…`
}

/** `12 dossiers · 1 250 000 F CFA`. */
function sumText(sums: readonly MoneySum[]): string {
  const said = counted(totalOf(sums).count, 'dossier')
  return sums.length === 0 ? said : `${said} · ${moneyTexts(sums)}`
}

/** What is no real money stands apart. */
function moneyTexts(sums: readonly MoneySum[]): string {
  const texts = totalOf(sums).amounts.map(({ mode, amount }) =>
    mode === 'live' ? moneyText(amount) : `${moneyText(amount)} (test)`,
  )
  return texts.join(' · ')
}
