import assert from 'node:assert/strict'
import { workerQueues } from '#platform/env-worker.ts'
import { readEnv } from '#platform/env.ts'
import { bulkhead } from '#worker/bulkhead.ts'
import { allQueues } from '#workflows/contract.ts'

const code = { code: '' }

describe('how a queue is worked on', () => {
  const made = (queue: (typeof workerQueues)[number], changes: Readonly<Record<string, string>>) =>
    bulkhead(queue, readEnv(changes).worker, code)

  it('the environment names every queue that there is, and no other', () => {
    const all = allQueues
    assert.deepEqual([...workerQueues].toSorted(), all.toSorted())
  })

  it('calls of an operator have slots and a rate of their own, and no workflow waits there', () => {
    const changes = { WORKER_OPERATOR_MTN_SLOTS: '7', WORKER_OPERATOR_MTN_PER_SECOND: '3' }
    const mtn = made('operator-mtn', changes)
    assert.deepEqual([mtn.maxConcurrentActivityTaskExecutions, mtn.workflowBundle], [7, undefined])
    assert.equal(mtn.maxTaskQueueActivitiesPerSecond, 3)
    const moov = made('operator-moov', changes)
    assert.equal(moov.maxConcurrentActivityTaskExecutions, 100)
    assert.equal('maxTaskQueueActivitiesPerSecond' in moov, false)
  })

  it('workflows have slots and a cache, and pollers never more than slots', () => {
    const payments = made('payments', {
      WORKER_WORKFLOW_SLOTS: '3',
      WORKER_LOCAL_SLOTS: '4',
      WORKER_PAYMENTS_SLOTS: '2',
      WORKER_CACHED_WORKFLOWS: '50',
    })
    assert.equal(payments.workflowBundle, code)
    assert.deepEqual(
      [
        payments.maxConcurrentWorkflowTaskExecutions,
        payments.maxConcurrentLocalActivityExecutions,
        payments.maxConcurrentActivityTaskExecutions,
        payments.maxCachedWorkflows,
      ],
      [3, 4, 2, 50],
    )
    assert.equal('maxCachedWorkflows' in made('payments', {}), false)
    assert.equal(made('webhooks', { WORKER_WEBHOOKS_SLOTS: '30' }).maxCachedWorkflows, 30)
    assert.equal(made('webhooks', { WORKER_CACHED_WORKFLOWS: '50' }).maxCachedWorkflows, 50)
    assert.deepEqual(payments.workflowTaskPollerBehavior, {
      type: 'autoscaling',
      initial: 3,
      maximum: 3,
    })
  })
})
