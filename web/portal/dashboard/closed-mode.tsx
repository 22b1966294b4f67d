import { hasPortalPermission } from '#domain/people/person.ts'
import { Notice } from '#web/design/notice.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { firstStepsPermission } from './first-steps.tsx'
import { useDashboardWords } from './words.ts'

/** Whoever signed up looks at a live mode in which nothing can be sold yet; nothing once it is open. */
export function ClosedMode() {
  const { person, place } = usePortal()
  const words = useDashboardWords().closed
  if (place.isOpen) return null
  return (
    <Notice tone="wait" title={words.title}>
      {words.text}{' '}
      {hasPortalPermission(person, firstStepsPermission) && (
        <a href={paths.liveOpening}>{words.where}</a>
      )}
    </Notice>
  )
}
