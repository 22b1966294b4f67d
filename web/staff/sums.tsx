import { asId, isUuid, type MerchantId } from '#domain/ids.ts'
import { type MoneyFilter, type MoneySum, sumsWithin, totalOf } from '#use-cases/desk/money-sums.ts'
import type { QueuePage } from '#use-cases/desk/queue.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { counted } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The sums of a queue. */
export interface QueueSums<View extends string> {
  /** What its money goes through: a bank, an operator. */
  readonly label: 'Banque' | 'Opérateur'
  /** False for a view without sums. */
  readonly isIn: (view: View | '') => boolean
  readonly read: (whose: Pick<QueuePage, 'mine'>, view: View | '') => Promise<readonly MoneySum[]>
}

/** Rows of a list below its sums. */
export const rowsBesideSums = 36

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

/** The same as a query; empty if nothing is chosen. */
export function filterQuery({ provider, merchantId }: MoneyFilter): string {
  const chosen = [
    [fields.provider, provider ?? ''],
    [fields.merchant, merchantId ?? ''],
  ]
  return new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString()
}

interface NarrowingProps extends Pick<SumsProps, 'path' | 'view' | 'filter'> {
  /** None of a queue without filters. */
  readonly label: SumsProps['label'] | undefined
  /** None in a view without them. */
  readonly sums: SumsProps['sums'] | undefined
  /** The merchant of the listed rows, if one is chosen; undefined if none is listed. */
  readonly merchant: string | undefined
}

/** The sums of a view with its filters; in a view without sums, what it is narrowed to. */
export function Narrowing({ label, sums, merchant, ...view }: NarrowingProps) {
  if (label === undefined) return null
  if (sums) return <Sums label={label} sums={sums} {...view} />
  return <Chosen merchant={merchant} {...view} />
}

function Chosen({ path, view, filter, merchant }: Omit<NarrowingProps, 'label' | 'sums'>) {
  const { provider, merchantId } = filter
  const names = [
    provider === undefined ? [] : [providerName(provider)],
    merchantId === undefined ? [] : [merchant ?? 'un seul marchand'],
  ].flat()
  if (names.length === 0) return null
  return (
    <p class="row">
      <span>
        Seulement <b>{names.join(' · ')}</b>
      </span>
      <a href={`${path}?vue=${view}`}>Tout voir</a>
    </p>
  )
}

interface SumsProps extends Pick<QueueSums<never>, 'label'> {
  readonly path: string
  /** As the address of the list names it. */
  readonly view: string
  readonly sums: readonly MoneySum[]
  readonly filter: MoneyFilter
}

/** How many cases the list has and their sum, with its filters; nothing if there is nothing to choose. */
function Sums({ label, path, view, sums, filter }: SumsProps) {
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
            ...optionsOf(byProvider, provider, (sum) => [sum.provider, providerName(sum.provider)]),
          ]}
          value={provider ?? ''}
          isFilter
        />
        <SelectField
          name={fields.merchant}
          label="Marchand"
          options={[
            ['', 'Tous'],
            ...optionsOf(byMerchant, merchantId, ({ merchant }) => [merchant.id, merchant.name]),
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

/** Those with most cases; more would make the page heavy. */
const optionsMax = 20

/** The chosen one and the busiest, each with its count and sum, by name. */
function optionsOf(
  sums: readonly MoneySum[],
  chosen: string | undefined,
  keyOf: (sum: MoneySum) => readonly [value: string, label: string],
): (readonly [string, string])[] {
  const labels = new Map(sums.map(keyOf))
  const ownOf = (value: string) => sums.filter((sum) => keyOf(sum)[0] === value)
  return [...labels]
    .map(([value, label]) => ({ value, label, own: ownOf(value) }))
    .toSorted((one, other) => totalOf(other.own).count - totalOf(one.own).count)
    .toSorted((one, other) => Number(other.value === chosen) - Number(one.value === chosen))
    .slice(0, optionsMax)
    .map(({ value, label, own }) => {
      return [value, `${shortened(label)} · ${totalOf(own).count} · ${moneyTexts(own)}`] as const
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'fr'))
}

/** A name so long that its field would fill the row. */
const nameLengthMax = 32

function shortened(name: string): string {
  const start = RegExp(`^.{${nameLengthMax}}(?=.)`, 'su').exec(name)?.[0]
  return start === undefined ? name : `${start}…`
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
