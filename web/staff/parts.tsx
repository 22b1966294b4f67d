import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { ComponentChildren } from 'preact'
import type { ServiceError } from '#domain/errors/errors.ts'
import type { Money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Owner } from '#use-cases/desk/owner-columns.ts'
import type { Scoped } from '#use-cases/desk/queue.ts'
import { Badge } from '#web/design/badge.tsx'
import { Button, ButtonLink, CopyButton } from '#web/design/button.tsx'
import { ConfirmField } from '#web/design/confirm.tsx'
import { LinesField } from '#web/design/field.tsx'
import { type FieldFault, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Notice } from '#web/design/notice.tsx'
import type { Column } from '#web/design/table.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt, fieldsOf } from '#web/http/refused.ts'
import { isoTime, localTimeText } from '#domain/text/text.ts'
import { useScope } from '#web/design/scope.ts'
import { addressIn, CaseLink } from './case-link.tsx'
import { paths } from './paths.ts'

/** A state in a word. */
export function State({ of: [tone, label] }: { readonly of: readonly [Tone, string] }) {
  return <Badge tone={tone}>{label}</Badge>
}

/** Marks what is not real money; nothing in live mode. */
export function TestMark({ mode }: { readonly mode: Mode }) {
  return mode === 'live' ? null : <Badge tone="still">Test</Badge>
}

/** The owner: the merchant, and the service. */
export function OwnerCell({ merchant, service, mode }: Owner & { readonly mode: Mode }) {
  return (
    <>
      <a href={`${paths.merchants}/${merchant.id}`}>{merchant.name}</a>
      <span class="soft small">
        {service.name}
        {mode === 'sandbox' && ' · test'}
      </span>
    </>
  )
}

/** The first columns of a list of cases: what each is called, which leads to its page, and whose it is. */
export function caseCells<Item extends Scoped & { readonly id: string }>(
  title: string,
  path: string,
  nameOf: (item: Item) => string,
): readonly Column<Item>[] {
  return [
    { title, cell: (item) => <CaseLink href={`${path}/${item.id}`} name={nameOf(item)} /> },
    { title: 'Marchand', cell: OwnerCell },
  ]
}

/** The amount concerned and, if something is still open, since when. */
export function HeroAmount({
  of,
  wait = 'Attend depuis',
  since,
}: {
  readonly of: Money
  readonly wait?: string
  readonly since: Date | null
}) {
  return (
    <div class="row spread">
      <p>
        <Amount of={of} isHero />
      </p>
      {since && (
        <p class="soft">
          {wait} <Age since={since} />
        </p>
      )}
    </div>
  )
}

/** Link to the workflow in Temporal; opens beside the desk. */
export function RunLink({ href }: { readonly href: string }) {
  return (
    <ButtonLink href={href} look="quiet" isElsewhere>
      Suivre dans Temporal
    </ButtonLink>
  )
}

interface View {
  /** Value of the query field `vue`; empty for the first. */
  readonly value: string
  readonly label: string
}

/** The views of a list, as links; each keeps the filters that are chosen. */
export function Views({
  path,
  views,
  open,
  filters = '',
}: {
  readonly path: string
  readonly views: readonly View[]
  readonly open: string
  /** As a query. */
  readonly filters?: string
}) {
  const addressOf = (value: string) => {
    const query = new URLSearchParams({ ...(value !== '' && { vue: value }) })
    for (const [name, chosen] of new URLSearchParams(filters)) query.set(name, chosen)
    return addressIn(query.toString(), path)
  }
  return (
    <nav class="views" aria-label="Vues de la liste">
      {views.map(({ value, label }) => (
        <a key={value} href={addressOf(value)} aria-current={value === open ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Link to the next page of a list; nothing at the end. */
export function Next({ href }: { readonly href: string | null }) {
  if (href === null) return null
  return (
    <nav class="pages row" aria-label="Pages de la liste">
      <ButtonLink href={href} look="quiet" iconAfter="right">
        Suite de la liste
      </ButtonLink>
    </nav>
  )
}

/** Why an action was refused; nothing was done. */
export interface RefusedAct {
  /** Faults shown at the form's fields. */
  readonly faults: readonly FieldFault[]
  /** The message if it is about no field. */
  readonly message: string | null
  /** The details of an error that is about a field of the form. */
  readonly details?: ServiceError['details']
  /** The payments that those details name. */
  readonly others?: readonly TransactionRecord[]
}

/** Shown above a page whose action was refused: nothing was done, and the page shows the current state. */
export function RefusedNotice({ refused }: { readonly refused: RefusedAct | null }) {
  if (refused === null || refused.message === null) return null
  return (
    <Notice tone="bad" title="Rien n’a été fait" isAnswer>
      {refused.message} La page montre l’état actuel.
    </Notice>
  )
}

/** A number that stays masked until somebody with the permission asks for it, which the audit log records. */
export function MaskedNumber({
  masked,
  shown,
  action,
  mayRead,
}: {
  readonly masked: string
  /** The whole number, if somebody asked to see it. */
  readonly shown: string | null
  readonly action: string
  readonly mayRead: boolean
}) {
  if (shown !== null) {
    return (
      <div class="stack">
        <code class="secret">{shown}</code>
        <CopyButton text={shown}>Copier le numéro</CopyButton>
      </div>
    )
  }
  return (
    <div class="row">
      <span class="num">{masked}</span>
      {mayRead && (
        <Form action={action}>
          <Button look="quiet">Afficher le numéro</Button>
        </Form>
      )}
    </div>
  )
}

/** The password that confirms moving money, or a change of permissions. */
export function PasswordField({
  faults,
  name = 'password',
}: {
  readonly faults: readonly FieldFault[]
  /** Each field of a page has a unique name, by which screen readers find it. */
  readonly name?: string
}) {
  return <ConfirmField name={name} error={errorAt(faults, name)} />
}

/** The reason for an action: 500 characters, as the action allows. */
export function ReasonField({
  form,
  faults,
  name = 'reason',
  label = 'Motif',
  hint = 'Reste dans le journal de l’équipe.',
  isOptional,
}: {
  readonly form: SentForm
  readonly faults: readonly FieldFault[]
  /** Each field of a page has a unique name, by which screen readers find it. */
  readonly name?: string
  readonly label?: string
  readonly hint?: string
  readonly isOptional?: boolean
}) {
  return (
    <LinesField
      {...fieldsOf(form, faults)(name)}
      label={label}
      hint={hint}
      maxLength={500}
      {...(isOptional && { isOptional })}
    />
  )
}

/** A heading with content on its right. */
export function Heading({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="row spread">
      <h1>{title}</h1>
      {children}
    </div>
  )
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What waits longer is shown as late. */
const lateMs = dayMs

export function isLate(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= lateMs
}

/** How long something has waited: `< 1 min`, `12 min`, `5 h`, `2 j 4 h`, `40 j`. */
function ageText(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms < minuteMs) return '<\u00A01\u00A0min'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}\u00A0min`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}\u00A0h`
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  return days > 6 || hours === 0 ? `${days}\u00A0j` : `${days}\u00A0j ${hours}\u00A0h`
}

/** Since when something waits, with the exact time in its title. */
export function Age({ since }: { readonly since: Date }) {
  const { now } = useScope()
  return (
    <time dateTime={isoTime(since)} title={localTimeText(since)} class="num">
      {ageText(since, now)}
    </time>
  )
}

/** Told on the phone to somebody who cannot get in; nothing if nobody was kept out. */
export function Locked({ until }: { readonly until: Date | undefined }) {
  if (until === undefined) return null
  return (
    <p class="small">
      <State of={['wait', 'Trop d’essais faux']} /> jusqu’au <ExactTime at={until} />
    </p>
  )
}
