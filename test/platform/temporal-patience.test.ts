import assert from 'node:assert/strict'
import { readEnv } from '#platform/env.ts'
import { connectClient } from '#platform/temporal.ts'
import { patientCalls } from '#platform/temporal-patience.ts'
import { openGate } from '#test/faults/gate.ts'
import { sharedStack } from '#test/support/stack.ts'

describe('the commands that ask Temporal', function () {
  this.timeout(90_000)

  const clientAt = (address: string) => connectClient(readEnv({ TEMPORAL_ADDRESS: address }))

  it('wait for one that takes longer than a payment would, and go on', async () => {
    const stack = await sharedStack()
    const gate = await openGate(stack.temporalAddress)
    const temporal = clientAt(gate.address)
    try {
      gate.freeze()
      const patient = patientCalls(temporal, { address: gate.address, patienceMs: 60_000 })
      const asked = patient((client) => client.workflow.count())
      await assert.rejects(temporal.call((client) => client.workflow.count()))
      gate.thaw()
      assert.equal(typeof (await asked).count, 'number')
    } finally {
      await temporal.close()
      await gate.close()
    }
  })

  it('end with one line that says what to do, where it does not answer at all', async () => {
    const temporal = clientAt('127.0.0.1:1')
    const patient = patientCalls(temporal, { address: '127.0.0.1:1', patienceMs: 1000 })
    await assert.rejects(
      patient((client) => client.workflow.count()),
      (error: Error) => {
        assert.equal(error.name, 'EnvError')
        assert.match(
          error.message,
          /^Temporal at 127\.0\.0\.1:1 has not answered for 1 s \(.*\)\. .*run the same again.*$/,
        )
        return true
      },
    )
    await temporal.close()
  })

  it('hide no other error behind patience', async () => {
    const stack = await sharedStack()
    const temporal = clientAt(stack.temporalAddress)
    const patient = patientCalls(temporal, { address: stack.temporalAddress, patienceMs: 60_000 })
    await assert.rejects(
      patient((client) => client.workflowService.describeNamespace({ namespace: 'no-such-one' })),
      /not found/i,
    )
    await temporal.close()
  })
})
