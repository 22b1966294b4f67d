import assert from 'node:assert/strict'
import { readNamespaceOwner } from '#db/installation.ts'
import { freePorts } from '#dev/ports.ts'
import { runCommand, runReconcile, startApiProcess } from '#test/support/processes.ts'
import { namespaceOwner } from '#workflows/contract/schedules.ts'
import { givenScene } from './scene.ts'

describe('a namespace of Temporal belongs to one installation', function () {
  this.timeout(180_000)
  const scene = givenScene()

  const owner = () => {
    const { pool } = scene.database
    const { call } = scene.temporal
    return readNamespaceOwner({ pool, namespace: scene.places.namespace, call })
  }
  /** These books become those of another installation. */
  const turn = () =>
    scene.database.pool.query('update installation set id = gen_random_uuid() returning id')

  it('that of the books which come first, whatever comes first with them: an API, a worker, a migration', async () => {
    const { schedule } = scene.temporal.client
    assert.equal(await owner(), 'nobody')
    const api = await scene.startApi()
    assert.equal(await owner(), 'ours')
    await api.stop()
    await schedule.getHandle(namespaceOwner.scheduleId).delete()
    const migrated = await runCommand({ main: 'db/migrate-main.ts' }, scene.environment())
    assert.deepEqual([migrated.code, await owner()], [0, 'ours'])
    await schedule.getHandle(namespaceOwner.scheduleId).delete()
    await (await scene.startWorker()).stop()
    assert.equal(await owner(), 'ours')
    const { state } = await schedule.getHandle(namespaceOwner.scheduleId).describe()
    assert.equal(state.paused, true, 'it never starts anything')
  })

  it('of no others: API, worker, migration and sweep end at once, with the line that says what to do', async () => {
    await turn()
    assert.equal(await owner(), 'another')
    const { namespace } = scene.places
    const line = `TEMPORAL_NAMESPACE: ${namespace} belongs to another installation. Give this one a namespace of its own; only where the other is no more, free it: temporal schedule delete -n ${namespace} -s installation`
    const [port] = await freePorts(1)
    const refused = await Promise.all([
      runCommand({ main: 'db/migrate-main.ts' }, scene.environment()),
      runReconcile(scene.environment()),
      runCommand({ main: 'worker/main.ts' }, scene.environment()),
      runCommand({ main: 'server/main.ts' }, { ...scene.environment(), PORT: String(port) }),
    ])
    for (const { code, output } of refused) {
      assert.ok(output.includes(line), output)
      assert.equal(code, 1)
    }
  })

  it('and once it is free, the next that comes takes it', async () => {
    await scene.temporal.client.schedule.getHandle(namespaceOwner.scheduleId).delete()
    const api = scene.adopt(await startApiProcess(scene.environment()))
    assert.equal(await owner(), 'ours')
    await api.stop()
  })
})
