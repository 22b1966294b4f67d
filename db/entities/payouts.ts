import { defineEntity, p } from '@mikro-orm/core'
import type { AuthorizedAccountStatus } from '#domain/authorized-accounts/account.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { TransferActKind, TransferState } from '#domain/transfers/transfer.ts'
import type { PausingCode, PayoutFileState, PayoutLineState } from '#domain/payouts/file.ts'
import type {
  AuthorizedAccountId,
  PayoutFileId,
  PortalUserId,
  PayoutSuspensionId,
  StaffMemberId,
  TransactionId,
  TransferActId,
} from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { ServiceEnvSchema } from './merchants.ts'

/** Where a merchant may send its money. */
export const AuthorizedAccountSchema = defineEntity({
  name: 'AuthorizedAccount',
  tableName: 'authorized_account',
  properties: {
    id: p.uuid().$type<AuthorizedAccountId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    type: p.text().$type<'mobile_money' | 'bank'>(),
    provider: p.text(),
    holderName: p.text(),
    ownName: p.text().nullable(),
    phone: p.text().nullable(),
    country: p.text().nullable(),
    accountSealed: p.blob().nullable(),
    accountDigest: p.blob().nullable(),
    accountMasked: p.text().nullable(),
    status: p.text().$type<AuthorizedAccountStatus>().default('pending'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    verifiedAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
  },
})

/** A suspension of payouts by staff. */
export const PayoutSuspensionSchema = defineEntity({
  name: 'PayoutSuspension',
  tableName: 'payout_suspension',
  properties: {
    id: p.uuid().$type<PayoutSuspensionId>().primary(),
    mode: p.text().$type<Mode>(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema).nullable(),
    provider: p.text().nullable(),
    since: p.datetime(3).defaultRaw('now()'),
    liftedAt: p.datetime(3).nullable(),
    reason: p.text().nullable(),
    suspendedBy: p.uuid().$type<StaffMemberId>().nullable(),
    liftedBy: p.uuid().$type<StaffMemberId>().nullable(),
    realm: p.text().default('staff'),
  },
})

/** A bank transfer, made by hand by staff; it ends with its transaction. */
export const BankTransferSchema = defineEntity({
  name: 'BankTransfer',
  tableName: 'bank_transfer',
  properties: {
    transactionId: p.uuid().$type<TransactionId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    account: () => p.manyToOne(AuthorizedAccountSchema),
    bank: p.text().$type<BankCode>(),
    accountMasked: p.text(),
    needsApproval: p.boolean(),
    state: p.text().$type<TransferState>().default('to_process'),
    takenBy: p.uuid().$type<StaffMemberId>().nullable(),
    approvedBy: p.uuid().$type<StaffMemberId>().nullable(),
    bankReference: p.text().nullable(),
    transferOn: p.date().nullable(),
    rejectionReason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    movedAt: p.datetime(3).defaultRaw('now()'),
    realm: p.text().default('staff'),
  },
})

/** An action on a transfer; dated once it was carried out. */
export const TransferActSchema = defineEntity({
  name: 'TransferAct',
  tableName: 'transfer_act',
  properties: {
    id: p.uuid().$type<TransferActId>().primary(),
    transactionId: p.uuid().$type<TransactionId>(),
    kind: p.text().$type<TransferActKind>(),
    staffId: p.uuid().$type<StaffMemberId>().nullable(),
    bankReference: p.text().nullable(),
    transferOn: p.date().nullable(),
    mayShareReference: p.boolean().nullable(),
    reason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    doneAt: p.datetime(3).nullable(),
    realm: p.text().default('staff'),
  },
})

/** A list of payees that a merchant pays at once; each line becomes its own payout. */
export const PayoutFileSchema = defineEntity({
  name: 'PayoutFile',
  tableName: 'payout_file',
  properties: {
    id: p.uuid().$type<PayoutFileId>().primary(),
    serviceEnv: () => p.manyToOne(ServiceEnvSchema),
    name: p.text(),
    linesTotal: p.integer(),
    amount: p.bigint(),
    charged: p.bigint(),
    needsApproval: p.boolean(),
    state: p.text().$type<PayoutFileState>().default('checked'),
    pauseCode: p.text().$type<PausingCode>().nullable(),
    linesSent: p.integer().default(0),
    linesRefused: p.integer().default(0),
    checkedBy: p.uuid().$type<PortalUserId>(),
    sentBy: p.uuid().$type<PortalUserId>().nullable(),
    approvedBy: p.uuid().$type<PortalUserId>().nullable(),
    realm: p.text().default('portal'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    sentAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
  },
})

/** One line of a file, decided once. */
export const PayoutFileLineSchema = defineEntity({
  name: 'PayoutFileLine',
  tableName: 'payout_file_line',
  properties: {
    fileId: p.uuid().$type<PayoutFileId>().primary(),
    number: p.integer().primary(),
    account: () => p.manyToOne(AuthorizedAccountSchema),
    amount: p.bigint(),
    reference: p.text().nullable(),
    description: p.text().nullable(),
    payoutId: p.uuid().$type<TransactionId>(),
    state: p.text().$type<PayoutLineState>().default('waiting'),
    refusal: p.text().$type<ErrorCode>().nullable(),
  },
})
