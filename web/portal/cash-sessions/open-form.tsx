import {
  cashMax,
  readCash,
  sessionSecondsMax,
  tillTextLengthMax,
} from '#domain/cash-sessions/cash-session.ts'
import { accountCurrency, currencyOf } from '#domain/money/currency.ts'
import type { CashSessionId } from '#domain/ids.ts'
import { type Money, zero } from '#domain/money/money.ts'
import type { NewCashSession } from '#use-cases/cash-sessions/open.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { LinesField, SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import type { Form } from '#web/http/form.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'

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
export function readOpening(form: Form): NewCashSession {
  const { cashier, float, hours, note } = typedSession(form)
  const openingFloat = cashIn(float)
  const faults: FieldFault[] = [
    ...(cashier === '' || cashier.length > tillTextLengthMax
      ? [{ field: fields.cashier, message: 'Écrivez le nom du caissier.' }]
      : []),
    ...(openingFloat === undefined ? [{ field: fields.float, message: cashMessage }] : []),
    ...(note.length > tillTextLengthMax ? [{ field: fields.note, message: noteMessage }] : []),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    cashier: { name: cashier },
    seconds: secondsOf(hours),
    openingFloat: openingFloat ?? zero(accountCurrency),
    note: note === '' ? null : note,
  }
}

export const cashMessage = 'Écrivez un montant sans décimales, zéro compris.'
export const noteMessage = `Raccourcissez la note à ${tillTextLengthMax} caractères.`

/** Parses a typed amount of cash: null if nothing was typed, undefined if invalid. */
export function cashIn(typed: string): Money | null | undefined {
  const text = amountTextOf(typed, accountCurrency)
  if (text === undefined) return null
  const cash = readCash(text)
  return cash === undefined || cash.minor > cashMax ? undefined : cash
}

const hourSeconds = 3600
/** Lifetimes of the token, in hours. */
const lives = [
  ['8', '8 heures'],
  ['4', '4 heures'],
  ['1', '1 heure'],
] as const

function secondsOf(hours: string): number {
  const known = lives.find(([value]) => value === hours)
  return known === undefined ? sessionSecondsMax : Number(hours) * hourSeconds
}

/** Form that opens one cashier's till. */
export function OpenForm({
  typed,
  ...form
}: Pick<WriteFormProps, 'portal' | 'action'> & {
  readonly typed: TypedSession
  readonly faults: readonly FieldFault[]
}) {
  const at = (name: string) => ({ name, error: errorAt(form.faults, name) })
  return (
    <WriteForm {...form} button="Ouvrir la session">
      <TextField
        {...at(fields.cashier)}
        label="Caissier"
        hint="Le même nom retrouve le même caissier."
        value={typed.cashier}
        maxLength={tillTextLengthMax}
      />
      <TextField
        {...at(fields.float)}
        label="Fond de caisse"
        inputMode="numeric"
        unit={cashUnit}
        value={typed.float}
        isOptional
      />
      <SelectField
        {...at(fields.hours)}
        label="Le jeton expire après"
        value={typed.hours}
        options={lives}
      />
      <LinesField {...at(fields.note)} label="Note" value={typed.note} isOptional />
    </WriteForm>
  )
}

/** Shows the session's token once. */
export function SessionToken({
  portal,
  id,
  token,
  seconds,
}: {
  readonly portal: Portal
  readonly id: CashSessionId
  readonly token: string
  readonly seconds: number
}) {
  const hours = seconds / hourSeconds
  return (
    <PortalFrame portal={portal} title="Jeton de session">
      <h1>La caisse est ouverte</h1>
      <OneTimeSecret
        title="Donnez ce jeton au logiciel de caisse"
        secret={token}
        copy="Copier le jeton"
        note={`Il n’est affiché qu’une fois, et fonctionne ${hours}\u00A0h au plus. Perdu, fermez la session et ouvrez-en une autre.`}
      />
      <ButtonLink href={`${paths.cashSessions}/${id}`}>Voir la session</ButtonLink>
    </PortalFrame>
  )
}
