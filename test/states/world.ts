import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { EndpointId } from '#domain/ids.ts'
import type { MoveTable } from '#domain/states/moves.ts'
import type { Books, Merchant } from '#test/support/books.ts'
import type { BookOperator, ReadWord, RequestWord } from './operator.ts'
import type { Circumstances, Staff } from './places.ts'

/** How everything of a history stands in the books, in words; what is not there yet is left out. */
export type View = Readonly<Record<string, string>>

/** Any value: the model does not know which, and leaves it to the log. */
export const any = '*'

/** One thing that happens: an act, with what is said in it, and about which of several. */
export interface Step {
  readonly act: string
  readonly say: string
  readonly which: number
}

/** A merchant of its own, with what its history may use. */
export interface Place extends Pick<Books, 'database' | 'outbox'>, Circumstances {
  readonly merchant: Merchant
  readonly operator: BookOperator
  /** The steps as a worker has them, on this database, whose calls to the operator end like this. */
  readonly worker: (request: RequestWord, read: ReadWord) => ActivityDependencies
  readonly phone: string
  readonly staff: Staff
  readonly endpointId: EndpointId
  readonly bankAccountId: string
  readonly rows: Books['rows']
}

/** What is played: the steps on the books, what a model expects of each, and how all comes to its end. */
export interface World {
  look(): Promise<View>
  /** Undefined where nobody would do this now. */
  take(step: Step, view: View): (() => Promise<unknown>) | undefined
  /** What the step changes, by the model alone. */
  expect(step: Step, view: View): View
  /** What runs do when nothing is lost any more. */
  heal(): Promise<void>
  /** What is wrong after that, judged by the operator’s own book. */
  faults(view: View): string[]
  /** What is wrong with its money, where that is more than its movements. */
  faultsOfMoney?(): Promise<string[]>
}

/** What a model expects of each act; of others, nothing. */
export type Expectations = Readonly<Record<string, (step: Step, before: View) => View>>

/** Where a cause leads in the table of moves; where it is not allowed, nowhere. */
export function next<State extends string, Cause extends string>(
  table: MoveTable<State, Cause>,
  from: string | undefined,
  cause: Cause,
): string | undefined {
  const move = table.moves.find(
    (each) => each.from === from && each.to !== from && cause in each.causes,
  )
  return move?.to ?? from
}

/** The state that a move leads to, where the table has it. */
export function reach<State extends string>(
  table: MoveTable<State, string>,
  from: string | undefined,
  to: State,
): string | undefined {
  return table.moves.some((each) => each.from === from && each.to === to) ? to : from
}

/** Without what has no value. */
export function view(values: Readonly<Record<string, string | null | undefined>>): View {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] != null),
  )
}
