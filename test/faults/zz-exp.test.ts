import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { createDatabase } from '#test/support/stack.ts'
import { openDatabase, testEnvironment } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { startApiProcess, startWorkerProcess, startCombinedProcess } from '#test/support/processes.ts'

it('exp', async function () {
  this.timeout(200_000)
  const t0 = Date.now()
  const t = (s: string) => console.log(s, Date.now() - t0)
  const temporal = await startOwnTemporal()
  t('temporal')
  const databaseUrl = await createDatabase()
  t('db')
  const environment = { ...testEnvironment({ databaseUrl, temporalAddress: temporal.address, namespace: 'default' }), LOG_LEVEL: 'info' }
  const api = await startApiProcess(environment)
  t('api')
  const worker = await startWorkerProcess(environment)
  t('worker')
  const combined = process.env['COMBINED'] ? await startCombinedProcess(environment) : undefined
  t('combined')
  const database = await openDatabase(databaseUrl)
  const tenant = await createTenant(database)
  const key = tenant.keys.secret
  const one = await call(api, collectionCall(key))
  t('paid')
  console.log((await waitUntilFinal(api, key, one.json.data.id)).status)
  t('final')
  await temporal.kill()
  t('temporal killed')
  await new Promise((r) => setTimeout(r, Number(process.env['AWAY'] ?? 5000)))
  console.log('worker', worker.isRunning(), 'combined', combined?.isRunning())
  for (let i = 0; i < 10; i++) { const s = performance.now(); const a = await call(api, collectionCall(key)); console.log(a.status, Math.round(performance.now() - s)) }
  t('ready?'); console.log(await (await fetch(api.baseUrl + '/readyz')).text()); t('ready')
  const two = await call(combined ?? api, collectionCall(key))
  await temporal.restart()
  t('restarted')
  try { console.log((await waitUntilFinal(api, key, two.json.data.id)).status) } catch (e) { console.log(e) }
  t('final2')
  console.log('worker', worker.isRunning(), 'combined', combined?.isRunning())
  console.log('api stop', await api.stop())
  console.log('worker stop', await worker.stop())
  if (combined) console.log('combined stop', await combined.stop())
  if (combined) console.log(combined.output().slice(-3000))
  console.log(worker.output().slice(-6000))
  await database.close()
  await temporal.stop()
})
