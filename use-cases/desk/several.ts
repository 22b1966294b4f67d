import { ServiceError } from '#domain/errors/errors.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { type ActOrder, confirmOrder, type DeskAct } from './act.ts'

/** The same action, ordered on several items at once. */
export interface SeveralOrder extends Omit<ActOrder, 'id' | 'confirm'> {
  readonly ids: readonly string[]
  readonly body: { readonly password?: string; readonly reason?: string }
}

/** The result of each item, by its id: done, or refused. */
export type SeveralDone = ReadonlyMap<string, 'done' | ServiceError>

/** Each waits for a run; more at once would keep the connections of others. */
const atOnce = 5

/**
 * Does the same to several items, each in transactions of its own and with its line in the audit log, as if it were
 * ordered alone. The password is checked once: if it is refused, nothing is done, and the first item has the line.
 */
export async function actOnSeveral(
  context: UseCaseContext,
  act: Pick<DeskAct, 'work'>,
  { ids, ...order }: SeveralOrder,
): Promise<SeveralDone> {
  const { person, body } = order
  let confirmed: Promise<void> | undefined
  const confirm = () => (confirmed ??= confirmOrder(context.database, person, body.password ?? ''))
  const outcomes = new Map<string, 'done' | ServiceError>()
  for (const some of inTurn(ids)) {
    // oxlint-disable-next-line no-await-in-loop -- few at a time
    await Promise.all(
      some.map(async (id) => {
        outcomes.set(id, await outcomeOf(() => act.work(context, { ...order, id, confirm })))
      }),
    )
    // oxlint-disable-next-line no-await-in-loop -- nothing more is done without the password
    await confirmed
  }
  return outcomes
}

/** The first alone, which the password is checked with, then a few at a time. */
function inTurn(ids: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = ids
  if (first === undefined) return []
  const groups = Array.from({ length: Math.ceil(rest.length / atOnce) }, (_, index) =>
    rest.slice(index * atOnce, (index + 1) * atOnce),
  )
  return [[first], ...groups]
}

async function outcomeOf(work: () => Promise<unknown>): Promise<'done' | ServiceError> {
  try {
    await work()
    return 'done'
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown
    throw thrown
  }
}
