import assert from 'node:assert/strict'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { withoutSecrets } from '#activities/failures.ts'

describe('the log line of an activity that fails', () => {
  it('names the activity, its run and the attempt beside the error, so that one line tells all', async () => {
    const lines: object[] = []
    const step = withoutSecrets({
      log: { error: (line) => void lines.push(line), debug: () => {} },
      isInBooks: () => Promise.resolve(true),
      noteOrphan: () => Promise.resolve(),
    })
    const environment = new MockActivityEnvironment(
      {
        activityType: 'checkPayment',
        attempt: 3,
        workflowExecution: { workflowId: 'collection/1', runId: '2' },
      },
      { logger: new DefaultLogger('ERROR', () => {}) },
    )
    const error = new TypeError('of a person')
    const failing = step(() => Promise.reject(error))
    const input = { transactionId: '1' }
    await assert.rejects(environment.run(failing, input) as Promise<unknown>)
    assert.deepEqual(lines, [
      { activityType: 'checkPayment', workflowId: 'collection/1', attempt: 3, input, err: error },
    ])
  })
})
