import { type ComponentChild, type ComponentChildren, Fragment } from 'preact'
import { add, type Money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Scoped } from '#use-cases/desk/queue.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { CaseLink } from '#web/staff/case-link.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import {
  caseCells,
  Heading,
  PasswordField,
  ReasonField,
  type RefusedAct,
  RefusedNotice,
  State,
} from '#web/staff/parts.tsx'
import { useDesk } from '#web/staff/staff-page.ts'
import { counted, modeNames } from '#web/staff/words.ts'
import { pickField } from './case-verbs.ts'
import type { SeveralForm } from './several-form.ts'

type Listed = Scoped & { readonly id: string }

/** What both pages know of the queue. */
export interface SeveralPage<Item> {
  readonly path: string
  /** The title of its list. */
  readonly title: string
  readonly several: SeveralForm<Item>
  readonly one: {
    readonly heading: (item: Item) => string
    readonly state: (item: Item) => ComponentChild
  }
}

/** The hidden field with what the page showed of this item. */
export function seenFieldOf(id: string): string {
  return `vu-${id}`
}

interface ReviewProps<Item> extends SeveralPage<Item> {
  readonly items: readonly Item[]
  /** Those that can be decided, with what their decision depends on. */
  readonly seen: ReadonlyMap<string, string>
  readonly action: string
  readonly refused: RefusedAct | null
  readonly form: SentForm
}

/** The ticked rows, each with its amount, their total, and the one form that decides on them. */
export function ReviewPage<Item extends Listed>(props: ReviewProps<Item>) {
  const { person } = useDesk()
  const { several, one, items, seen, refused } = props
  const fitting = items.filter(({ id }) => seen.has(id))
  const others = items.filter(({ id }) => !seen.has(id))
  const known = columnsOf(props)
  const state: Column<Item> = { title: 'État', cell: (item) => one.state(item) }
  const reason: Column<Item> = {
    title: 'Pourquoi',
    cell: (item) => several.whyNot(item, person.id),
  }
  return (
    <SeveralFrame {...props}>
      <RefusedNotice refused={refused} />
      {fitting.length > 0 && (
        <>
          <CardTable
            caption={several.title}
            columns={[...known.slice(0, 2), state, ...known.slice(2)]}
            rows={fitting}
            keyOf={({ id }) => id}
          />
          <Decision {...props} fitting={fitting} />
        </>
      )}
      {others.length > 0 && (
        <>
          <h2>Laissés de côté</h2>
          <CardTable
            caption="Lignes sur lesquelles vous ne pouvez pas décider"
            columns={[...known.slice(0, 2), reason, ...known.slice(2)]}
            rows={others}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </SeveralFrame>
  )
}

/** The frame of both pages, with the link back to the list. */
function SeveralFrame({
  path,
  title,
  several,
  children,
}: Pick<SeveralPage<never>, 'path' | 'title' | 'several'> & {
  readonly children: ComponentChildren
}) {
  return (
    <StaffFrame title={several.title}>
      <p>
        <CaseLink href={path} name={title} />
      </p>
      <Heading title={several.title} />
      {children}
    </StaffFrame>
  )
}

function Decision<Item extends Listed>({
  several,
  fitting,
  seen,
  action,
  refused,
  form,
}: ReviewProps<Item> & { readonly fitting: readonly Item[] }) {
  const faults = refused?.faults ?? []
  const { fields, text, confirm, isDanger } = several
  return (
    <section class="card stack">
      <h2>Décision</h2>
      <Totals items={fitting} amount={several.amount} />
      <p class="soft">{text} Chaque ligne est traitée à part et notée dans le journal.</p>
      <Faults faults={faults} />
      <Form action={action}>
        {[...seen].map(([id, value]) => (
          <Fragment key={id}>
            <input type="hidden" name={pickField} value={id} />
            <input type="hidden" name={seenFieldOf(id)} value={value} />
          </Fragment>
        ))}
        {'reason' in fields && <ReasonField form={form} faults={faults} />}
        {'password' in fields && <PasswordField faults={faults} />}
        <Button {...(isDanger && { look: 'danger' as const })}>
          {`${confirm} (${fitting.length})`}
        </Button>
      </Form>
    </section>
  )
}

/** How many and how much, real money apart from tests, each currency on its own. */
function Totals<Item extends Listed>({
  items,
  amount,
}: {
  readonly items: readonly Item[]
  readonly amount: (item: Item) => Money
}) {
  const totals = new Map<string, { count: number; mode: Mode; sum: Money }>()
  for (const item of items) {
    const one = amount(item)
    const key = `${item.mode} ${one.currency}`
    const { count, sum } = totals.get(key) ?? { count: 0, sum: null }
    totals.set(key, { count: count + 1, mode: item.mode, sum: sum === null ? one : add(sum, one) })
  }
  return (
    <Facts
      facts={[...totals.values()].map(({ count, mode, sum }) => ({
        label: `Total, ${counted(count, 'ligne')} (${modeNames[mode].toLowerCase()})`,
        value: <Amount of={sum} />,
        isTotal: true,
      }))}
    />
  )
}

function columnsOf<Item extends Listed>({
  path,
  several,
  one,
}: SeveralPage<Item>): readonly Column<Item>[] {
  return [
    ...caseCells('Dossier', path, one.heading),
    {
      title: 'Montant',
      isNumber: true,
      cell: (item) => <Amount of={several.amount(item)} />,
    },
  ]
}

/** An item and its result. */
export interface Decided<Item> {
  readonly item: Item
  readonly outcome: 'done' | 'already' | { readonly refused: string }
}

/** The result of each: done, already done, or refused and why. */
export function DecidedPage<Item extends Listed>(
  props: SeveralPage<Item> & { readonly decided: readonly Decided<Item>[] },
) {
  const { several, decided } = props
  const outcomes = new Map(decided.map(({ item, outcome }) => [item.id, outcome]))
  const items = decided.map(({ item }) => item)
  const done = items.filter(({ id }) => outcomes.get(id) === 'done')
  const isAll = done.length === items.length
  const known = columnsOf(props)
  const result: Column<Item> = {
    title: 'Résultat',
    cell: ({ id }) => <Result outcome={outcomes.get(id)} done={several.done} />,
  }
  return (
    <SeveralFrame {...props}>
      <Notice
        tone={isAll ? 'ok' : 'info'}
        title={`${several.done}\u00A0: ${done.length} sur ${items.length}`}
      >
        {!isAll && 'Le tableau dit ce qu’il en est de chaque autre ligne.'}
      </Notice>
      {done.length > 0 && (
        <section class="card">
          <Totals items={done} amount={several.amount} />
        </section>
      )}
      <CardTable
        caption="Résultat de chaque ligne"
        columns={[...known.slice(0, 2), result, ...known.slice(2)]}
        rows={items}
        keyOf={({ id }) => id}
      />
    </SeveralFrame>
  )
}

function Result({
  outcome,
  done,
}: {
  readonly outcome: Decided<unknown>['outcome'] | undefined
  readonly done: string
}) {
  if (outcome === 'done') return <State of={['ok', done]} />
  if (outcome === 'already' || outcome === undefined) return <State of={['still', 'Déjà fait']} />
  return (
    <>
      <State of={['bad', 'Refusé']} />
      <span class="soft small">{outcome.refused}</span>
    </>
  )
}
