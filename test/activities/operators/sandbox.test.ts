import { createSandboxOperator } from '#activities/operators/sandbox.ts'
import { onPool } from '#db/sql.ts'
import { openDatabase } from '#test/support/service.ts'
import { createDatabase } from '#test/support/stack.ts'
import { operatorContract } from './contract.ts'

operatorContract('the sandbox', async () => {
  const database = await openDatabase(await createDatabase())
  const operator = createSandboxOperator({
    database,
    delayMs: 50,
    expiryMs: 900_000,
    callBack: async () => {},
  })
  return {
    operator,
    kinds: ['collection', 'payout', 'refund'],
    unknownIs: 'not_found',
    async movements(id) {
      const { count } = await onPool(database.pool).one<{ count: number }>(
        `select count(*)::int as count from sandbox_operator.request where id = $1 and status = 'succeeded'`,
        [id],
      )
      return count
    },
    stop: () => database.close(),
  }
})
