import type { Database } from '#db/connect.ts'
import type { CreationLimits } from '#use-cases/transactions/count-creation.ts'
import type { Outbox } from '#db/outbox.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Acquirer } from '#use-cases/collections/acquirer.ts'
import type { Channel } from '#domain/notifications/notification.ts'
import type { PasskeySite } from '#platform/passkey.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import type { OperatorScope } from '#use-cases/operators/is-open.ts'
import type { ReceiptCodes } from '#use-cases/receipts/codes.ts'
import type { RunUpdates } from './run-updates.ts'

/** What use cases lean on; built once in the composition root. */
export interface UseCaseContext {
  readonly database: Database
  readonly outbox: Outbox
  /** Orders to runs that decide: cancel, take, approve. */
  readonly runUpdates: RunUpdates
  readonly limits: CreationLimits
  readonly collectionExpiryMs: number
  /** XOF; above it a second member of staff must approve a refund or a bank transfer. */
  readonly staffApprovalAbove: bigint
  /** True where the staff works with a second factor alone. */
  readonly isSecondFactorRequired: boolean
  /** What passkeys are for; null where the public address can have none. */
  readonly passkeySite: PasskeySite | null
  /** Channels besides mail by which merchants' people can be told. */
  readonly messageChannels: readonly Channel[]
  readonly webhookPrivateHosts: ReadonlySet<string>
  /** True where this service may ask this operator for transactions of this type. */
  readonly isOpen: (provider: string, scope: OperatorScope) => Promise<boolean>
  /** Who takes cards and accounts. */
  readonly acquirer: Acquirer
  /** The public address of a file of `http/assets/`, by its name. */
  readonly assetUrl: (name: string) => string
  /** The public address of a merchant’s logo; null where it has none. */
  readonly logoUrl: (merchant: { readonly logoPath: string | null }) => string | null
  /** The page where something payable without a key is paid: what links and QR codes lead to. */
  readonly payUrl: (payable: {
    readonly id: string
    readonly seller: { readonly mode: Mode }
  }) => string
  /** Where the run of a transaction, a delivery… is looked at in the Temporal UI. */
  readonly runUrl: (kind: WorkflowKind, subjectId: string) => string
  readonly receiptCodes: ReceiptCodes
  /** `{verify_url_base}` and `{invoice_url_base}`, without a slash at the end. */
  readonly verifyUrlBase: string
  readonly invoiceUrlBase: string
}
