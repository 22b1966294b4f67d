import { cashMax, readCash, tillTextLengthMax } from '#domain/cash-sessions/cash-session.ts'
import { accountCurrency, currencyOf } from '#domain/money/currency.ts'
import type { CashSessionId } from '#domain/ids.ts'
import { type Money, zero } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import type { NewCashSession } from '#use-cases/cash-sessions/open.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { LinesField, SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import type { Form } from '#web/http/form.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'
import { cashSessionWords, useCashSessionWords } from './words.tsx'

const fields = { cashier: 'caissier', float: 'fond', hours: 'heures', note: 'note' } as const
export type TypedSession = Readonly<Record<keyof typeof fields, string>>

/** The form's fields as they were typed. */
export function typedSession(form: Form): TypedSession {
  const text = (name: keyof typeof fields): string => form.text(fields[name])
  return {
    cashier: text('cashier'),
    float: text('float'),
    hours: text('hours'),
    note: text('note'),
  }
}

export const cashUnit = currencyOf(accountCurrency).symbol

/** Reads the session to open. Throws FieldRefusal. */
export function readOpening({
  form,
  language,
}: Pick<PortalInput, 'form' | 'language'>): NewCashSession {
  const words = cashSessionWords[language].faults
  const { cashier, float, hours, note } = typedSession(form)
  const openingFloat = cashIn(float)
  const life = lives.find((known) => String(known) === hours)
  const faults: FieldFault[] = [
    ...(cashier === '' || cashier.length > tillTextLengthMax
      ? [{ field: fields.cashier, message: words.cashier }]
      : []),
    ...(openingFloat === undefined ? [{ field: fields.float, message: words.cash }] : []),
    ...hoursFaults(life, words.hours),
    ...noteFaults({ field: fields.note, note }, language),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    cashier: { name: cashier },
    seconds: secondsOf(life),
    openingFloat: openingFloat ?? zero(accountCurrency),
    note: note || null,
  }
}

/** What is wrong with a note: its length. */
export function noteFaults(
  { field, note }: { readonly field: string; readonly note: string },
  language: Language,
): FieldFault[] {
  if (note.length <= tillTextLengthMax) return []
  return [{ field, message: cashSessionWords[language].faults.note(String(tillTextLengthMax)) }]
}

/** Parses a typed amount of cash: null if nothing was typed, undefined if invalid. */
export function cashIn(typed: string): Money | null | undefined {
  const text = amountTextOf(typed, accountCurrency)
  if (text === undefined) return null
  const cash = readCash(text)
  return cash === undefined || cash.minor > cashMax ? undefined : cash
}

const hourSeconds = 3600
/** Lifetimes of the token, in hours. */
const lives = [8, 4, 1] as const

type Life = (typeof lives)[number]

function hoursFaults(life: Life | undefined, message: string): FieldFault[] {
  return life === undefined ? [{ field: fields.hours, message }] : []
}

function secondsOf(life: Life | undefined): number {
  return (life ?? 0) * hourSeconds
}

/** Form that opens one cashier's till. */
export function OpenForm({
  typed,
  ...form
}: Pick<WriteFormProps, 'action'> & {
  readonly typed: TypedSession
  readonly faults: readonly FieldFault[]
}) {
  const { open: words, drawer, turn } = useCashSessionWords()
  const at = (name: string) => ({ name, error: errorAt(form.faults, name) })
  return (
    <WriteForm {...form} button={words.open}>
      <TextField
        {...at(fields.cashier)}
        label={words.cashier}
        hint={words.cashierHint}
        value={typed.cashier}
        maxLength={tillTextLengthMax}
      />
      <TextField
        {...at(fields.float)}
        label={drawer.float}
        inputMode="numeric"
        unit={cashUnit}
        value={typed.float}
        isOptional
      />
      <SelectField
        {...at(fields.hours)}
        label={words.life}
        value={typed.hours}
        options={lives.map((life) => [String(life), words.hours[life]])}
      />
      <LinesField {...at(fields.note)} label={turn.note} value={typed.note} isOptional />
    </WriteForm>
  )
}

/** Shows the session's token once. */
export function SessionToken({
  id,
  token,
  seconds,
}: {
  readonly id: CashSessionId
  readonly token: string
  readonly seconds: number
}) {
  const words = useCashSessionWords().token
  return (
    <PortalFrame title={words.pageTitle}>
      <h1>{words.title}</h1>
      <OneTimeSecret
        title={words.give}
        secret={token}
        copy={words.copy}
        note={words.note(String(seconds / hourSeconds))}
      />
      <ButtonLink href={`${paths.cashSessions}/${id}`}>{words.seeSession}</ButtonLink>
    </PortalFrame>
  )
}
