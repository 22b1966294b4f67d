import { hasPortalPermission } from '#domain/people/person.ts'
import type { Waiting } from '#use-cases/dashboard/waiting.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Notice } from '#web/design/notice.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

/** What is most often done, for those who may. */
export function QuickLinks({ portal: { person } }: { readonly portal: Portal }) {
  return (
    <div class="row">
      {hasPortalPermission(person, 'payouts.request') && (
        <ButtonLink href={paths.newPayout} look="quiet">
          Nouveau retrait
        </ButtonLink>
      )}
      <ButtonLink href={paths.balance} look="quiet">
        Soldes et mouvements
      </ButtonLink>
    </div>
  )
}

/** What the service's staff has to do for this merchant; nothing where nothing waits. */
export function WaitingNotice({
  portal,
  waiting,
}: {
  readonly portal: Portal
  readonly waiting: Waiting
}) {
  const { transfers, refunds, accounts } = waiting
  const mayManage = hasPortalPermission(portal.person, 'accounts.manage')
  const items = [
    [transfers, 'virement à faire', 'virements à faire', `${paths.payouts}?statut=pending`],
    [refunds, 'remboursement à valider', 'remboursements à valider', pendingRefunds],
    [mayManage ? accounts : 0, 'compte à vérifier', 'comptes à vérifier', paths.accounts],
  ] as const
  const waits = items.filter(([count]) => count > 0)
  if (waits.length === 0) return null
  return (
    <Notice tone="wait" title="Chez nos équipes">
      <ul>
        {waits.map(([count, one, several, href]) => (
          <li key={href}>
            <a href={href}>{count === 1 ? `1 ${one}` : `${count} ${several}`}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const pendingRefunds = `${paths.refunds}?statut=pending`
