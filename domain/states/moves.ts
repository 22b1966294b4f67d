import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { EventType } from '#domain/webhooks/events.ts'

/** Who can cause a move; `timer` is a time that has passed, `service` a step of our own run. */
export type Actor = 'merchant' | 'payer' | 'operator' | 'receiver' | 'staff' | 'timer' | 'service'

/** One allowed move; `from: null` is the beginning; with the same `from` and `to` it changes no state. */
export interface Move<State extends string, Cause extends string> {
  readonly from: State | null
  readonly to: State
  /** What causes it, and who. */
  readonly causes: Readonly<Partial<Record<Cause, Actor>>>
  /** The event the merchant gets. */
  readonly event?: EventType
  /** The posting in the ledger. */
  readonly posting?: MovementKind
}

/** All moves of one kind of thing (docs/states.md): at most one from a state to another. */
export interface MoveTable<State extends string, Cause extends string> {
  readonly name: string
  readonly moves: readonly Move<State, Cause>[]
}

/** Its states, in the order of the table. */
export function statesOf<State extends string>({ moves }: MoveTable<State, string>): State[] {
  return [...new Set(moves.map(({ to }) => to))]
}

/** The move from a state to another; undefined if the table has none. */
export function findMove<State extends string, Cause extends string>(
  { moves }: MoveTable<State, Cause>,
  from: State | null,
  to: State,
): Move<State, Cause> | undefined {
  return moves.find((move) => move.from === from && move.to === to)
}

/** The same for callers that have already checked that it is allowed: a RangeError if it is not. */
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

/** The event of a move that has one. */
export function eventOf({ event }: Pick<Move<string, string>, 'event'>): EventType {
  if (event === undefined) throw new RangeError('a move that tells nobody has no event')
  return event
}

/** The posting of a move that moves money. */
export function postingOf({ posting }: Pick<Move<string, string>, 'posting'>): MovementKind {
  if (posting === undefined) throw new RangeError('a move that moves no money has no posting')
  return posting
}

/** The states a cause may lead to from a state; empty if it is not allowed. */
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

/** True if no move leads out of the state. */
export function isEnd<State extends string>(table: MoveTable<State, string>, at: State): boolean {
  return !table.moves.some(({ from, to }) => from === at && to !== at)
}

/** The states that are not final. */
export function openStatesOf<State extends string>(table: MoveTable<State, string>): State[] {
  return statesOf(table).filter((state) => !isEnd(table, state))
}
