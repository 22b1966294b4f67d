import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { call, eventually } from '#test/support/call.ts'
import { createdCheckout, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals } from '#workflows/contract/messages.ts'

describe('the code of a cash desk whose run fails', function () {
  this.timeout(120_000)
  const service = given(() => startTestService({ LOG_LEVEL: 'fatal' }))
  const rows = (text: string) => onPool(service.database.pool).rows(text)

  it('as it is given to a payment that nobody has recorded yet: 503, and the same request pays once that is mended', async () => {
    const { keys } = await createTenant(service.database)
    const id = await createdCheckout(service, keys.terminal)
    await rows(`create function planted() returns trigger language plpgsql as
      $$ begin raise exception 'broken for %', new.id; end $$`)
    await rows(`create trigger planted before update on checkout for each row
      when (new.id = '${id}' and new.status = 'processing') execute function planted()`)
    const request = scanCall(id, {}, randomUUID())
    const early = await call(service, request)
    assert.equal(early.status, 503, early.text)
    assert.equal(early.json.error.code, 'service_unavailable')
    await rows('drop function planted() cascade')
    const run = service.temporal.workflow.getHandle(workflowId('checkout', id))
    await run.signal(signals.lookAgain)
    const paid = await eventually(async () => {
      const answer = await call(service, request)
      return answer.status === 202 && answer
    })
    const { transaction } = await untilCheckout(service, { key: keys.terminal, id }, 'succeeded')
    assert.equal(transaction.id, paid.json.data.id)
    assert.equal(await run.result(), 'succeeded', 'the same run')
  })
})
