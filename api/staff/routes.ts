import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import { listAudit } from './audit/list.ts'
import { decideOnAccount } from './authorized-accounts/decide.ts'
import { listStaffAccounts } from './authorized-accounts/list.ts'
import { readStaffAccountNumber } from './authorized-accounts/read-number.ts'
import { approveBankTransfer } from './transfers/approve.ts'
import { listBankTransfers } from './transfers/list.ts'
import { markBankTransferred } from './transfers/mark-transferred.ts'
import { readTransferAccount } from './transfers/read-account.ts'
import { readBankTransfer } from './transfers/read.ts'
import { rejectBankTransfer } from './transfers/reject.ts'
import { takeBankTransfer } from './transfers/take.ts'
import { closeDifferenceRoute } from './reconciliation/close-difference.ts'
import { listDifferencesRoute } from './reconciliation/list-differences.ts'
import { enterExchangeRate } from './rates/enter.ts'
import { importExchangeRates } from './rates/import.ts'
import { listEnteredRates } from './rates/list.ts'
import { confirmStaffFunds, releaseStaffFunds, withholdStaffFunds } from './funds/decide.ts'
import { listStaffFunds } from './funds/list.ts'
import { listStaffLateOutcomes } from './late-outcomes/list.ts'
import { refundLateOutcome } from './late-outcomes/refund.ts'
import { listLedgerProofsRoute } from './ledger-proofs/list.ts'
import { orderLedgerProof } from './ledger-proofs/order.ts'
import { readLedgerProofRoute } from './ledger-proofs/read.ts'
import { changeStaffRole } from './people/change-role.ts'
import { disableStaffMember } from './people/disable.ts'
import { enableStaffMember } from './people/enable.ts'
import { inviteStaffMember } from './people/invite.ts'
import { listStaffMembers } from './people/list.ts'
import { readStaffMember } from './people/read.ts'
import { renewStaffInvitation } from './people/renew-invitation.ts'
import { resetStaffCodes } from './people/reset-one-time-codes.ts'
import { createMerchantRoute } from './merchants/create.ts'
import { listMerchantsRoute } from './merchants/list.ts'
import { readMerchant } from './merchants/read.ts'
import { replaceMerchantOwner } from './merchants/replace-owner.ts'
import { resetMerchantOwner } from './merchants/reset-owner.ts'
import { acknowledgeStaffNotice } from './notices/acknowledge.ts'
import { listStaffNotices } from './notices/list.ts'
import { beginStaffCodes } from './sessions/begin-one-time-codes.ts'
import { confirmStaffCodes } from './sessions/confirm-one-time-codes.ts'
import { removeStaffCodes } from './sessions/remove-one-time-codes.ts'
import { changeOperatorState } from './operators/change.ts'
import { listOperatorStates } from './operators/list.ts'
import { liftStaffSuspension } from './suspensions/lift.ts'
import { listStaffSuspensions } from './suspensions/list.ts'
import { suspendStaffPayouts } from './suspensions/suspend.ts'
import { closeStaffPayout } from './payouts/close.ts'
import { listStaffPayouts } from './payouts/list.ts'
import { readStaffPayout } from './payouts/read.ts'
import { importStatementRoute } from './reconciliation/import.ts'
import { listReconciliationsRoute } from './reconciliation/list.ts'
import { readReconciliationRoute } from './reconciliation/read.ts'
import { approveStaffRefund } from './refunds/approve.ts'
import { closeStaffRefund } from './refunds/close.ts'
import { listStaffRefunds } from './refunds/list.ts'
import { readStaffRefund } from './refunds/read.ts'
import { rejectStaffRefund } from './refunds/reject.ts'
import { searchRoute } from './desk/search.ts'
import { acceptStaffInvitation } from './sessions/accept-invitation.ts'
import { changeStaffPassword } from './sessions/change-password.ts'
import { giveStaffCode } from './sessions/give-one-time-code.ts'
import { logInStaff } from './sessions/log-in.ts'
import { logOutStaff } from './sessions/log-out.ts'
import { readStaffSessionRoute } from './sessions/read.ts'
import { readStaffTransaction } from './transactions/read.ts'

/** The map of the staff desk's API: every address, a line each. */
export function createStaffRoutes(context: ApiContext): readonly Route[] {
  return [
    ...sessionRoutes(context),
    ...queueRoutes(context),
    ...payoutRoutes(context),
    ...serviceRoutes(context),
    ...booksRoutes(context),
    ...memberRoutes(context),
  ]
}

/** Of whoever is, or will be, logged in. */
function sessionRoutes(context: ApiContext): Route[] {
  return [
    logInStaff(context),
    giveStaffCode(context),
    acceptStaffInvitation(context),
    logOutStaff(context),
    readStaffSessionRoute(),
    changeStaffPassword(context),
    beginStaffCodes(context),
    confirmStaffCodes(context),
    removeStaffCodes(context),
  ]
}

/** Of what waits for somebody. */
function queueRoutes(context: ApiContext): Route[] {
  return [
    listBankTransfers(context),
    readBankTransfer(context),
    readTransferAccount(context),
    takeBankTransfer(context),
    approveBankTransfer(context),
    markBankTransferred(context),
    rejectBankTransfer(context),
    listStaffRefunds(context),
    readStaffRefund(context),
    approveStaffRefund(context),
    rejectStaffRefund(context),
    closeStaffRefund(context),
    listStaffFunds(context),
    confirmStaffFunds(context),
    releaseStaffFunds(context),
    withholdStaffFunds(context),
    listStaffLateOutcomes(context),
    refundLateOutcome(context),
  ]
}

/** Of money out besides: silent operators, stopped payouts, who may be paid, and what the staff is told. */
function payoutRoutes(context: ApiContext): Route[] {
  return [
    listStaffPayouts(context),
    readStaffPayout(context),
    closeStaffPayout(context),
    listStaffSuspensions(context),
    suspendStaffPayouts(context),
    liftStaffSuspension(context),
    listStaffAccounts(context),
    readStaffAccountNumber(context),
    decideOnAccount(context, 'verify'),
    decideOnAccount(context, 'revoke'),
    listStaffNotices(context),
    acknowledgeStaffNotice(context),
  ]
}

/** Of the whole service: who is who, operators, rates, and the log. */
function serviceRoutes(context: ApiContext): Route[] {
  return [
    searchRoute(context),
    readStaffTransaction(context),
    listMerchantsRoute(context),
    createMerchantRoute(context),
    readMerchant(context),
    replaceMerchantOwner(context),
    resetMerchantOwner(context),
    listOperatorStates(context),
    changeOperatorState(context, 'close'),
    changeOperatorState(context, 'open'),
    listEnteredRates(context),
    enterExchangeRate(context),
    importExchangeRates(context),
    listAudit(context),
  ]
}

/** Of the books: against what operators say, and against themselves. */
function booksRoutes(context: ApiContext): Route[] {
  return [
    importStatementRoute(context),
    listReconciliationsRoute(context),
    readReconciliationRoute(context),
    listDifferencesRoute(context),
    closeDifferenceRoute(context),
    orderLedgerProof(context),
    listLedgerProofsRoute(context),
    readLedgerProofRoute(context),
  ]
}

/** Of the staff itself. */
function memberRoutes(context: ApiContext): Route[] {
  return [
    listStaffMembers(context),
    inviteStaffMember(context),
    readStaffMember(context),
    changeStaffRole(context),
    disableStaffMember(context),
    enableStaffMember(context),
    renewStaffInvitation(context),
    resetStaffCodes(context),
  ]
}
