import { defineEntity, p } from '@mikro-orm/core'
import type { ServiceEnvId, StaffMemberId } from '#domain/ids.ts'
import type { Mode, TransactionType } from '#domain/transactions/transaction.ts'

/** Whether an operator is open in a mode; open without a row. */
export const OperatorStateSchema = defineEntity({
  name: 'OperatorState',
  tableName: 'operator_state',
  properties: {
    provider: p.text().primary(),
    mode: p.text().$type<Mode>().primary(),
    isOpen: p.boolean(),
    reason: p.text(),
    changedBy: p.uuid().$type<StaffMemberId>(),
    realm: p.text().default('staff'),
    changedAt: p.datetime(3).defaultRaw('now()'),
  },
})

/** A service's own account at an operator; its settings are sealed. */
export const OperatorAccountSchema = defineEntity({
  name: 'OperatorAccount',
  tableName: 'operator_account',
  properties: {
    serviceEnvId: p.uuid().$type<ServiceEnvId>().primary(),
    provider: p.text().primary(),
    capabilities: p.array().$type<TransactionType[]>(),
    identity: p.blob(),
    settingsSealed: p.blob(),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
})
