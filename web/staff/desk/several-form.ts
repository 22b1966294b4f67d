import type { Money } from '#domain/money/money.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'

/** How an action on one item of a queue is offered for several ticked rows of its list. */
export interface SeveralForm<Item> {
  /** The button below the list. */
  readonly button: string
  readonly title: string
  /** What it does, in a sentence. */
  readonly text: string
  /** Its fields, the reason and the password, each with the message for a refusal. */
  readonly fields: Readonly<Record<string, string>>
  /** The button that decides. */
  readonly confirm: string
  readonly isDanger?: boolean
  readonly amount: (item: Item) => Money
  /** Why this person cannot do it to this item now; null if they can. */
  readonly whyNot: (item: Item, personId: string) => string | null
  /** True once it is done, by this person or before them. */
  readonly isDone: (item: Item, personId: string) => boolean
  /** What it was: `Confirmé`. */
  readonly done: string
}

/** An order of a queue, for its several rows. */
export interface SeveralOf<Item> {
  readonly verb: string
  readonly act: DeskAct
  readonly several?: SeveralForm<Item>
}

/** What this person can do to several of these rows: none that their role does not allow, or that fits none. */
export function severalFor<Item>(
  orders: readonly SeveralOf<Item>[],
  desk: Desk,
  rows: readonly Item[],
) {
  return orders.flatMap(({ verb, act, several }) => {
    if (several === undefined || !may(desk, act.permission)) return []
    const fits = (row: Item) => several.whyNot(row, desk.person.id) === null
    return rows.some(fits) ? [{ verb, text: several.button, fits }] : []
  })
}
