import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { EventType } from '#domain/webhooks/events.ts'

/** Who can bring a move about; `timer` is a time that has passed, `service` a step that our own run takes. */
export type Actor = 'merchant' | 'payer' | 'operator' | 'receiver' | 'staff' | 'timer' | 'service'

/** One allowed move; with `from: null` the beginning, with `from` and `to` the same a word that changes no state. */
export interface Move<State extends string, Cause extends string> {
  readonly from: State | null
  readonly to: State
  /** What brings it about, and who does. */
  readonly causes: Readonly<Partial<Record<Cause, Actor>>>
  /** What the merchant is told of it. */
  readonly event?: EventType
  /** What the ledger books with it. */
  readonly posting?: MovementKind
}

/** All that something can go through (docs/states.md): one move at most from a state to another. */
export interface MoveTable<State extends string, Cause extends string> {
  readonly name: string
  readonly moves: readonly Move<State, Cause>[]
}

/** Its states, in the order of the table. */
export function statesOf<State extends string>({ moves }: MoveTable<State, string>): State[] {
  return [...new Set(moves.map(({ to }) => to))]
}

/** The move from a state to another; undefined where the table has none. */
export function findMove<State extends string, Cause extends string>(
  { moves }: MoveTable<State, Cause>,
  from: State | null,
  to: State,
): Move<State, Cause> | undefined {
  return moves.find((move) => move.from === from && move.to === to)
}

/** The same for who has judged before that it is allowed: a RangeError where it is not. */
export function moveOf<State extends string, Cause extends string>(
  table: MoveTable<State, Cause>,
  from: State | null,
  to: State,
): Move<State, Cause> {
  const move = findMove(table, from, to)
  if (move === undefined) {
    throw new RangeError(`a ${table.name} that is ${from ?? 'new'} cannot become ${to}`)
  }
  return move
}

/** What the merchant is told with a move that tells. */
export function eventOf({ event }: Pick<Move<string, string>, 'event'>): EventType {
  if (event === undefined) throw new RangeError('a move that tells nobody has no event')
  return event
}

/** What the ledger books with a move that moves money. */
export function postingOf({ posting }: Pick<Move<string, string>, 'posting'>): MovementKind {
  if (posting === undefined) throw new RangeError('a move that moves no money has no posting')
  return posting
}

/** Where a cause may lead from a state, nowhere where it is not allowed. */
export function targetsOf<State extends string, Cause extends string>(
  { moves }: MoveTable<State, Cause>,
  from: State,
  cause: Cause,
): State[] {
  return moves.filter((move) => move.from === from && cause in move.causes).map(({ to }) => to)
}

/** The states that a cause may lead out of, for the `where` of the statement that moves. */
export function sourcesOf<State extends string, Cause extends string>(
  { moves }: MoveTable<State, Cause>,
  cause: Cause,
): State[] {
  const sources = moves.filter((move) => cause in move.causes).map(({ from }) => from)
  return [...new Set(sources.filter((from) => from !== null))]
}

/** True where no move leads out: the end, for good. */
export function isEnd<State extends string>(table: MoveTable<State, string>, at: State): boolean {
  return !table.moves.some(({ from, to }) => from === at && to !== at)
}

/** The states that are not the end. */
export function openStatesOf<State extends string>(table: MoveTable<State, string>): State[] {
  return statesOf(table).filter((state) => !isEnd(table, state))
}
