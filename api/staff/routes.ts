import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import { accountChangeRoutes } from './account-changes/routes.ts'
import { listAudit } from './audit/list.ts'
import { authorizedAccountRoutes } from './authorized-accounts/routes.ts'
import { contradictionRoutes } from './contradictions/routes.ts'
import { searchRoute } from './desk/search.ts'
import { staffFundsRoutes } from './funds/routes.ts'
import { lateOutcomeRoutes } from './late-outcomes/routes.ts'
import { ledgerProofRoutes } from './ledger-proofs/routes.ts'
import { merchantRoutes } from './merchants/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { operatorRoutes } from './operators/routes.ts'
import { silentPayoutRoutes } from './payouts/routes.ts'
import { memberRoutes } from './people/routes.ts'
import { termsRoutes } from './pricing/routes.ts'
import { rateRoutes } from './rates/routes.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { staffRefundRoutes } from './refunds/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { suspensionRoutes } from './suspensions/routes.ts'
import { readStaffTransaction } from './transactions/read.ts'
import { bankTransferRoutes } from './transfers/routes.ts'

/** All routes of the staff API: queues, the whole service, the ledger, and staff themselves. */
export function createStaffRoutes(context: ApiContext): readonly Route[] {
  return [
    ...sessionRoutes(context),
    ...bankTransferRoutes(context),
    ...staffRefundRoutes(context),
    ...staffFundsRoutes(context),
    ...lateOutcomeRoutes(context),
    ...silentPayoutRoutes(context),
    ...contradictionRoutes(context),
    ...suspensionRoutes(context),
    ...authorizedAccountRoutes(context),
    ...noticeRoutes(context),
    searchRoute(context),
    readStaffTransaction(context),
    ...merchantRoutes(context),
    ...operatorRoutes(context),
    ...rateRoutes(context),
    ...termsRoutes(context),
    listAudit(context),
    ...reconciliationRoutes(context),
    ...ledgerProofRoutes(context),
    ...memberRoutes(context),
    ...accountChangeRoutes(context),
  ]
}
