import { type Operator, operators } from '#domain/operators/operators.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { OperatorScope } from './is-open.ts'

/** The operators available in this scope, in the order of their table. */
export async function openOperators(
  context: Pick<UseCaseContext, 'isOpen'>,
  scope: OperatorScope,
): Promise<readonly Operator[]> {
  const isOpen = await Promise.all(operators.map(({ code }) => context.isOpen(code, scope)))
  return operators.filter((_, at) => isOpen[at] === true)
}
