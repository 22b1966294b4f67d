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

/** The dependencies of use cases; built once in the composition root. */
export interface UseCaseContext {
  readonly database: Database
  readonly outbox: Outbox
  /** Sends updates to runs: cancel, take, approve. */
  readonly runUpdates: RunUpdates
  readonly limits: CreationLimits
  readonly collectionExpiryMs: number
  /** XOF; above it a second member of staff must approve a refund or a bank transfer. */
  readonly staffApprovalAbove: bigint
  /** True if staff may only work with a second factor. */
  readonly isSecondFactorRequired: boolean
  /** The site that passkeys belong to; null if the public address cannot have any. */
  readonly passkeySite: PasskeySite | null
  /** Channels besides mail by which merchants' people can be notified. */
  readonly messageChannels: readonly Channel[]
  readonly webhookPrivateHosts: ReadonlySet<string>
  /** True if this service may use this operator for transactions of this type. */
  readonly isOpen: (provider: string, scope: OperatorScope) => Promise<boolean>
  /** The acquirer of cards and accounts. */
  readonly acquirer: Acquirer
  /** The public URL of a file in `http/assets/`, by name. */
  readonly assetUrl: (name: string) => string
  /** The public URL of a merchant's logo; null if it has none. */
  readonly logoUrl: (merchant: { readonly logoPath: string | null }) => string | null
  /** The page of a payable, which links and QR codes lead to. */
  readonly payUrl: (payable: {
    readonly id: string
    readonly seller: { readonly mode: Mode }
  }) => string
  /** The URL of a run in the Temporal UI. */
  readonly runUrl: (kind: WorkflowKind, subjectId: string) => string
  readonly receiptCodes: ReceiptCodes
  /** `{verify_url_base}` and `{invoice_url_base}`, without a trailing slash. */
  readonly verifyUrlBase: string
  readonly invoiceUrlBase: string
}
