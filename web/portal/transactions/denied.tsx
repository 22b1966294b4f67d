import { Notice } from '#web/design/notice.tsx'
import { useTransactionListWords } from './words.ts'

/** Of a payment that its operator denied after it had succeeded: what payer and public read too. */
export function DeniedNotice() {
  const { denied } = useTransactionListWords().page
  return (
    <Notice tone="bad" title={denied.title}>
      {denied.text}
    </Notice>
  )
}
