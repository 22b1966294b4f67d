import { startTestService } from '#test/support/service.ts'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
describe('exp', () => {
  it('x', async function () {
    this.timeout(60000)
    const s = await startTestService()
    const tenant = await createTenant(s.database)
    for (const ending of ['1234', '0009', '0008', '0010', '0001', '0004']) {
      const a = await call(s, collectionCall(tenant.keys.secret, { phone: freshPhone(ending) }))
      const id = a.json.data.id
      const h = s.temporal.workflow.getHandle('collection/' + id)
      await new Promise(r => setTimeout(r, ending === '0009' ? 1000: 10))
      try { console.log(ending, await h.query('__temporal_workflow_metadata')) } catch (e) { console.log(String(e)) }
      await waitUntilFinal(s, tenant.keys.secret, id)
      await h.result()
      const hist = await h.fetchHistory()
      console.log(ending, hist.events?.length, hist.events?.map(e => e.eventType).join(' '))
      if (ending === '1234' || ending === '0009') console.log(JSON.stringify(JSON.parse(JSON.stringify(historyToJSON(hist))), null, 1))
      const d = await h.describe()
      console.log(JSON.stringify(d.searchAttributes), d.memo, await d.staticSummary(), await d.staticDetails())
      console.log(JSON.stringify(d.raw).length)
    }
    await s.stop()
  })
})
