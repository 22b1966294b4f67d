import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { parseAmount } from '#domain/money/money.ts'
import { type StandingAmount, standingNameLengthMax } from '#domain/standing-orders/order.ts'
import type { Timetable } from '#domain/standing-orders/timetable.ts'
import type { Language } from '#domain/text/language.ts'
import type { StandingOrderRecord } from '#use-cases/standing-orders/find.ts'
import type { StandingTerms } from '#use-cases/standing-orders/judge.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { Empty } from '#web/design/empty.tsx'
import { type FieldProps, SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import type { Form } from '#web/http/form.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { accountField, AccountField, AccountSearch } from '#web/portal/payouts/account-field.tsx'
import { type OfferedAccounts, shownAtOnce } from '#web/portal/payouts/offered-accounts.ts'
import { paths } from '#web/portal/paths.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { rhythmChoices, rhythmOf, rhythmValue } from './order-text.ts'
import { type StandingOrderWords, standingOrderWords, useStandingOrderWords } from './words.ts'

/** Names of the fields. */
export const fields = {
  name: 'nom',
  account: accountField,
  what: 'quoi',
  amount: 'montant',
  floor: 'reste',
  most: 'plafond',
  rhythm: 'quand',
  hour: 'heure',
} as const
type FieldName = keyof typeof fields

/** The typed fields, as they are shown again. */
export type Typed = Readonly<Record<FieldName, string>>

const fixed = 'fixe'
const all = 'tout'
const usualHour = 8
const hoursADay = 24

/** An untouched form; `account` is the one that is chosen in it. */
export function untouched(account: string): Typed {
  return {
    name: '',
    account,
    what: fixed,
    amount: '',
    floor: '',
    most: '',
    rhythm: 'monthly-1',
    hour: `${usualHour}`,
  }
}

/** An order as its form shows it. */
export function typedOf(order: StandingOrderRecord): Typed {
  const written = (xof: bigint | null): string => (xof === null || xof === 0n ? '' : `${xof}`)
  return {
    name: order.name,
    account: order.accountId,
    what: order.amount === null ? all : fixed,
    amount: written(order.amount),
    floor: written(order.floor),
    most: written(order.most),
    rhythm: rhythmValue(order),
    hour: `${order.hour}`,
  }
}

/** Reads the form. */
export function readTyped(form: Form): Typed {
  const texts = Object.entries(fields).map(([name, field]) => [name, form.text(field)])
  return Object.fromEntries(texts) as Typed
}

/** Checks the typed terms of an order to this account. Throws FieldRefusal. */
export function readTerms(
  typed: Typed,
  account: AuthorizedAccount | undefined,
  language: Language,
): StandingTerms {
  const { faults: words } = standingOrderWords[language]
  const faults: FieldFault[] = []
  const wrong = (name: FieldName, message: string): void => {
    faults.push({ field: fields[name], message })
  }
  const timetable = timetableOf(typed)
  const name = typed.name.trim()
  if (!account) wrong('account', words.account)
  if (name === '' || name.length > standingNameLengthMax)
    wrong('name', words.name(`${standingNameLengthMax}`))
  const sent = readSent(typed, (field) => wrong(field, words.amount))
  if (!timetable) wrong('rhythm', words.timetable)
  if (faults.length > 0 || !account || !timetable) throw new FieldRefusal(faults)
  return { name, accountId: account.id, ...sent, timetable }
}

function readSent(typed: Typed, wrong: (name: FieldName) => void): StandingAmount {
  const read = (field: FieldName): bigint | null => {
    const amount = parseAmount(amountTextOf(typed[field], 'XOF') ?? '', 'XOF')
    if (amount.ok) return amount.value.minor
    wrong(field)
    return null
  }
  const readIfAny = (field: FieldName) => (typed[field].trim() === '' ? null : read(field))
  if (typed.what !== all) return { amount: read('amount'), floor: 0n, most: null }
  return { amount: null, floor: readIfAny('floor') ?? 0n, most: readIfAny('most') }
}

function timetableOf({ rhythm: chosen, hour: typedHour }: Typed): Timetable | undefined {
  const hour = Number(typedHour)
  if (!/^\d{1,2}$/.test(typedHour) || hour >= hoursADay) return undefined
  const rhythm = rhythmOf(chosen)
  return rhythm && { ...rhythm, hour }
}

interface FormPageProps {
  readonly accounts: OfferedAccounts
  readonly typed: Typed
  readonly faults: readonly FieldFault[]
  /** The order that is changed; absent for a new one. */
  readonly order?: StandingOrderRecord
}

/** The form of an order, new or changed. */
export function OrderFormPage(props: FormPageProps) {
  const { accounts, order } = props
  const { list, form: words } = useStandingOrderWords()
  const title = order ? words.changeTitle : words.newTitle
  return (
    <PortalFrame title={title}>
      <p>
        <a href={order ? `${paths.standingOrders}/${order.id}` : paths.standingOrders}>
          {order ? order.name : list.all}
        </a>
      </p>
      <h1>{title}</h1>
      {accounts.all === 0 ? <NoAccount /> : <OrderForm {...props} />}
    </PortalFrame>
  )
}

function NoAccount() {
  const { form: words } = useStandingOrderWords()
  return (
    <Empty title={words.noAccount}>
      <p>{words.noAccountText}</p>
      <ButtonLink href={paths.accounts}>{words.accounts}</ButtonLink>
    </Empty>
  )
}

function OrderForm(props: FormPageProps) {
  const { accounts, typed, faults, order } = props
  const { form: words } = useStandingOrderWords()
  const { language } = useScope()
  const action = order ? `${paths.standingOrders}/${order.id}/modification` : paths.newStandingOrder
  const of = (name: FieldName) => ({
    name: fields[name],
    value: typed[name],
    error: errorAt(faults, fields[name]),
  })
  return (
    <div class="grid start">
      <div class="stack">
        {accounts.all > shownAtOnce && <AccountSearch path={action} {...accounts} />}
        {accounts.shown.length > 0 && (
          <div class="card stack">
            <WriteForm action={action} faults={faults} button={order ? words.change : words.make}>
              {order && <input type="hidden" name={versionField} value={order.version} />}
              <TextField
                {...of('name')}
                label={words.name}
                hint={words.nameHint}
                example={words.nameExample}
                maxLength={standingNameLengthMax}
              />
              <AccountField
                accounts={accounts}
                chosen={typed.account}
                error={errorAt(faults, fields.account)}
              />
              <What typed={typed} of={of} />
              <SelectField {...of('rhythm')} label={words.when} options={rhythmChoices(language)} />
              <SelectField {...of('hour')} label={words.hour} options={hoursOf(words)} />
            </WriteForm>
          </div>
        )}
      </div>
      <Rules isChange={order !== undefined} />
    </div>
  )
}

/** The version the form was made from, so that nobody else's change is overwritten. */
export const versionField = 'version'

function hoursOf({ hourOf }: StandingOrderWords['form']) {
  const hours = Array.from({ length: hoursADay }, (_, hour) => `${hour}`)
  return hours.map((hour) => [hour, hourOf(hour)] as const)
}

function What({
  typed,
  of,
}: {
  readonly typed: Typed
  readonly of: (name: FieldName) => {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
  }
}) {
  const { form: words } = useStandingOrderWords()
  return (
    <div class="either stack">
      <Choices
        name={fields.what}
        label={words.howMuch}
        value={typed.what}
        choices={[
          { value: fixed, label: words.fixed, note: words.fixedNote },
          { value: all, label: words.everything, note: words.everythingNote },
        ]}
      />
      <div class="first">
        <XofField {...of('amount')} label={words.amount} isFilter />
      </div>
      <div class="second stack">
        <XofField {...of('floor')} label={words.floor} isOptional />
        <XofField {...of('most')} label={words.most} isOptional />
      </div>
    </div>
  )
}

function XofField(props: FieldProps) {
  return <TextField {...props} inputMode="decimal" unit="F CFA" maxLength={24} />
}

function Rules({ isChange }: { readonly isChange: boolean }) {
  const { rules: words } = useStandingOrderWords()
  return (
    <div class="card stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.asUsual}</p>
      <p class="soft">{words.secondPerson}</p>
      {isChange && <p class="soft">{words.change}</p>}
    </div>
  )
}
