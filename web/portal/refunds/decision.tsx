import { hasPortalPermission } from '#domain/people/person.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { useRefundWords } from './words.tsx'

/** What may be decided on a refund of test mode. */
export const testDecisions = ['approve', 'reject'] as const
export type TestDecision = (typeof testDecisions)[number]

/** Decides in place of staff, which test mode need not wait for. */
export function Decision({
  refund: { id, mode, origin, status },
}: {
  readonly refund: RefundRecord
}) {
  const portal = usePortal()
  const words = useRefundWords().decision
  const waits = mode === 'sandbox' && origin === 'merchant' && status === 'pending'
  if (!waits || !hasPortalPermission(portal.person, 'test_payments.make')) return null
  return (
    <section class="card stack narrow">
      <h2>{words.title}</h2>
      <p class="soft">{words.text}</p>
      <div class="row">
        {testDecisions.map((act) => (
          <WriteForm
            key={act}
            isTestTool
            action={testDecisionPath(id, act)}
            button={words[act]}
            {...(act === 'reject' && { look: 'quiet' })}
          />
        ))}
      </div>
    </section>
  )
}

const addresses: Readonly<Record<TestDecision, string>> = { approve: 'validation', reject: 'refus' }

/** Where a refund of test mode is decided. */
export function testDecisionPath(id: string, act: TestDecision): string {
  return `${paths.refunds}/${id}/${addresses[act]}`
}
