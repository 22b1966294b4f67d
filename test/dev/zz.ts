import { sharedStack } from '#test/support/stack.ts'
import { startTimeSkipping, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { Client, Connection } from '@temporalio/client'
import { SearchAttributeType, defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
const t=(l: string)=>{const s=performance.now(); return ()=>console.log(l, Math.round(performance.now()-s))}
let e=t('stack'); const stack = await sharedStack(); e()
e=t('db'); console.log(await stack.createDatabase()); e()
e=t('db'); await Promise.all([stack.createDatabase(),stack.createDatabase()]); e()
for (let i=0;i<3;i++){ e=t('ns'); const ns = await stack.createNamespace(); e()
const c = await Connection.connect({address: stack.temporalAddress}); const client = new Client({connection:c, namespace: ns})
e=t('start'); 
for (let k=0;k<200;k++) { try { await client.workflow.start('x',{taskQueue:'q',workflowId:'a'+k, typedSearchAttributes: new TypedSearchAttributes([[defineSearchAttributeKey('ServiceEnv','KEYWORD'),'abc']])}); break } catch(x){ console.log(String(x), (x as any).cause?.message); await new Promise(r=>setTimeout(r,200)) } }
e(); await c.close() }
e=t('tss'); const ts = await startTimeSkipping(); e()
console.log(Object.keys((await ts.connection.operatorService.listSearchAttributes({namespace:'default'}).catch((x:any)=>({customAttributes:{no:x.message}}))).customAttributes))
const w = await ts.client.workflow.start('x',{taskQueue:'q',workflowId:'a', typedSearchAttributes: new TypedSearchAttributes([[defineSearchAttributeKey('ServiceEnv','KEYWORD'),'abc']])}); console.log('started', w.workflowId); await ts.teardown()
e=t('own'); const o = await startOwnTemporal(); e(); e=t('kill'); await o.kill(); e(); e=t('restart'); await o.restart(); e()
